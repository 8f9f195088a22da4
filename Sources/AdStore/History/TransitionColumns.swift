// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// Reads the columns of `session_transitions` and `transition_geometry`.
enum TransitionColumns {
  /// Reads `session, unit, sequence, elapsed, kind, consent`.
  static func transition(_ row: borrowing Row) throws(StoreError) -> StoredTransition {
    StoredTransition(
      session: row.int64(0), unit: row.int64(1), sequence: row.int64(2), elapsed: row.int64(3),
      kind: try TransitionKind(databaseValue: row.int64(4)), consent: row.optionalInt64(5))
  }

  /// All transitions of a session, unit by unit.
  static func rows(of session: Int64, _ connection: Connection) throws(SQLiteError) -> Cursor {
    try connection.statement(
      """
      SELECT t.session, t.unit, t.sequence, t.elapsed, t.kind, t.consent
      FROM session_units AS u
      CROSS JOIN session_transitions AS t ON t.unit = u.unit AND t.session = u.session
      WHERE u.session = ?1
      """
    ).query(session)
  }

  /// All transitions of a session, in their order.
  static func transitions(
    of session: Int64, _ connection: Connection
  ) throws -> [StoredTransition] {
    var cursor = try rows(of: session, connection)
    var found: [StoredTransition] = []
    while try cursor.next() { found.append(try transition(cursor.row)) }
    return found.sorted { $0.sequence < $1.sequence }
  }

  /// Where ad and viewport were at a transition; nil where that is not in the rows.
  static func geometry(
    of sequence: Int64, in session: Int64, _ connection: Connection
  ) throws -> TransitionGeometry? {
    try connection.statement(
      """
      SELECT frame_x, frame_y, frame_width, frame_height, viewport_x, viewport_y, viewport_width,
        viewport_height
      FROM transition_geometry WHERE session = ?1 AND sequence = ?2
      """
    ).first(session, sequence) {
      TransitionGeometry(frame: rect($0, from: 0), viewport: rect($0, from: 4))
    }
  }

  private static func rect(_ row: borrowing Row, from column: Int32) -> AdRect {
    AdRect(
      x: row.double(column), y: row.double(column + 1), width: row.double(column + 2),
      height: row.double(column + 3))
  }
}
