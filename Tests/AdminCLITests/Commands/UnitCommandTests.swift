// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

@Suite struct UnitCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `one limit alone moves the default size, and no other`() {
    let size = { (unit: String) in
      workspace.run(
        "unit list --text \(unit) --columns constraints.initialWidth,constraints.initialHeight "
          + "--format csv"
      ).output.split(separator: "\r\n").last.map(String.init)
    }
    #expect(workspace.run("unit add fresh --max-width 300").exit == .done)
    #expect(size("fresh") == "300,320")
    #expect(workspace.run("unit set fresh --min-height 400").exit == .done)
    #expect(size("fresh") == "300,400")
    #expect(workspace.run("unit set fresh --min-width 310").exit == .usage)
    #expect(workspace.run("unit add other --max-width 300 --initial-width 320").exit == .usage)
  }

  @Test func `a new database tells what it made`() throws {
    let empty = try Workspace(database: false)
    #expect(empty.run("init --dry-run").output == "would create DIR/adview.sqlite\n")
    #expect(empty.run("unit list").exit == .notFound)
    #expect(empty.run("init").output == "created DIR/adview.sqlite\n")
    #expect(
      empty.run("unit list") == .init(exit: .done, output: "", errors: "no ad units\n"))
  }

  @Test func `a list shows the sample, one unit a line`() {
    #expect(
      workspace.run("unit list --page article").output == """
        Unit                 Page     Position  Status  Sizes                  Ad Manager path            Targeting
        div-gpt-ad-mobile_3  article         0  active  320x320 300x250 fluid  /1234567/mobile/article_1  section=news

        """)
  }

  @Test(arguments: [
    ("--page homepage", ["div-gpt-ad-mobile_1", "div-gpt-ad-mobile_2"]),
    ("--target section", ["div-gpt-ad-mobile_1", "div-gpt-ad-mobile_3"]),
    ("--target section=news", ["div-gpt-ad-mobile_3"]),
    ("--target interests=sport --target section=frontpage", ["div-gpt-ad-mobile_1"]),
    ("--target platform=ios --page article", ["div-gpt-ad-mobile_3"]),
    ("--text HOMEPAGE_2", ["div-gpt-ad-mobile_2"]),
    ("--text nothing", []),
    ("--status paused", []),
    ("--status all --text mobile_3", ["div-gpt-ad-mobile_3"]),
  ])
  func `a filter leaves what meets it`(filter: String, ids: [String]) {
    let csv = workspace.run("unit list --format csv \(filter)").output
    let rows = csv.split(separator: "\r\n").dropFirst()
    #expect(rows.map { String($0.prefix { $0 != "," }) } == ids)
  }

  @Test func `a unit goes through its life, and its log keeps every step`() {
    #expect(
      workspace.run("unit add top --page news --max-width 400").output
        == "added page news\nadded unit top\n")
    #expect(
      workspace.run("unit set top --clear max-width --label-shown yes").output
        == "set unit top: label.shown no -> yes, constraints.maximumWidth 400 -> -\n")
    #expect(workspace.run("unit set top --label-shown yes").output == "nothing to change\n")
    #expect(workspace.run("unit pause top").output == "paused unit top: status active -> paused\n")
    #expect(workspace.run("unit archive top").exit == .done)
    #expect(!workspace.run("unit list").output.contains("top"))
    #expect(
      workspace.run("unit restore top").output == "restored unit top: status archived -> paused\n")
    #expect(workspace.run("unit activate top").exit == .done)
    #expect(
      workspace.run("unit rename top tip").output == "renamed unit top: adUnitId top -> tip\n")
    #expect(workspace.run("unit remove tip --yes").output == "removed unit tip\n")
    let log = workspace.run("unit log tip --format csv").output
    let verbs = log.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",")[5] }
    #expect(
      verbs == ["remove", "rename", "activate", "restore", "archive", "pause", "set", "add"])
    #expect(workspace.run("unit log top --format csv").exit == .notFound)
  }

  @Test(arguments: [
    "unit add top", "unit set div-gpt-ad-mobile_1 --notes x", "unit pause div-gpt-ad-mobile_1",
    "unit rename div-gpt-ad-mobile_1 top", "unit remove div-gpt-ad-mobile_1",
    "targeting set a=b --app", "page set homepage --fetch 900", "debug on",
  ])
  func `a dry run says what it would do, and does nothing`(line: String) {
    let before = workspace.run("unit log --format json").output
    let outcome = workspace.run("\(line) --dry-run")
    #expect(outcome.exit == .done)
    #expect(outcome.output.hasPrefix("would "), "\(outcome)")
    #expect(workspace.run("unit log --format json").output == before)
  }

  @Test func `the log names the actor and holds both sides`() throws {
    workspace.run("unit set div-gpt-ad-mobile_1 --notes hello --actor ann")
    let log = workspace.run("unit log div-gpt-ad-mobile_1 --format ndjson --limit 1").output
    #expect(log.contains(#""actor":"ann""#))
    #expect(log.contains(#""notes":"Default size, no limits, with the label.""#))
    #expect(log.contains(#""notes":"hello""#))
    workspace.host.variables["ADVIEW_ACTOR"] = "bob"
    workspace.run("debug on")
    #expect(workspace.run("unit log --limit 1").output.contains("  set setting debug"))
  }

  @Test func `everything that a unit sends is shown with it`() {
    #expect(
      workspace.run("unit show div-gpt-ad-mobile_3").output == """
        Unit               div-gpt-ad-mobile_3
        Page               article
        Position           0
        Status             active
        Sizes              320x320 300x250 fluid
        Ad Manager path    /1234567/mobile/article_1
        Media              display
        Initial width      320
        Initial height     320
        Minimum width      200
        Maximum width      400
        Minimum height     100
        Maximum height     600
        Label shown        yes
        Label text         annonce
        Label font size    10
        Label font weight  bold
        Notes              Limits in both directions.
        Silenced rules     -
        Own targeting      section=news
        Sends              platform=ios pagetype=article section=news

        """)
    workspace.run("debug on")
    #expect(workspace.run("unit show div-gpt-ad-mobile_3").output.contains("news adtest=on\n"))
  }

  @Test(arguments: [
    "label", "label-text", "sizes", "min-width", "notes", "initial-width", "page", "path",
  ])
  func `what is cleared is as if it had never been given`(name: String) throws {
    workspace.run(
      "unit set div-gpt-ad-mobile_3 --label-text Annonce --label-size 12 --label-weight thin "
        + "--initial-width 300")
    let field = try #require(
      [
        "label": #""label":{"shown":false,"text":"annonce","fontSize":10,"fontWeight":"bold"}"#,
        "label-text": #""text":"annonce","fontSize":12"#, "sizes": #""declaredSizes":[]"#,
        "min-width": #""minimumWidth":null"#, "notes": #""notes":"""#,
        "initial-width": #""initialWidth":320"#, "page": #""page":null"#,
        "path": #""adManagerPath":null"#,
      ][name])
    let list = { workspace.run("unit list --status all --text mobile_3 --format ndjson").output }
    #expect(!list().contains(field))
    #expect(workspace.run("unit set div-gpt-ad-mobile_3 --clear \(name)").exit == .done)
    #expect(list().contains(field), "\(list())")
  }

  @Test(arguments: ["\r", "\n", ",", "\""])
  func `a cell of CSV that would break its row is quoted`(character: String) {
    _ = workspace.run(["unit", "set", "div-gpt-ad-mobile_3", "--notes", "a\(character)b"])
    let csv = workspace.run("unit list --page article --format csv").output
    let escaped = character == "\"" ? "\"\"" : character
    #expect(csv.utf8.contains(UInt8(ascii: "\"")))
    #expect(csv.contains("\"a\(escaped)b\""), "\(csv)")
  }

  @Test func `JSON of a unit has every key, also those without a value`() throws {
    workspace.run("unit add bare")
    #expect(
      workspace.run("unit list --text bare --format ndjson").output
        == #"{"adUnitId":"bare","page":null,"position":null,"status":"active","#
        + #""declaredSizes":[],"adManagerPath":null,"media":"display","#
        + #""constraints":{"initialWidth":320,"initialHeight":320,"minimumWidth":null,"#
        + #""maximumWidth":null,"minimumHeight":null,"maximumHeight":null},"#
        + #""label":{"shown":false,"text":"annonce","fontSize":10,"fontWeight":"bold"},"#
        + #""notes":"","silenced":"","targeting":[]}"# + "\n")
  }
}
