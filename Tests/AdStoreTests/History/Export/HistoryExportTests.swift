// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import Testing

@testable import AdStore

@Suite struct HistoryExportTests {
  let recorded: RecordedHistory

  init() throws { recorded = try RecordedHistory() }

  /// Exports until nothing is left, handing the cursor on as text.
  private func exportAll(
    after cursor: ExportCursor = .start, limit: Int
  ) throws -> (rows: [ExportRow], cursor: ExportCursor) {
    var rows: [ExportRow] = []
    var cursor = cursor
    while true {
      let batch = try recorded.history.export(
        after: ExportCursor(cursor.description), limit: limit)
      rows += batch.rows
      cursor = batch.cursor
      if batch.isLast { return (rows, cursor) }
    }
  }

  private func names(_ rows: [ExportRow]) -> [String] {
    rows.map { "\($0.entry.session)-\($0.entry.sequence)" }
  }

  @Test(arguments: [1, 3, 1_000])
  func `sessions that write at once are exported whole and once`(limit: Int) throws {
    let first = try TransitionRecorder(recorded.session("a"), in: recorded.database)
    let second = try TransitionRecorder(recorded.session("b"), in: recorded.database)
    var cursor = ExportCursor.start
    var exported: [String] = []
    for round in 0..<4 {
      for (recorder, unit) in [(second, "u"), (first, "v")] {
        recorder.record([
          recorded.transition("\(unit)\(round)", to: .fetched, at: Int64(round)),
          recorded.transition("\(unit)\(round)", to: .displayed, at: Int64(round) + 1),
        ])
        try recorder.flush()
      }
      let (rows, next) = try exportAll(after: cursor, limit: limit)
      #expect(rows.count == 4)
      #expect(rows.allSatisfy { $0.device == "phone" && $0.page.rawValue == "front" })
      exported += names(rows)
      cursor = next
    }
    let expected = (1...8).flatMap { ["a-\($0)", "b-\($0)"] }
    #expect(exported.sorted() == expected.sorted())
    #expect(try exportAll(after: cursor, limit: limit).rows == [])
  }

