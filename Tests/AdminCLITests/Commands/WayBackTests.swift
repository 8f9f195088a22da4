// SPDX-License-Identifier: MIT
import AdModel
import AdminCLI
import Testing

/// `log`, `diff` and `revert`, as somebody uses them who has made a mistake.
@Suite struct WayBackTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    workspace.host.time = workspace.host.time.advanced(by: 3_600_000)
    workspace.run("unit pause div-gpt-ad-mobile_1 --actor ann")
    workspace.run("page set article --fetch 900 --actor bob")
    workspace.run("targeting set section=x --page article --actor ann")
    workspace.run("debug on --actor bob")
    workspace.host.time = workspace.host.time.advanced(by: 60_000)
  }

  private func numbers(_ line: String) -> [String] {
    workspace.run("\(line) --format csv").output.split(separator: "\r\n").dropFirst().compactMap {
      $0.split(separator: ",").dropFirst(3).prefix(3).joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("log --since 1h", 4), ("log --since 1h --actor ann", 2), ("log --actor nobody", 0),
    ("log --noun setting", 1), ("log --noun setting --noun page --since 1h", 2),
    ("log article --since 1h", 2), ("log --until 2026-11-21T07:00:00Z", 9),
    ("unit log --actor ann", 2), ("unit log div-gpt-ad-mobile_1 --since 1h", 1),
    ("unit log div-gpt-ad-mobile_1 --actor bob", 0),
  ])
  func `the log of everything is read by who, what and when`(line: String, count: Int) {
    #expect(numbers(line).count == count, "\(workspace.run(line))")
  }

  @Test func `a change has a number to take it back by`() {
    #expect(
      workspace.run("log --limit 1").output == """
        Time                      Actor  No  Change
        2026-11-21T07:26:00.000Z  bob    13  set setting debug: debug no -> yes

        """)
    #expect(workspace.run("log articel").exit == .notFound)
    #expect(workspace.run("log articel").errors.contains("try: adview-admin log article\n"))
  }

  @Test func `why a change was made stands beside it, in every command that is logged`() throws {
    let lines = [
      "unit set div-gpt-ad-mobile_1 --notes x", "settings set --policy consented", "debug off",
      "targeting set a=b --app", "unit rename div-gpt-ad-mobile_2 other", "revert 12 --yes",
    ]
    for line in lines {
      let done = workspace.run("\(line) --actor eve --message INC-7")
      #expect(done.exit == .done, "\(done)")
    }
    let log = workspace.run("log --actor eve --columns message --format csv").output
    #expect(Set(log.split(separator: "\r\n")) == ["message", "INC-7"])
    #expect(workspace.run("log --limit 1").output.contains(" (INC-7)\n"))
    #expect(workspace.run("log 10 --limit 1").exit == .notFound)
    let text = workspace.run("log --limit 100 --format json").output
    #expect(text.contains(#""message":null"#) && text.contains(#""message":"INC-7""#))
    #expect(workspace.run("unit list --message x").exit == .usage)
    for message in ["", String(repeating: "x", count: 1_001), "a\u{1B}[1m"] {
      let refused = workspace.run(["debug", "on", "--message", message])
      #expect(refused.exit == .usage, "\(message)")
    }
  }

  @Test func `a plan is shown, and done as it was shown`() throws {
    let planned = workspace.run("revert --since 1h --dry-run")
    #expect(
      planned.output == """
        would set setting debug: debug yes -> no, which takes back 13
        would remove targeting of article: section=x, which takes back 12
        would set page article: fetch 900 -> 800, which takes back 11
        would set unit div-gpt-ad-mobile_1: status paused -> active, which takes back 10

        """)
    let refused = workspace.run("revert --since 1h")
    #expect(refused.exit == .usage)
    #expect(refused.errors.hasPrefix(planned.output))
    #expect(refused.errors.hasSuffix("try: adview-admin revert --since 1h --yes\n"))
    let done = workspace.run("revert --since 1h --yes --format ndjson")
    #expect(done.output.contains(#""reverts":13"#), "\(done)")
    #expect(workspace.run("diff 2026-11-21T07:00:00Z").output == "no difference\n")
    #expect(workspace.run("debug show").output == "off\n")
    // And back again.
    #expect(workspace.run("revert 14 15 16 17 --yes").exit == .done)
    #expect(workspace.run("debug show").output == "on\n")
  }

  @Test func `a person is asked, and nothing is done where the plan is not the same any more`() {
    workspace.host.input.isTerminal = true
    workspace.host.isErrorTerminal = true
    workspace.host.input.lines = ["n"]
    #expect(workspace.run("revert 13").exit == .answerIsNo)
    #expect(workspace.run("debug show").output == "on\n")
    workspace.host.input.lines = ["y"]
    let other = RecordingHost()
    other.variables = workspace.host.variables
    workspace.host.input.whileWaiting = { _ = other.run("unit pause div-gpt-ad-mobile_2") }
    let outdated = workspace.run("revert 13")
    #expect(outdated.exit == .busy, "\(outdated)")
    workspace.host.input.whileWaiting = {}
    workspace.host.input.lines = ["y"]
    #expect(workspace.run("revert 13").exit == .done)
    #expect(workspace.run("debug show").output == "off\n")
  }

  @Test func `what was changed again is not taken back by itself`() {
    workspace.run("page set article --fetch 1000")
    let refused = workspace.run("revert 11 --yes")
    #expect(refused.exit == .badData)
    #expect(
      refused.errors.hasPrefix(
        "error: change 11 cannot be taken back by itself: the fetch of page 'article' was changed "
          + "again since"), "\(refused)")
    #expect(workspace.run("revert 11 14 --yes").exit == .done)
    #expect(workspace.run("page show article --format json").output.contains("\"fetch\": 800"))
    #expect(workspace.run("revert 99 --yes").exit == .notFound)
    #expect(workspace.run("revert").exit == .usage)
    #expect(workspace.run("revert 11 --since 1h").exit == .usage)
  }

  @Test func `two times are compared, and the inventory with a document`() throws {
    #expect(
      workspace.run("diff 2026-11-21T07:00:00Z")
        == .init(
          exit: .answerIsNo,
          output: """
            set page article: fetch 800 -> 900
            add targeting of article: section=x
            set unit div-gpt-ad-mobile_1: status active -> paused
            set setting debug: debug no -> yes

            """, errors: ""))
    #expect(
      workspace.run("diff now 2026-11-21T07:00:00Z").output.contains("fetch 900 -> 800"))
    let before = workspace.run("log --format json").output
    let document = workspace.run("export inventory").output
    try workspace.write(Array(document.utf8), to: "now.json")
    #expect(workspace.run("diff DIR/now.json").exit == .done)
    workspace.run("unit add later --page late")
    workspace.run("unit remove div-gpt-ad-mobile_3 --yes")
    #expect(
      workspace.run("diff DIR/now.json").output
        == "add page late\nremove unit div-gpt-ad-mobile_3\nadd unit later\n")
    #expect(
      workspace.run("diff now DIR/now.json --remove-missing").output
        == "add unit div-gpt-ad-mobile_3\narchive unit later: status active -> archived\n"
        + "set unit later: page late -> -\nremove page late\n")
    #expect(workspace.run("diff 2026-11-21T07:26:30Z DIR/now.json").exit == .done)
    workspace.run("revert 14 15 16 --yes")
    #expect(workspace.run("diff DIR/now.json").exit == .done)
    #expect(workspace.run("log --format json --until 2026-11-21T07:26:30Z").output == before)
    #expect(workspace.run("diff DIR/none.json").exit == .notFound)
    #expect(workspace.run("diff DIR/adview.sqlite").exit == .badData)
    #expect(workspace.run("diff - -").exit == .usage)
  }

  @Test func `a file of any form that an import takes is compared, by what it says`() throws {
    let sheet = "adUnitId;notes;page\ndiv-gpt-ad-mobile_1;mine;homepage\nfresh;;gallery\n"
    try workspace.write(Array(sheet.utf8), to: "units.csv")
    let planned = workspace.run("diff now DIR/units.csv")
    #expect(planned.exit == .answerIsNo)
    #expect(
      planned.output == """
        set unit div-gpt-ad-mobile_1: notes Default size, no limits, with the label. -> mine
        add page gallery
        add unit fresh

        """, "\(planned)")
    #expect(
      planned.errors
        == "only in the database, left alone: div-gpt-ad-mobile_2, div-gpt-ad-mobile_3; "
        + "--archive-missing archives them\n")
    // The other way about, and what importing it does.
    #expect(workspace.run("diff DIR/units.csv").output.contains("remove unit fresh\n"))
    #expect(workspace.run("import inventory DIR/units.csv").exit == .done)
    #expect(workspace.run("diff now DIR/units.csv").output == "no difference\n")
    #expect(workspace.run("diff DIR/units.csv now").exit == .done)

    let imps =
      #"{"imps": {"fresh": {"banner": {"w": 300, "h": 250}}, "div-gpt-ad-mobile_2": {"deleted": true}}}"#
    try workspace.write(Array(imps.utf8), to: "imps.json")
    #expect(
      workspace.run("diff now DIR/imps.json").output == """
        set unit fresh: declaredSizes - -> ["300x250"]
        set unit div-gpt-ad-mobile_2: status active -> archived

        """)
    try workspace.write(
      Array("Ad unit code,Ad unit status\nfresh,Inactive\n".utf8), to: "report.csv")
    #expect(
      workspace.run("diff now DIR/report.csv --network 7").output
        == "set unit fresh: status active -> paused, adManagerPath - -> /7/fresh\n")
  }

  @Test func `a document that leaves things out is compared by what it says`() throws {
    try workspace.write(
      Array(#"{"pages": [{"page": "article", "fetch": 950}]}"#.utf8), to: "part.json")
    #expect(
      workspace.run("diff now DIR/part.json").output == "set page article: fetch 900 -> 950\n")
    try workspace.write(
      Array(#"{"units": [{"adUnitId": "div-gpt-ad-mobile_1", "position": 7}]}"#.utf8),
      to: "part.json")
    #expect(
      workspace.run("diff now DIR/part.json").output == """
        set unit div-gpt-ad-mobile_1: position 0 -> 7

        """)
    // A list that is left out is not one that is empty.
    #expect(
      workspace.run("diff now DIR/part.json --remove-missing").output == """
        set unit div-gpt-ad-mobile_1: position 0 -> 7
        archive unit div-gpt-ad-mobile_2: status active -> archived
        archive unit div-gpt-ad-mobile_3: status active -> archived

        """)
  }

  @Test func `what is wrong in a file that is compared is told with its place`() throws {
    try workspace.write(Array("adUnitId,status\ntop,sleeping\n".utf8), to: "units.csv")
    let refused = workspace.run("diff now DIR/units.csv")
    #expect(refused.exit == .badData)
    #expect(
      refused.errors == """
        problem: line 2, column 2 (status): 'sleeping' is not active, paused or archived
        error: 'DIR/units.csv' cannot be compared: 1 problem.
        try: correct the cells; 'adview-admin help formats unit list' names the columns

        """, "\(refused)")
  }

  @Test func `a page is renamed and removed, with a question where units stand on it`() {
    #expect(
      workspace.run("page rename article story").output
        == "renamed page article: page article -> story\n")
    let refused = workspace.run("page remove story")
    #expect(refused.exit == .usage)
    #expect(refused.errors.contains("would put 1 ad unit on no page"), "\(refused)")
    #expect(
      workspace.run("page remove story --units-to homepage --yes").output == """
        set unit div-gpt-ad-mobile_3: page story -> homepage
        removed page story

        """)
    workspace.run("page set empty --fetch 900")
    #expect(workspace.run("page remove empty").output == "removed page empty\n")
    #expect(workspace.run("page remove empty").exit == .notFound)
    #expect(workspace.run("page rename homepage homepage").output == "nothing to change\n")
  }

  @Test func `a mistyped page is told at once, and mended with the command that is shown`() {
    let added = workspace.run("unit add top --page homepge")
    #expect(
      added.errors
        == "new page 'homepge': did you mean 'homepage'? If so: adview-admin page remove "
        + "homepge --units-to homepage\n")
    #expect(
      workspace.run("page set artikle --fetch 900").errors.contains("did you mean 'article'?"))
    #expect(workspace.run("unit add other --page elsewhere").errors == "")
    #expect(workspace.run("page remove homepge --units-to homepage --yes").exit == .done)
    #expect(workspace.run("unit show top").output.contains("homepage"))
  }
}
