// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import TestSupport
import Testing

@testable import AdStore

/// Statements are compiled once for a connection, whatever values come. SQLite compiles one anew with
/// each value that decides about the use of an index over a part of a table.
@Suite struct StatementReuseTests {
  /// How often statements of a connection were compiled again; nil where SQLite was built without
  /// the table that tells.
  private static func compiledAgain(_ connection: Connection) throws -> [String]? {
    let tells = try connection.number(
      "SELECT count(*) FROM pragma_module_list WHERE name = 'sqlite_stmt'")
    guard tells == 1 else { return nil }
    return try connection.prepare("SELECT sql FROM sqlite_stmt WHERE reprep > 0") {
      try $0.all { $0.text(0) }
    }
  }

  @Test func `what is asked and stored again and again is compiled once`() throws {
    let recorded = try RecordedHistory()
    let inventory = InventoryRepository(recorded.database)
    try inventory.change(by: "test", at: RecordedHistory.start) { edit in
      try edit.setPage(PageID("front")) { _ in }
      for id in ["a", "b"] {
        try edit.add(InventoryEntry(unit: InventoryUnit(id: AdUnitID(id), page: PageID("front"))))
      }
    }
    for round in 0..<4 as Range<Int64> {
      let recorder = try TransitionRecorder(
        recorded.session("s\(round)", after: round, simulated: round % 2 == 1),
        in: recorded.database, interval: nil)
      for time in 0..<3 as Range<Int64> {
        recorder.record([
          recorded.transition("a", to: .fetched, at: time * 9),
          recorded.transition("b", to: .fetched, at: time * 9 + 1),
        ])
        try recorder.flush()
      }
      try recorder.close()
      let subject = try SubjectKey("user-\(round % 2)")
      try ConsentRepository(recorded.database).set(
        .answer(round < 2 ? .enabled : .disabled, at: RecordedHistory.start), for: subject,
        at: RecordedHistory.start.advanced(by: round))
      for unit in ["a", "b", nil] {
        var filter = HistoryFilter()
        filter.unit = try unit.map { try AdUnitID($0) }
        filter.simulated = round % 2 == 1
        filter.since = round == 3 ? RecordedHistory.start : nil
        _ = try recorded.history.list(filter, limit: 2)
        _ = ConsentRepository(recorded.database).decision(
          for: subject, at: RecordedHistory.start.advanced(by: round))
        _ = try inventory.read { snapshot in
          try snapshot.unit(AdUnitID(unit ?? "a"))
        }
      }
    }
    #expect(try recorded.database.read { try Self.compiledAgain($0) ?? [] } == [])
    #expect(try recorded.database.maintain { try Self.compiledAgain($0) ?? [] } == [])
  }
}
