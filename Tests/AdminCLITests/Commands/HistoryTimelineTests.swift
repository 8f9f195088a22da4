// SPDX-License-Identifier: MIT
import AdConsent
import AdminCLI
import Testing

@Suite struct HistoryTimelineTests {
  let workspace: Workspace

  /// One recorded run of the sample scroll on the home page, unloading on.
  init() throws {
    workspace = try Workspace()
    try workspace.write(Array(SimulateCommandTests.trace.utf8), to: "scroll.ndjson")
    try workspace.answer(.enabled, for: "user-17")
    let kept = try workspace.record(
      "simulate DIR/scroll.ndjson --page homepage --unloading on --record "
        + "--subject user-17 --as run-1", lasting: 31_000)
    #expect(kept.exit == .done)
  }

  @Test func `a session is a lane for each ad, within the line`() {
    workspace.host.outputColumns = 60
    let outcome = workspace.run("history timeline run-1")
    #expect(
      outcome.output == """
        Session run-1, page homepage
        2026-11-21T06:26:00.000Z, 31 s, 8 transitions of 2 units
        app adview-admin 0.1.0
        Zones: fetch 800, display 200, unload 1600

                             |0 s        |10 s        |20 s
        div-gpt-ad-mobile_1  W███───────··························W█
        div-gpt-ad-mobile_2  W▒▒▒───────────────────────────────────
        viewport             ▃██████████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁

        · notLoaded  ▒ fetched  █ displayed  ─ unloaded  W wasted
        viewport: its upper edge, from ▁ at 0 to █ at 5000 points

        """)
  }

  @Test func `at a terminal lanes are coloured, and a wide one is used`() {
    workspace.host.isOutputTerminal = true
    workspace.host.outputColumns = 120
    let coloured = workspace.run("history timeline run-1").output
    #expect(coloured.contains("\u{1b}[32m█"))
    workspace.host.variables["NO_COLOR"] = "1"
    let plain = workspace.run("history timeline run-1").output
    #expect(!plain.contains("\u{1b}"))
    #expect(plain.split(separator: "\n").contains { $0.count == 120 })
    workspace.host.variables["COLUMNS"] = "70"
    let narrow = workspace.run("history timeline run-1").output.split(separator: "\n")
    #expect(narrow.allSatisfy { $0.count <= 70 })
  }

  @Test func `a picture goes whole into its file, the same each time`() throws {
    let first = workspace.run("history timeline run-1 --svg DIR/run.svg")
    #expect(first.exit == .done && first.output == "" && first.errors == "wrote DIR/run.svg\n")
    let bytes = try workspace.read("run.svg")
    let printed = workspace.run("history timeline run-1 --svg -").output
    #expect(
      "<!-- adview-admin history timeline -->\n" + printed == String(decoding: bytes, as: UTF8.self)
    )
    #expect(workspace.run("history timeline run-1 --svg DIR/none/run.svg").exit == .cannotCreate)
  }

  @Test func `each stretch is a row for programs`() {
    let lines = workspace.run("history timeline run-1 --format csv").output
      .split(separator: "\r\n")
    #expect(lines.count == 1 + 9)
    #expect(
      lines[0] == "adUnitId,state,start,end,cause,viewableAt,frame,fault,why,remedy,remedyDistance")
    #expect(lines.contains { $0.hasSuffix(",wasted,notReached,fetch,263") })
    #expect(
      lines.contains {
        $0.hasPrefix(
          "div-gpt-ad-mobile_2,notLoaded,2026-11-21T06:26:00.000Z,2026-11-21T06:26:00.500Z,,,")
      })
    #expect(
      lines.contains {
        $0.hasPrefix(
          "div-gpt-ad-mobile_2,fetched,2026-11-21T06:26:00.500Z,2026-11-21T06:26:02.900Z,"
            + "enteredFetchZone,,")
      })
  }

  @Test func `consent, app and removals have their marks`() throws {
    try workspace.write(
      Array(
        (SimulateCommandTests.trace + """
          {"t":9500,"app":"background"}
          {"t":11000,"app":"foreground"}
          {"t":12000,"consent":"withdrawn"}
          {"t":14000,"remove":"div-gpt-ad-mobile_1"}
          {"t":18000,"app":"foreground"}

          """).utf8), to: "events.ndjson")
    try workspace.record(
      "simulate DIR/events.ndjson --page homepage --record --subject user-17 --as run-2",
      lasting: 18_000)
    workspace.host.outputColumns = 61
    let lines = workspace.run("history timeline run-2").output.split(separator: "\n")
    func line(_ name: String) -> Substring? { lines.first { $0.hasPrefix(name) }?.dropFirst(21) }
    #expect(line("div-gpt-ad-mobile_1") == "W██████████████████████████────×        ")
    #expect(line("consent") == "───────────────────────────░░░░░░░░░░░░░")
    #expect(line("app  ") == "─────────────────────░░░────────────────")
    #expect(lines.contains { $0.contains("× removed") })
  }

  @Test func `a session without a track says what is not known`() throws {
    try workspace.execute("DELETE FROM tracks; UPDATE sessions SET track = 0")
    let outcome = workspace.run("history timeline run-1")
    #expect(outcome.errors.contains("note: recorded without its scroll: the viewport is known"))
    #expect(!outcome.output.contains("Zones") && outcome.output.contains("viewport  "))
    let picture = workspace.run("history timeline run-1 --svg -").output
    #expect(picture.contains("recorded without its scroll") && !picture.contains("fetchZone\" p"))
  }

  @Test func `lanes are bounded, and one can be asked for`() {
    let one = workspace.run("history timeline run-1 --lanes 1")
    #expect(
      one.errors
        == "note: 1 of 2 ads have a lane here; --unit UNIT shows another, --lanes 2 all of them\n")
    #expect(one.output.contains("mobile_1  ") && !one.output.contains("mobile_2  "))
    let named = workspace.run("history timeline run-1 --unit div-gpt-ad-mobile_1")
    #expect(named.output.contains("mobile_1  ") && !named.output.contains("mobile_2  "))
    let rows = workspace.run("history timeline run-1 --unit div-gpt-ad-mobile_1 --format csv")
    #expect(!rows.output.contains("mobile_2"))
    #expect(workspace.run("history timeline run-1 --unit nobody").exit == .notFound)
  }

  @Test func `a session that is not there is named`() {
    let outcome = workspace.run("history timeline run-2")
    #expect(outcome.exit == .notFound)
    #expect(outcome.errors.contains("'run-2'"))
  }
}
