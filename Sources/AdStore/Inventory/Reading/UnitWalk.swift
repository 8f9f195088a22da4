// SPDX-License-Identifier: MIT
import AdSQLite

/// A walk over rows that come in the order of their units, whose number is in the first column.
struct UnitWalk: ~Copyable {
  private var cursor: Cursor
  private var isAtRow = false
  private var isAtEnd = false

  /// Starts before the first row.
  init(_ cursor: consuming Cursor) {
    self.cursor = cursor
  }

  /// Hands on all rows.
  mutating func forEachRow(_ body: (borrowing Row) throws -> Void) throws {
    while try cursor.next() { try body(cursor.row) }
  }

  /// Hands on the next rows as long as they belong to a unit.
  mutating func forEachRow(of unit: Int64, _ body: (borrowing Row) -> Void) throws {
    while !isAtEnd {
      if !isAtRow {
        isAtRow = try cursor.next()
        isAtEnd = !isAtRow
      }
      guard isAtRow, cursor.row.int64(0) == unit else { return }
      body(cursor.row)
      isAtRow = false
    }
  }
}
