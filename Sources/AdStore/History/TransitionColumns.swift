// SPDX-License-Identifier: MIT
import AdModel
import SQLiteKit

/// The columns that make a history entry, in the order in which they are read.
enum TransitionColumns {
  /// For a join of `transitions AS t`, `unit_ids AS u` and `sessions AS s`.
  static let list = """
    u.id, s.id, t.at, t.session, t.sequence, t.from_state, t.to_state, t.cause, t.consent, t.mode,
    t.frame_x, t.frame_y, t.frame_width, t.frame_height,
    t.viewport_x, t.viewport_y, t.viewport_width, t.viewport_height
    """
  /// The number of columns in ``list``.
  static let count: Int32 = 18

  static func entry(_ row: borrowing Row) throws(StoreError) -> HistoryEntry {
    let at = try row.time(
      2, of: "transition \(row.int64(4)) of session '\(row.text(1))'"
    ).milliseconds
    let record = row.optionalInt64(8).map(ConsentRecordID.init)
    let mode = try mode(row)
    var permit: LoadPermit?
    if let record, let mode { permit = LoadPermit(record: record, mode: mode) }
    return HistoryEntry(
      session: SessionID(validated: row.text(1)),
      sequence: row.int64(4),
      transition: Transition(
        time: at, unit: AdUnitID(validated: row.text(0)),
        from: try LoadState(databaseValue: row.int64(5)),
        to: try LoadState(databaseValue: row.int64(6)),
        cause: try TransitionCause(databaseValue: row.int64(7)),
        frame: rect(row, from: 10), viewport: rect(row, from: 14), permit: permit),
      consentRecord: record, mode: mode,
      position: HistoryPosition(at: at, session: row.int64(3), sequence: row.int64(4)))
  }

  static func rect(_ row: borrowing Row, from column: Int32) -> AdRect {
    AdRect(
      x: row.double(column), y: row.double(column + 1), width: row.double(column + 2),
      height: row.double(column + 3))
  }

  private static func mode(_ row: borrowing Row) throws(StoreError) -> ServingMode? {
    guard let code = row.optionalInt64(9) else { return nil }
    return try ServingMode(databaseValue: code)
  }
}
