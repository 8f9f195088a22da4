// SPDX-License-Identifier: MIT

/// A walk over the rows of a running query. It cannot be copied, and frees its statement for the
/// next use when it goes out of scope.
@usableFromInline
package struct Cursor: ~Copyable {
  private let statement: Statement

  /// The row that the last call of `next` reached; meaningless before it and after the end.
  package let row: Row

  @usableFromInline init(started statement: Statement) {
    self.statement = statement
    row = Row(of: statement)
  }

  deinit { statement.end() }

  /// Moves to the next row, if there is one; `SQLiteError` such as `interrupted` or `corrupt`.
  package mutating func next() throws(SQLiteError) -> Bool {
    try statement.step()
  }
}
