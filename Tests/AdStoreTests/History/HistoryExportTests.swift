// SPDX-License-Identifier: MIT
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

  @Test func `a cursor of another database, or of a later state of this one, is refused`() throws {
    try recorded.keep(recorded.session("a"), [recorded.transition("u", to: .fetched, at: 1)])
    let cursor = try recorded.history.export(limit: 10).cursor
    #expect(try recorded.history.export(after: cursor, limit: 10).isLast)
    let empty = try RecordedHistory()
    #expect(storeCode { _ = try empty.history.export(after: cursor, limit: 10) } == .badCursor)
    // Another one has as many batches by now.
    try empty.keep(empty.session("b"), [empty.transition("u", to: .fetched, at: 1)])
    #expect(storeCode { _ = try empty.history.export(after: cursor, limit: 10) } == .badCursor)
    let unmarked = try ExportCursor("\(cursor.batch).\(cursor.sequence)")
    #expect(try empty.history.export(after: unmarked, limit: 10).isLast)
  }

  @Test func `an empty history exports nothing and keeps the cursor`() throws {
    let batch = try recorded.history.export(limit: 10)
    #expect(batch.rows == [] && batch.cursor == .start && batch.isLast)
  }

  @Test(arguments: ["", "7", "1.2.3.4", "x.y", "+1.2", "1.2\n"])
  func `a cursor that this program did not write is refused`(text: String) {
    #expect(storeCode { _ = try ExportCursor(text) } == .badCursor)
  }
}
