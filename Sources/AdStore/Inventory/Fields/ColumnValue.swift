// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// A scalar of a document as SQLite stores it; arrays have rows of their own, not a column.
struct ColumnValue: Bindable {
  let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    switch value {
    case .null, .array, .object: break
    case .bool(let flag): try flag.bind(to: statement, at: index)
    case .integer(let integer): try integer.bind(to: statement, at: index)
    case .double(let number): try number.bind(to: statement, at: index)
    case .string(let text): try text.bind(to: statement, at: index)
    }
  }
}
