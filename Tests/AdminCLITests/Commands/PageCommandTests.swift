// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

@Suite struct PageCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `a page keeps what is not named`() {
    #expect(
      workspace.run("page set article --unload 2400 --throttle 100").output
        == "set page article: unload 1600 -> 2400, throttleMs 67 -> 100\n")
    #expect(
      workspace.run("page list").output == """
        Page      Fetch  Display  Unload  Unloading  Throttle ms  Stability ms  Prediction ms  Feed pattern  Remote fetch %  Remote display %  Units
        article     800      200    2400  yes                100          2000              0  5,7,8/10                   -                 -      1
        homepage    800      200    1600  no                  67          2000              0  5,7,8/10                   -                 -      2

        """)
  }

  @Test func `a feed pattern is stored, shown, laid out and taken along in a document`() throws {
    #expect(
      workspace.run("page set article --feed-pattern 3,2/4").output
        == "set page article: feedPattern 5,7,8/10 -> 2,3/4\n")
    #expect(workspace.run("page show article").output.contains("Feed pattern      2,3/4\n"))
    let own = workspace.run("layout page article --format csv")
    #expect(
      own.output == workspace.run("layout page article --feed-pattern 2,3/4 --format csv").output)
    #expect(
      own.output != workspace.run("layout page article --feed-pattern 1/2 --format csv").output)

    let document = workspace.run("export inventory").output
    workspace.run("init --db DIR/other.sqlite")
    workspace.host.input.lines = document.split(separator: "\n").map(String.init)
    #expect(workspace.run("import inventory - --db DIR/other.sqlite").exit == .done)
    #expect(
      workspace.run("page show article --db DIR/other.sqlite --format json").output
        .contains(#""feedPattern": "2,3/4""#))
  }

  @Test(arguments: [
    ("5", "is '5'; positions and period are written 5,7,8/10"),
    ("11/10", "is 11; it must be 1 to 10, the feed's period"),
    ("2,2/10", "2 is named twice"),
    ("1,2/2", "all 2 positions hold ads; leave one for items"),
    ("1/10001", "is 10001; it must be 1 to 10000 entries"),
  ])
  func `a wrong feed pattern is refused with what is wrong`(pattern: String, reason: String) {
    let outcome = workspace.run("page set article --feed-pattern \(pattern)")
    #expect(outcome.exit == .usage)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(workspace.run("page show article").output.contains("5,7,8/10"))
  }

  @Test func `a preset gives the distances, and what is named besides wins`() {
    #expect(
      workspace.run("page set homepage --preset balanced --display 300").output
        == "set page homepage: fetch 800 -> 1700, display 200 -> 300, unload 1600 -> 3400\n")
  }

  @Test func `thresholds that invite churn are stored with a warning`() {
    let outcome = workspace.run("page set article --unload 900")
    #expect(outcome.exit == .done)
    #expect(outcome.errors.hasPrefix("warning: ads are unloaded 100 points beyond"))
    let remote = workspace.run("page remote homepage --fetch 200 --display 100")
    #expect(remote.errors == "")
    workspace.run("page set article --unload 1600")
    #expect(
      workspace.run("page remote article --fetch 150 --display 100").errors
        .hasPrefix("warning: ads are unloaded 322 points beyond"))
  }

  @Test func `percentages stand until they are cleared`() {
    workspace.run("page remote article --fetch 150 --display 100")
    #expect(
      workspace.run("page show article").output.contains(
        "Remote fetch %    150\nRemote display %  100\n"))
    workspace.run("page remote article --clear")
    #expect(
      workspace.run("page show article").output.contains(
        "Remote fetch %    -\nRemote display %  -\n")
    )
  }

  @Test func `debugging stays as it was set`() {
    #expect(workspace.run("debug show").output == "off\n")
    #expect(workspace.run("debug on").output == "set setting debug: debug no -> yes\n")
    #expect(workspace.run("debug show").output == "on\n")
    #expect(workspace.run("debug show --format json").output == "{\n  \"debug\": true\n}\n")
    #expect(workspace.run("debug on").output == "nothing to change\n")
  }

  @Test func `migrations are shown with their times`() {
    let outcome = workspace.run("migrate status --format csv")
    #expect(outcome.exit == .done)
    #expect(
      outcome.output.hasPrefix(
        "version,name,state,appliedAt\r\n1,inventory,applied,2026-11-21T06:26:00.000Z\r\n"))
    #expect(workspace.run("migrate up").output == "nothing is pending\n")
  }

  @Test func `a page takes a proposal of a search, and nothing else of its file`() throws {
    func row(_ proposal: String, fetch: Int) -> String {
      #"{"proposal":\#(proposal),"fetch":\#(fetch),"display":150,"unload":2000,"unloading":true,"#
        + #""throttleMs":67,"stabilityMs":500,"predictionMs":300,"goalChange":3.5}"#
    }
    let rows = [row("null", fetch: 800), row("1", fetch: 650), row("2", fetch: 700)]
    try workspace.write(Array("[\(rows.joined(separator: ","))]".utf8), to: "better.json")
    #expect(workspace.run("page set homepage --from DIR/better.json").exit == .done)
    let page = workspace.run("page show homepage --format ndjson").output
    #expect(page.contains(#""fetch":650,"display":150,"unload":2000,"unloading":true"#))
    #expect(page.contains(#""stabilityMs":500,"predictionMs":300"#))
    #expect(workspace.run("page set homepage --from DIR/better.json --proposal 2").exit == .done)
    #expect(workspace.run("page show homepage --format ndjson").output.contains(#""fetch":700"#))
    #expect(workspace.run("page set homepage --from DIR/better.json --proposal 3").exit == .badData)
    #expect(workspace.run("page set homepage --proposal 2").exit == .usage)
    try workspace.write(Array("[{}]".utf8), to: "none.json")
    #expect(workspace.run("page set homepage --from DIR/none.json").exit == .badData)
    try workspace.write(Array("fetch 3".utf8), to: "none.json")
    #expect(workspace.run("page set homepage --from DIR/none.json").exit == .badData)
  }
}
