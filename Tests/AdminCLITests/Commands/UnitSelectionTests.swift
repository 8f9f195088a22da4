// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

/// Many units at once: named, read from standard input, or selected.
@Suite struct UnitSelectionTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    workspace.run("unit pause div-gpt-ad-mobile_2")
  }

  private func ids(_ options: String) -> [Substring] {
    workspace.run("unit list --columns adUnitId --format csv \(options)").output
      .split(separator: "\r\n").dropFirst().map { $0.suffix(1) }
  }

  @Test(
    arguments: [
      ("unit pause --page homepage", ["1", "2"]), ("unit pause --text mobile_", ["1", "2", "3"]),
      ("unit pause --target section", ["1", "2", "3"]),
      ("unit pause --target section=news --page article", ["2", "3"]),
      ("unit pause --status active --page homepage", ["1", "2"]),
      ("unit pause div-gpt-ad-mobile_3 div-gpt-ad-mobile_3", ["2", "3"]),
      ("unit activate --status paused", []),
    ] as [(String, [Substring])])
  func `units are selected by what they are`(line: String, paused: [Substring]) {
    #expect(workspace.run(line).exit == .done)
    #expect(ids("--status paused") == paused)
  }

  @Test func `archived units are selected where they come back, else where they are asked for`() {
    workspace.run("unit archive --page homepage")
    #expect(ids("--status archived") == ["1", "2"])
    #expect(workspace.run("unit pause --text mobile").output.split(separator: "\n").count == 1)
    workspace.run("unit restore --page homepage")
    #expect(ids("--status active") == ["1"] && ids("--status paused") == ["2", "3"])
    workspace.run("unit archive --status paused")
    #expect(
      workspace.run("unit remove --status archived --yes").output.split(separator: "\n").count == 2)
    #expect(ids("--status all") == ["1"])
  }

  @Test func `a list goes into standard input, and one bad line leaves everything`() {
    let list = workspace.run("unit list --columns adUnitId,page --format csv").output
    workspace.host.input.lines = list.split(separator: "\r\n").map { "\($0)\r" }
    #expect(workspace.run("unit set - --notes bulk").output.split(separator: "\n").count == 3)
    #expect(ids("--text bulk") == ["1", "2", "3"])
    workspace.host.input.lines = ["div-gpt-ad-mobile_1", "a b"]
    let refused = workspace.run("unit archive -")
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains("line 2 of standard input"), "\(refused)")
    workspace.host.input.lines = ["div-gpt-ad-mobile_1", "nobody"]
    #expect(workspace.run("unit archive -").exit == .notFound)
    #expect(ids("--status archived").isEmpty)
    workspace.host.input.lines = ["div-gpt-ad-mobile_1", "div-gpt-ad-mobile_3"]
    #expect(workspace.run("targeting set bulk=yes --unit -").exit == .done)
    #expect(ids("--target bulk=yes") == ["1", "3"])
    workspace.run("targeting remove bulk --unit div-gpt-ad-mobile_1 --unit div-gpt-ad-mobile_3")
    #expect(ids("--target bulk").isEmpty)
  }

  @Test func `units of a page are put on another`() {
    #expect(workspace.run("unit set --from-page homepage --page article").exit == .done)
    // In the order of their positions.
    #expect(ids("--page article") == ["1", "3", "2"])
    #expect(workspace.run("page remove homepage").output == "removed page homepage\n")
  }

  @Test func `naming nothing and naming twice are refused, and finding nothing is told`() {
    #expect(
      workspace.run("unit pause").errors
        == "error: no ad unit is named; name some, or select them with --page, --status, --target "
        + "or --text.\ntry: adview-admin unit pause --help\n")
    #expect(workspace.run("unit pause div-gpt-ad-mobile_1 --text x").exit == .usage)
    #expect(
      workspace.run("unit pause --text nothing")
        == .init(
          exit: .done, output: "nothing to change\n",
          errors: "no ad units that meet the conditions\n"))
    #expect(workspace.run("unit remove --text nothing").output == "nothing to change\n")
    #expect(workspace.run("unit pause --page nowhere").exit == .notFound)
  }

  @Test func `a copy is like its original, but for what is named`() {
    workspace.run("unit set div-gpt-ad-mobile_1 --max-width 400 --notes mine")
    #expect(
      workspace.run("unit copy div-gpt-ad-mobile_1 copy --position 7 --clear notes").output
        == "added unit copy\n")
    let copy = workspace.run("unit show copy --format json").output
    #expect(copy.contains(#""maximumWidth": 400"#) && copy.contains(#""position": 7"#))
    #expect(copy.contains(#""notes": """#) && copy.contains("frontpage"))
    #expect(workspace.run("unit copy div-gpt-ad-mobile_1 copy").exit == .cannotCreate)
    workspace.run("unit archive div-gpt-ad-mobile_3")
    workspace.run("unit copy div-gpt-ad-mobile_3 again")
    #expect(workspace.run("unit list --status paused --format csv").output.contains("again"))
  }
}
