// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdStore
import AdminCLI
import Foundation
import Testing

@Suite struct HistoryCommandTests {
  let workspace: Workspace

  /// One recorded run of the sample scroll on the home page, unloading on.
  init() throws {
    workspace = try Workspace()
    try workspace.write(Array(SimulateCommandTests.trace.utf8), to: "scroll.ndjson")
    try workspace.answer(.enabled, for: "user-17")
    let kept = try workspace.record(
      "simulate DIR/scroll.ndjson --page homepage --unloading on --record "
        + "--subject user-17 --as run-1", lasting: 31_000)
    #expect(kept.errors == "kept 8 transitions as session run-1\n")
    #expect(kept.exit == .done)
  }

  @Test func `a kept run is listed newest first, with the consent that allowed its loads`() {
    #expect(
      workspace.run("history list --limit 3").output == """
        Time                      Session  Unit                 From       To         Cause               Consent  Mode
        2026-11-21T06:26:30.067Z  run-1    div-gpt-ad-mobile_1  fetched    displayed  enteredDisplayZone        -  -
        2026-11-21T06:26:30.000Z  run-1    div-gpt-ad-mobile_1  notLoaded  fetched    enteredFetchZone          1  personalized
        2026-11-21T06:26:09.000Z  run-1    div-gpt-ad-mobile_1  unloaded   notLoaded  reenteredFetchZone        -  -

        """)
  }

  @Test(arguments: [
    ("", 8), ("--unit div-gpt-ad-mobile_2", 2), ("--state unloaded", 2),
    ("--state unloaded --state displayed", 4), ("--cause reenteredFetchZone", 1),
    ("--session run-1", 8), ("--since 2026-11-21T06:26:09Z", 3),
    ("--until 2026-11-21T06:26:01Z", 3), ("--limit 5", 5),
  ])
  func `a filter leaves what meets it`(filter: String, count: Int) {
    let csv = workspace.run("history list --format csv \(filter)").output
    #expect(csv.split(separator: "\r\n").count == count + 1)
  }

  @Test func `loads say what was wrong with them, why, and what would have done`() {
    #expect(
      workspace.run("history loads --wasted --columns adUnitId,fault,why,advice").output == """
        Unit                 Fault   Why         What would have done
        div-gpt-ad-mobile_1  wasted  notReached  fetch at most 60 points ahead
        div-gpt-ad-mobile_2  wasted  notReached  fetch at most 263 points ahead
        div-gpt-ad-mobile_1  wasted  notReached  fetch at most 60 points ahead

        """)
    let csv = workspace.run(
      "history loads --why notReached --unit div-gpt-ad-mobile_2 --format csv"
    ).output
    #expect(csv.split(separator: "\r\n").count == 2)
    #expect(workspace.run("history loads --why gate").errors == "no such loads\n")
    #expect(workspace.run("history loads --late").errors == "no such loads\n")
    #expect(workspace.run("history loads --why bored").exit == .usage)
    #expect(
      workspace.run("history loads --limit 1").errors == "there may be more: --limit 10\n")
  }

  @Test func `programs get where ad and viewport were, by the track`() {
    let rows = workspace.run("history list --format ndjson").output.split(separator: "\n")
    #expect(rows.count == 8 && rows.allSatisfy { !$0.contains(#""frame":null"#) })
    let exported = workspace.run("history export").output.split(separator: "\n")
    #expect(exported.count == 8 && exported.allSatisfy { !$0.contains(#""viewport":null"#) })
  }

  @Test func `a list goes on where the one before ended`() throws {
    let all = workspace.run("history list --format csv").output.split(separator: "\r\n")
    let first = workspace.run("history list --format csv --limit 3")
    let more = try #require(first.errors.split(separator: " ").last)
    #expect(first.errors == "there is more: --after \(more)")
    let rest = workspace.run(
      "history list --format csv --after \(more.filter { !$0.isWhitespace })")
    #expect(
      first.output.split(separator: "\r\n") + rest.output.split(separator: "\r\n").dropFirst()
        == all)
  }

  @Test func `statistics tell what became of loads`() {
    #expect(
      workspace.run("history stats --by page").output == """
        Page      Sessions  Fetches  Displays  Seen  Blank  Wasted  Late  Churn  Lead p50 ms  To ad p50 ms  To ad p95 ms  Shown ms  Viewable (est.)  Peak  Lost
        homepage         1        3         2     2      0       3     0      1            0             -             -      1900                0     2     0

        """)
  }

  @Test func `an export goes on where its file says`() throws {
    let first = workspace.run("history export --cursor-file DIR/cursor --limit 5")
    #expect(first.output.split(separator: "\n").count == 5)
    let second = workspace.run("history export --cursor-file DIR/cursor --format csv")
    #expect(second.output.split(separator: "\r\n").count == 1 + 3)
    let third = workspace.run("history export --cursor-file DIR/cursor")
    #expect(third.output == "")
    let written = String(decoding: try workspace.read("cursor"), as: UTF8.self)
    #expect(third.errors == "cursor: \(written)")
  }

  @Test func `pruning says what it deletes before it does`() {
    workspace.host.time = workspace.host.time.advanced(by: 100 * 86_400_000)
    let dry = workspace.run("history prune --until 90d --dry-run --format csv")
    #expect(dry.errors.hasPrefix("would delete 1 session with 8 transitions"))
    #expect(dry.output.contains("run-1,homepage"))
    #expect(workspace.run("history prune --until 90d").exit == .usage)
    #expect(
      workspace.run("history prune --until 90d --yes").output
        == "deleted 1 session with 8 transitions\n")
    #expect(
      workspace.run("history prune --until 90d --yes").output == "nothing to prune\n")
    #expect(workspace.run("history list").output == "")
  }

  @Test func `a megabyte is a million bytes`() throws {
    let database = try Connection(
      path: workspace.path("adview.sqlite"), mode: .readWrite,
      configuration: Connection.Configuration(
        applicationID: AdDatabase.applicationID, newestVersion: .max))
    func used() throws -> Int {
      func number(_ name: String) throws -> Int {
        try database.prepare("PRAGMA \(name)") { try $0.first { $0.int(0) } } ?? 0
      }
      return try (number("page_count") - number("freelist_count")) * number("page_size")
    }
    try database.execute("CREATE TABLE filler (bytes BLOB) STRICT")
    try database.statement("INSERT INTO filler VALUES (zeroblob(?1))").run(1_020_000 - used())
    #expect(try (1_000_001..<1_048_576).contains(used()))
    try database.close()
    let outcome = workspace.run("history prune --to-megabytes 1 --dry-run --format csv")
    #expect(outcome.output.contains("run-1,homepage"), "\(outcome)")
    #expect(workspace.run("history prune --to-megabytes 2 --dry-run").output.contains("nothing"))
  }

  @Test func `pruning names what it deleted, not what it had meant to`() {
    let later = workspace.host.time.advanced(by: 100 * 86_400_000)
    workspace.host.time = later
    workspace.host.input.isTerminal = true
    workspace.host.isErrorTerminal = true
    workspace.host.input.lines = ["y"]
    workspace.host.input.whileWaiting = { [unowned workspace] in
      workspace.run("history prune --until \(later) --yes")
    }
    let outcome = workspace.run("history prune --until 90d --format json")
    #expect(outcome.errors.hasSuffix("deleted 0 sessions with 0 transitions\n"), "\(outcome)")
    #expect(outcome.output == "[]\n")
  }

  @Test(arguments: [
    "history export --cursor-file DIR/file", "history timeline run-1 --svg DIR/file",
    "simulate --session run-1 --plot DIR/file",
  ])
  func `a file that tells of the history is for its owner alone`(line: String) throws {
    #expect(workspace.run(line).exit == .done)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: workspace.path("file"))
    #expect(workspace.run(line).exit == .done)
    let attributes = try FileManager.default.attributesOfItem(atPath: workspace.path("file"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a session can be tried again with other thresholds`() throws {
    let trace = workspace.run("history replay run-1").output
    try workspace.write(Array(trace.utf8), to: "again.ndjson")
    let fromTrace = workspace.run("simulate DIR/again.ndjson --fetch 400,800,1700")
    #expect(fromTrace.output.split(separator: "\n").count == 4)
    #expect(workspace.run("simulate --session run-1 --fetch 400,800,1700") == fromTrace)
  }

  @Test func `a session is replayed as it ran until other thresholds are named`() throws {
    workspace.run("page set homepage --fetch 10 --display 10 --unloading off")
    let live = workspace.run(
      "simulate DIR/scroll.ndjson --unloading on --format csv"
    ).output
    #expect(workspace.run("simulate --session run-1 --format csv").output == live)
    let trace = workspace.run("history replay run-1").output
    try workspace.write(Array(trace.utf8), to: "again.ndjson")
    #expect(workspace.run("simulate DIR/again.ndjson --format csv").output == live)
    let other = workspace.run("simulate --session run-1 --page article --format csv")
    #expect(other.output.split(separator: "\r\n").count > 1)
    #expect(other.errors.contains("page article has no unit div-gpt-ad-mobile_1"))
  }

  @Test func `other thresholds do on a session what they do on its trace`() {
    for options in ["--fetch 400,800,1700", "--display 0,100", "--stability 0,5000"] {
      #expect(
        workspace.run("simulate --session run-1 --unloading on \(options)").output
          == workspace.run("simulate DIR/scroll.ndjson --unloading on \(options)").output)
    }
  }

  @Test func `a kept simulation ends now, is marked, and is counted only where it is asked for`() {
    let kept = workspace.run(
      "simulate DIR/scroll.ndjson --page homepage --record --subject user-17 "
        + "--as tried")
    #expect(kept.exit == .done)
    let listed = workspace.run("history sessions --simulated --format csv").output
    #expect(listed.contains(",2026-11-21T06:26:00.000Z,"), "\(listed)")
    #expect(workspace.run("history stats --by session --format csv").output.contains("run-1"))
    #expect(!workspace.run("history stats --by session --format csv").output.contains("tried"))
    let stats = workspace.run("history stats --by session --simulated --format csv").output
    #expect(stats.contains("tried") && !stats.contains("run-1"))
    #expect(workspace.run("history sessions --simulated --format csv").output.contains("tried"))
    #expect(!workspace.run("history sessions --format csv").output.contains("tried"))
    #expect(workspace.run("consent verify --loads").output.contains("3 checked"))
  }

  @Test(arguments: ["list", "loads --late", "stats", "sessions"])
  func `where only simulations were kept, an empty list says how to see them`(line: String) throws {
    try workspace.execute("UPDATE sessions SET simulated = 1")
    let hint = "for simulations that were kept: --simulated\n"
    #expect(workspace.run("history \(line)").errors.hasSuffix(hint))
    #expect(!workspace.run("history \(line) --simulated").errors.contains(hint))
    let search = workspace.run("simulate --sessions all --search")
    #expect(search.exit == .notFound && search.errors.contains("that were kept: --simulated."))
  }

  @Test func `a search prints the sessions' own thresholds, then what no other setting beats`()
    throws
  {
    let line = "simulate --sessions all --search --tries 20"
    let found = workspace.run("\(line) --format csv")
    #expect(found.exit == .done, "\(found)")
    let rows = found.output.split(separator: "\r\n")
    #expect(rows.count > 1 && rows[1].hasPrefix("yes,"))
    #expect(rows.dropFirst(2).allSatisfy { $0.hasPrefix("no,") })
    #expect(workspace.run("\(line) --format csv") == found)
    #expect(workspace.run("\(line) --plot DIR/front.svg").errors.hasSuffix("wrote DIR/front.svg\n"))
    let front = String(decoding: try workspace.read("front.svg"), as: UTF8.self)
    #expect(front.contains("class=\"own\"") && front.contains("± late"))
    // A terminal's colours and width are nothing for a file.
    workspace.host.isOutputTerminal = true
    let kept = workspace.run("\(line) --format csv --out DIR/front.csv")
    #expect(kept.exit == .done && kept.output == "")
    #expect(String(decoding: try workspace.read("front.csv"), as: UTF8.self) == found.output)
    #expect(workspace.run("\(line) --format csv --out DIR/none.csv --dry-run").exit == .done)
    #expect(throws: (any Error).self) { try workspace.read("none.csv") }
    workspace.host.isOutputTerminal = false
    #expect(workspace.run("simulate --sessions page=nowhere --search").exit == .notFound)
    #expect(workspace.run("simulate --sessions color=red --search").exit == .usage)
    #expect(workspace.run("simulate --sessions all").exit == .usage)
  }

  @Test func `a search for a goal says what it takes, and few sessions propose nothing`() {
    let line = "simulate --sessions all --search --tries 5 --goal"
    let found = workspace.run("\(line) fewest-late --format ndjson")
    #expect(found.exit == .done)
    #expect(found.errors.contains("nothing is proposed from 1 session; at least 20 are needed"))
    #expect(found.output.hasPrefix(#"{"proposal":null,"fetch":800,"#))
    #expect(workspace.run("\(line) most-earned").exit == .usage)
    #expect(workspace.run("\(line) fewest-late --request-cost 1").exit == .usage)
    #expect(workspace.run("\(line) fewest-late --memory-growth 50").exit == .done)
    let front = workspace.run("simulate --sessions all --search --memory-growth 50")
    #expect(front.exit == .usage && front.errors.contains("--memory-growth is for --goal"))
    #expect(
      workspace.run("\(line) most-earned --impression-value 0.01 --request-cost 0").exit == .done)
    #expect(workspace.run("\(line) least-effort").exit == .usage)
  }

  @Test func `a search takes loads to take as long as they did, or as long as it is told`() throws {
    let jump = """
      {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
      {"t":0,"frame":{"id":"div-gpt-ad-mobile_1","x":36.5,"y":2900,"width":320,"height":320}}
      {"t":3000,"viewport":{"x":0,"y":2700,"width":393,"height":852}}
      {"t":9000,"viewport":{"x":0,"y":2701,"width":393,"height":852}}

      """
    try workspace.write(Array(jump.utf8), to: "jump.ndjson")
    try workspace.record(
      "simulate DIR/jump.ndjson --page homepage --record --subject user-17 --as run-2",
      lasting: 31_000)
    func missing(_ options: String) -> Substring? {
      workspace.run(
        "simulate --sessions all --search --tries 1 --format ndjson \(options)"
      ).output.split(separator: "\n").first?.split(separator: ",")
        .first { $0.hasPrefix("\"timeMissingMs\"") }
    }
    // A simulated host takes a second.
    #expect(missing("") == missing("--load-time 1000"))
    #expect(missing("") != missing("--load-time 0"))
  }

  @Test func `a session that was recorded without its scroll says so`() throws {
    let connection = try Connection(
      path: workspace.path("adview.sqlite"), mode: .readWrite,
      configuration: Connection.Configuration(
        applicationID: AdDatabase.applicationID, newestVersion: .max))
    try connection.execute("DELETE FROM tracks; UPDATE sessions SET track = 0")
    try connection.close()
    for line in ["history replay run-1", "simulate --session run-1"] {
      let outcome = workspace.run(line)
      #expect(outcome.output == "" && outcome.exit == .badData, "\(outcome)")
      #expect(
        outcome.errors.hasPrefix(
          "error: session 'run-1' cannot be replayed: it was recorded without its scroll"))
    }
  }

  @Test func `programs get data from pruning, and sentences go to standard error`() {
    workspace.host.time = workspace.host.time.advanced(by: 100 * 86_400_000)
    let line = "history prune --until 90d --yes --format json"
    let pruned = workspace.run(line)
    #expect(pruned.output.contains(#""session":"run-1""#), "\(pruned.output)")
    #expect(pruned.errors == "deleted 1 session with 8 transitions\n")
    #expect(workspace.run(line) == .init(exit: .done, output: "[]\n", errors: "nothing to prune\n"))
  }

  @Test func `whether a session is closed is true or false in JSON`() {
    let sessions = workspace.run("history sessions --format ndjson").output
    #expect(sessions.contains(#""closed":true"#), "\(sessions)")
  }

  @Test func `a cursor file that holds none is named`() throws {
    try workspace.write(Array("mine".utf8), to: "cursor")
    #expect(
      workspace.run("history export --cursor-file DIR/cursor")
        == .init(
          exit: .badData, output: "",
          errors: "error: 'DIR/cursor' holds no cursor that an export has written.\n"
            + "try: give another file, or remove this one to export everything\n"))
  }

  @Test(arguments: ["nobody", "refuser"])
  func `a run is kept only where consent allows its loads`(subject: String) throws {
    try workspace.answer(.disabled, for: "refuser")
    let line = "simulate DIR/scroll.ndjson --page homepage --record --as run-2"
    let outcome = workspace.run("\(line) --subject \(subject)")
    let isAllowed = outcome.exit == .done
    #expect(isAllowed == (subject == "refuser"), "\(outcome)")
    if !isAllowed {
      #expect(outcome.exit == .refused)
      #expect(outcome.output == "")
      #expect(!outcome.errors.contains(subject))
    }
  }

  @Test func `a session has its name for itself`() {
    let again = workspace.run(
      "simulate DIR/scroll.ndjson --page homepage --record --subject user-17 "
        + "--as run-1")
    #expect(again.exit == .cannotCreate)
    #expect(again.errors.contains("run-1"))
    let planned = workspace.run(
      "simulate DIR/scroll.ndjson --page homepage --record --subject user-17 "
        + "--as run-1 --dry-run")
    #expect(planned == again)
  }
}
