// SPDX-License-Identifier: MIT
import CAdSQLite

/// An error that SQLite reported: its extended code, its words and the SQL that ran, never the
/// values bound to it, which may be personal.
@usableFromInline
package struct SQLiteError: Error, Hashable, Sendable {
  /// SQLite's extended result code, to switch on.
  package let code: Code
  /// SQLite's own description.
  package let message: String
  /// The statement that failed, with its placeholders; nil where no statement was involved.
  package let sql: String?

  /// Creates an error from its parts.
  package init(code: Code, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }
}

extension SQLiteError: CustomStringConvertible {
  @usableFromInline package var description: String {
    let statement = sql.map { " in \"\($0)\"" } ?? ""
    return "SQLite error \(code.rawValue) (\(code.name)): \(message)\(statement)"
  }
}

extension SQLiteError {
  /// Reads the error that a connection holds after a failed call.
  ///
  /// Constraint messages of SQLite name columns, never values, so the message can be kept whole.
  @unsafe static func last(of handle: OpaquePointer?, result: Int32, sql: String?) -> SQLiteError {
    let code = Code(rawValue: result)
    guard let handle = unsafe handle, unsafe sqlite3_extended_errcode(handle) == result,
      let text = unsafe sqlite3_errmsg(handle)
    else { return SQLiteError(code: code, message: code.explanation, sql: sql) }
    return SQLiteError(code: code, message: unsafe String(cString: text), sql: sql)
  }
}
