// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite
import AdSystem
import TestSupport
import Testing

@testable import AdStore

@Suite struct HistoryBoundsTests {
  let recorded: RecordedHistory

  init() throws { recorded = try RecordedHistory() }

  private func bound(_ change: (inout InventorySettings) -> Void) throws {
    try InventoryRepository(recorded.database).change(by: "test", at: RecordedHistory.start) {
      try $0.setSettings { change(&$0) }
    }
  }

  /// Records a session of its own day and tells what its recorder dropped.
  @discardableResult
  private func keep(_ name: String, onDay day: Int64, count: Int = 40) throws -> Int {
    var random = SeededRandom(seed: UInt64(day))
    let recorder = try TransitionRecorder(
      recorded.session(name, after: day * 86_400), in: recorded.database, interval: nil)
    recorder.record(recorded.randomTransitions(units: 4, count: count, using: &random))
    try recorder.close()
    return recorder.report.droppedSessions
  }

  private func names() throws -> [String] {
    try recorded.history.sessions().map(\.id.rawValue)
  }

  private func used() throws -> Int64 {
    func value(_ name: String) throws -> Int64 {
      try recorded.store.outsider().prepare("PRAGMA \(name)") { try $0.first { $0.int64(0) } } ?? 0
    }
    return try (value("page_count") - value("freelist_count")) * value("page_size")
  }

  @Test func `without a bound everything stays`() throws {
    for day in 0..<5 { try keep("s\(day)", onDay: Int64(day) * 400) }
    #expect(try names().count == 5)
    #expect(try recorded.history.dropped() == nil)
  }

  @Test func `sessions beyond the days go by themselves, and report and store tell it`() throws {
    for day in 0..<5 { try keep("s\(day)", onDay: Int64(day)) }
    try bound { $0.historyDays = 2 }
    // Counted from the third newest day, the beginning of day 3.
    #expect(try keep("s5", onDay: 5, count: 1) == 1)
    #expect(try names() == ["s5", "s4", "s3", "s2", "s1"])
    let dropped = try #require(try recorded.history.dropped())
    #expect(dropped.sessions == 1 && dropped.transitions == 40)
    #expect(dropped.youngestAt < dropped.droppedAt.advanced(by: -2 * 86_400_000))
    #expect(try keep("s6", onDay: 6, count: 1) == 1)
    #expect(try recorded.history.dropped()?.sessions == 2)
  }

  @Test func `a clock that is years ahead for a day makes nothing old`() throws {
    for day in 0..<10 { try keep("s\(day)", onDay: Int64(day)) }
    try bound { $0.historyDays = 5 }
    #expect(try keep("ahead", onDay: 730, count: 1) == 3, "before day 3, by day 8")
    for launch in 0..<4 {
      #expect(try keep("ahead\(launch)", onDay: 730, count: 1) == 0)
    }
    #expect(try keep("next", onDay: 731, count: 1) == 1, "before day 4, by day 9")
    // Right again: the two days of the wrong clock are the newest, day 10 is the third.
    #expect(try keep("s10", onDay: 10) == 1)
    #expect(try names().last == "s5")
  }

  @Test func `sessions dated ahead can be taken away, and nothing else goes`() throws {
    try keep("right", onDay: 0)
    try keep("ahead", onDay: 730)
    let now = RecordedHistory.start.advanced(by: 86_400_000)
    let plan = try recorded.history.prunePlan(
      .datedAfter(now.advanced(by: 86_400_000)), now: now)
    try recorded.history.prune(plan)
    #expect(try names() == ["right"])
  }

  @Test func `a track takes no more pages than it fills`() throws {
    var random = SeededRandom(seed: 7)
    let recorder = try TransitionRecorder(
      recorded.session("long", after: 0), in: recorded.database, interval: nil)
    recorder.begin(under: LoadingTerms(gate: .closed(.unanswered)))
    for time in 0..<4_000 {
      let top = Double(random.int(0...100_000))
      recorder.record([
        .told(.viewport(AdRect(x: 0, y: top, width: 393, height: 852)), at: Int64(time) * 17)
      ])
    }
    try recorder.close()
    let outsider = try recorded.store.outsider()
    let overflow = try outsider.prepare(
      "SELECT count(*) FROM dbstat WHERE name = 'tracks' AND pagetype = 'overflow'"
    ) { try $0.first { $0.int64(0) } }
    let chunks = try outsider.prepare("SELECT count(*) FROM tracks") {
      try $0.first { $0.int64(0) }
    }
    #expect(overflow == 0 && (chunks ?? 0) > 10)
  }