  @Test func `simulated sessions are in no export, unless they are asked for`() throws {
    for (name, isSimulated) in [("real", false), ("tried", true), ("real-2", false)] {
      try recorded.keep(
        recorded.session(name, simulated: isSimulated),
        [recorded.transition("u", to: .fetched, at: 1)])
    }
    for (isSimulated, expected) in [(false, ["real", "real-2"]), (true, ["tried"])] {
      let history = recorded.history
      #expect(
        try history.export(limit: 10, simulated: isSimulated).rows.map(\.entry.session.rawValue)
          == expected)
      #expect(
        try history.exportLoads(limit: 10, simulated: isSimulated).rows
          .map(\.session.summary.id.rawValue) == expected)
      #expect(
        try history.exportSessions(limit: 10, simulated: isSimulated).rows
          .map(\.summary.id.rawValue) == expected)
    }
  }

  @Test func `a session is exported with the distances that held, as far as they are known`() throws
  {
    let recorder = try TransitionRecorder(
      recorded.session("told"), in: recorded.database, interval: nil)
    var engine = RecordedEngine(
      under: LoadingTerms(
        thresholds: try LoadingThresholds(
          fetch: 512.5, unloadingEnabled: true, prediction: 400),
        remoteThresholds: try RemoteThresholds(fetch: 150, render: 50),
        gate: .closed(.unanswered)), recorder)
    try engine.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)), at: 5_000)
    try engine.handle(.thresholds(.standard), at: 5_100)
    try engine.handle(.thresholds(.standard), at: 5_200)
    try engine.handle(.remoteThresholds(nil), at: 5_300)
    try recorder.close(at: 6_000)
    try recorded.keep(recorded.session("old"), [recorded.transition("u", to: .fetched, at: 1)])

    let rows = try recorded.history.exportSessions(limit: 10).rows
    let told = try #require(rows.first { $0.summary.id.rawValue == "told" })
    #expect(told.distances?.start.thresholds.fetch == 512.5 && told.distances?.changes == 2)
    let line = String(decoding: told.line, as: UTF8.self)
    #expect(
      line.hasSuffix(
        #""fetch":512.5,"display":200,"unload":1600,"unloading":true,"throttleMs":67,"#
          + #""stabilityMs":2000,"predictionMs":400,"remoteFetch":150,"remoteRender":50,"distanceChanges":2}"#
          + "\n"))
    let old = try #require(rows.first { $0.summary.id.rawValue == "old" })
    #expect(old.distances == nil)
    #expect(String(decoding: old.line, as: UTF8.self).contains(#""fetch":null,"display":null"#))
  }

  @Test func `a cursor holds when what it points at is pruned`() throws {
    try recorded.keep(
      recorded.session("a"), [recorded.transition("u", to: .fetched, at: 1)])
    let cursor = try exportAll(limit: 10).cursor
    try recorded.history.prune(
      recorded.history.prunePlan(
        .before(RecordedHistory.start.advanced(by: 1_000)), now: RecordedHistory.start))
    try recorded.keep(
      recorded.session("b"), [recorded.transition("u", to: .fetched, at: 1)])
    #expect(names(try exportAll(after: cursor, limit: 10).rows) == ["b-1"])
  }

  @Test func `a cursor of another database is refused, whatever it counts to`() throws {
    try recorded.keep(recorded.session("a"), [recorded.transition("u", to: .fetched, at: 1)])
    let cursor = try recorded.history.export(limit: 10).cursor
    #expect(try recorded.history.export(after: cursor, limit: 10).isLast)
    let other = try RecordedHistory()
    #expect(storeCode { _ = try other.history.export(after: cursor, limit: 10) } == .foreignCursor)
    // The same session under the same number: only the database differs.
    try other.keep(other.session("a"), [other.transition("u", to: .fetched, at: 1)])
    #expect(storeCode { _ = try other.history.export(after: cursor, limit: 10) } == .foreignCursor)
  }

  @Test func `a cursor of a later state than a restored backup is refused`() throws {
    try recorded.keep(recorded.session("a"), [recorded.transition("u", to: .fetched, at: 1)])
    let path = recorded.store.file("backup.sqlite")
    try recorded.database.backUp(to: path)
    try recorded.keep(recorded.session("b"), [recorded.transition("u", to: .fetched, at: 1)])
    let cursors = [
      try recorded.history.export(limit: 10).cursor,
      try recorded.history.exportLoads(limit: 10).cursor,
      try recorded.history.exportSessions(limit: 10).cursor,
    ]
    let restored = try AdDatabase(path: path, access: .readWrite)
    func expectRefusals() {
      let history = HistoryRepository(restored)
      #expect(
        storeCode { _ = try history.export(after: cursors[0], limit: 10) } == .foreignCursor)
      #expect(
        storeCode { _ = try history.exportLoads(after: cursors[1], limit: 10) } == .foreignCursor)
      #expect(
        storeCode { _ = try history.exportSessions(after: cursors[2], limit: 10) }
          == .foreignCursor)
    }
    expectRefusals()
    // Another session has the number of the lost one by now.
    let recorder = try TransitionRecorder(
      recorded.session("c"), in: restored, interval: nil)
    recorder.record([recorded.transition("u", to: .fetched, at: 1)])
    try recorder.close()
    expectRefusals()
    try restored.close()
  }

  @Test func `a cursor of one export is refused by the others`() throws {
    let cursor = try recorded.history.exportLoads(limit: 10).cursor
    #expect(
      storeCode { _ = try recorded.history.export(after: cursor, limit: 10) } == .foreignCursor)
    #expect(
      storeCode { _ = try recorded.history.exportSessions(after: cursor, limit: 10) }
        == .foreignCursor)
  }

  @Test func `a row carries the hash of its consent, and the store`() throws {
    try recorded.keep(
      recorded.session("a"),
      [
        recorded.transition("u", to: .fetched, at: 1),
        recorded.transition("u", to: .displayed, at: 2),
      ])
    let rows = try recorded.history.export(limit: 10).rows
    let head = try ConsentRepository(recorded.database).head(at: RecordedHistory.start)
    #expect(rows.map(\.store) == [head.store, head.store])
    #expect(rows.map { $0.entryHash == nil } == [false, true])
    #expect(rows.first?.entryHash?.count == 64)
  }

  @Test func `an empty history exports nothing and keeps the cursor`() throws {
    let batch = try recorded.history.export(limit: 10)
    #expect(batch.rows == [] && batch.cursor == .start && batch.isLast)
  }

  @Test(arguments: [
    "", "7", "1.2", "1.2.3.4", "x.y", "loads", "loads.0.1.2", "loads.0.+1.2.3", "loads.0.1.2.3\n",
    "loads.ab.1.2.3", "units.0.1.2.3", "loads.0.1.2.3.4",
  ])
  func `a cursor that this program did not write is refused`(text: String) {
    #expect(storeCode { _ = try ExportCursor(text) } == .badCursor)
  }
}
