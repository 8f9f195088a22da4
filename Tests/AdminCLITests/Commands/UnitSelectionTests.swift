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
        == "error: no ad unit is named; name some, or select them with --page, --status, --target, "
        + "--text or --like.\ntry: adview-admin unit pause --help\n")
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

  @Test(
    arguments: [
      ("--like div-*_[13]", ["1", "3"]), ("--like *_2", ["2"]), ("--like DIV-*", []),
      ("--size 320x320 --like *_1", ["1"]), ("--size 999x1", []),
      ("--size fluid --like *_3", ["3"]),
      ("--path /1234567/mobile/ARTICLE_1", ["3"]), ("--path /1234567/mobile", ["1", "2", "3"]),
      ("--path /1234567/mob", []), ("--path */homepage_?", ["1", "2"]),
    ] as [(String, [Substring])])
  func `units are selected by pattern, size and path, in lists and in changes`(
    options: String, expected: [Substring]
  ) {
    #expect(ids(options) == expected)
    workspace.run("unit archive \(options)")
    #expect(ids("--status archived") == expected)
  }

  @Test func `unit set takes patterns of ids, and no selection by what it sets`() {
    #expect(workspace.run("unit set --like *_3 --notes bulk").exit == .done)
    #expect(ids("--text bulk") == ["3"])
    #expect(workspace.run("unit set --size 300x250").exit == .usage)
  }

  @Test func `many units are counted, and a person at a terminal is asked before`() throws {
    let rows = (1...25).map { "u\($0)\n" }.joined()
    try workspace.write(Array(("adUnitId\n" + rows).utf8), to: "units.csv")
    #expect(
      workspace.run("import inventory DIR/units.csv").errors.contains("in all: added 25 units\n"))
    // A program is not asked.
    let paused = workspace.run("unit pause --like u*")
    #expect(paused.exit == .done && paused.errors == "in all: paused 25 units\n", "\(paused)")
    workspace.host.input.isTerminal = true
    workspace.host.isErrorTerminal = true
    workspace.host.input.lines = ["n", "y"]
    let refused = workspace.run("unit activate --like u*")
    #expect(refused.exit == .answerIsNo, "\(refused)")
    #expect(refused.errors.hasPrefix("unit activate: 25 ad units. Go on? [y/N] "), "\(refused)")
    #expect(ids("--status paused").count == 26)
    #expect(workspace.run("unit activate --like u*").exit == .done)
    #expect(workspace.run("unit pause --like u2*").exit == .done)
    let planned = workspace.run("unit archive --like u* --dry-run")
    #expect(planned.errors == "in all: would archive 25 units\n", "\(planned)")
    #expect(workspace.run("unit archive --like u* --yes").exit == .done)
  }

  @Test func `several units are shown one after the other, and as an array`() {
    let one = workspace.run("unit show div-gpt-ad-mobile_1").output
    let other = workspace.run("unit show div-gpt-ad-mobile_3").output
    let both = "unit show div-gpt-ad-mobile_1 div-gpt-ad-mobile_3"
    #expect(workspace.run(both).output == "\(one)\n\(other)")
    let json = workspace.run("\(both) --format json").output
    #expect(json.hasPrefix("[\n  {\"adUnitId\":\"div-gpt-ad-mobile_1\""), "\(json)")
    #expect(json.contains("effectiveTargeting") && json.hasSuffix("\n]\n"))
    #expect(workspace.run("unit show div-gpt-ad-mobile_1 nobody").exit == .notFound)
  }

  @Test(
    arguments: [
      // A list of our own, whatever else it has and in whatever order.
      ("adUnitId|top", ["top"]), ("adUnitId,page|\"top,left\",home", ["top,left"]),
      ("page,adUnitId|home,top|,side", ["top", "side"]), ("adUnitId|'-top", ["-top"]),
      ("\u{FEFF}adUnitId;page|top;home", ["top"]),
      // Lines alone.
      ("top,left", ["top,left"]), ("top|  side ", ["top", "side"]), ("-top|", ["-top"]),
      ("'top", ["'top"]),
    ] as [(String, [String])])
  func `a line names the unit that it was written for`(lines: String, named: [String]) {
    for unit in ["top", "top,left", "side", "-top", "'top"] {
      let added = workspace.run(["unit", "add", "--", unit])
      #expect(added.exit == .done, "\(added)")
    }
    workspace.run("unit activate --status paused")
    workspace.host.input.lines = lines.split(separator: "|").map(String.init)
    let paused = workspace.run("unit pause - --format ndjson")
    #expect(paused.exit == .done, "\(paused)")
    let list = workspace.run("unit list --status paused --columns adUnitId --format ndjson").output
    let ids = list.split(separator: "\n").map { $0.dropFirst(13).dropLast(2) }
    #expect(ids.sorted() == named.map { $0[...] }.sorted())
  }

  @Test(arguments: [
    ("adUnitId,page|\"top", "line 2 of standard input: the quotes"),
    ("page,adUnitId|home", "line 2 of standard input"),
    ("adUnitId|div-gpt-ad-mobile_1|a b", "line 3 of standard input"),
  ])
  func `a table that names no unit in a line changes nothing`(lines: String, problem: String) {
    workspace.host.input.lines = lines.split(separator: "|").map(String.init)
    let refused = workspace.run("unit archive -")
    #expect(refused.exit == .badData && refused.errors.contains(problem), "\(refused)")
    #expect(ids("--status archived").isEmpty)
  }
}