  @Test func `the oldest sessions go where the file is larger than its bound`() throws {
    for day in 0..<30 { try keep("s\(day)", onDay: Int64(day), count: 400) }
    #expect(try used() > 1_000_000)
    try bound { $0.historyBytes = 1_000_000 }
    var last: Int64 = 30
    while try used() > 1_000_000, last < 60 {
      try keep("s\(last)", onDay: last, count: 400)
      last += 1
    }
    #expect(try used() <= 1_000_000)
    for _ in 0..<5 {
      try keep("s\(last)", onDay: last, count: 400)
      last += 1
    }
    #expect(try used() <= 1_100_000, "it stays there")
    #expect(try names().first == "s\(last - 1)", "what is new stays")
    #expect(try recorded.store.outsider().foreignKeyCheck() == [])
  }

  @Test func `a batch is stored though old sessions cannot be deleted, and the report says why`()
    throws
  {
    for day in 0..<5 { try keep("s\(day)", onDay: Int64(day)) }
    try bound { $0.historyDays = 2 }
    let outsider = try recorded.store.outsider()
    try outsider.execute(
      "CREATE TRIGGER kept BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'kept'); END")
    // One that does not look at the schema: else nothing would be stored at all.
    let database = try AdDatabase(
      file: recorded.store.path, named: recorded.store.path, access: .readWrite, checksSchema: false
    )
    let recorder = try TransitionRecorder(
      recorded.session("s5", after: 5 * 86_400), in: database, interval: nil)
    recorder.record([recorded.transition("u", to: .fetched, at: 1)])
    try recorder.flush()
    #expect(recorder.report.stored == 1 && recorder.report.pending == 0)
    #expect(recorder.report.failedBatches == 0 && recorder.report.droppedSessions == 0)
    #expect(recorder.report.lastFailure != nil)
    try recorder.close()
    #expect(try names().count == 6)
    try outsider.execute("DROP TRIGGER kept")
    #expect(try keep("s6", onDay: 6, count: 1) == 2)
  }

  @Test func `looking at the bounds costs the same however many sessions there are`() throws {
    try keep("s0", onDay: 0)
    try recorded.store.outsider().execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO sessions (
        id, page, app_version, device, started_at, last_at, closed, measured, sealed)
      SELECT 'n' || i, page, '', '', started_at + i * 60000, last_at + i * 60000, 1, 1, 1
      FROM n, sessions WHERE id = 's0'
      """)
    try bound {
      $0.historyDays = 100
      $0.historyBytes = 1 << 30
    }
    let asked = Mutex(0)
    let database = try AdDatabase(path: recorded.store.path, access: .readWrite, busyTimeout: 0) {
      asked.withLock { $0 += 1 }
      return true
    }
    let recorder = try TransitionRecorder(
      recorded.session("last", after: 14 * 86_400), in: database, interval: nil)
    recorder.record([recorded.transition("u", to: .fetched, at: 1)])
    try recorder.close()
    #expect(recorder.report.droppedSessions == 0 && recorder.report.lastFailure == nil)
    // A question for each 20,000 steps of SQLite; a look at each session would be some hundred.
    #expect(asked.withLock { $0 } < 4)
  }

  @Test func `a session that runs is never dropped`() throws {
    let running = try TransitionRecorder(
      recorded.session("running", after: 0), in: recorded.database, interval: nil)
    running.record([recorded.transition("u", to: .fetched, at: 1)])
    try running.flush()
    try bound { $0.historyDays = 1 }
    try recorded.keep(
      recorded.session("next", after: 600), [recorded.transition("u", to: .fetched, at: 1)])
    #expect(try names().contains("running"))
    try running.close()
  }
}
