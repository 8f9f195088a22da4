// SPDX-License-Identifier: MIT

/// A value that SQLite can store.
@usableFromInline
package protocol Bindable {
  /// Gives the value to a placeholder.
  ///
  /// - Parameter index: The placeholder, counted from 1.
  /// - Throws: `SQLiteError`, such as `tooBig`.
  func bind(to statement: Statement, at index: Int32) throws(SQLiteError)
}

extension Int64: Bindable {
  @inlinable package func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(integer: self, at: index)
  }
}

extension Int: Bindable {
  @inlinable package func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(integer: Int64(self), at: index)
  }
}

extension Bool: Bindable {
  @inlinable package func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(integer: self ? 1 : 0, at: index)
  }
}

extension Double: Bindable {
  @inlinable package func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(real: self, at: index)
  }
}

extension String: Bindable {
  @inlinable package func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(text: self, at: index)
  }
}

extension [UInt8]: Bindable {
  @inlinable package func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(blob: self, at: index)
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  @inlinable package func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    // A placeholder without a value is NULL, because every run starts with cleared bindings.
    if let value = self { try value.bind(to: statement, at: index) }
  }
}
