// SPDX-License-Identifier: MIT
import CAdSQLite

/// One prepared statement of a connection.
///
/// A connection owns its statements and finalizes them when it closes; using one after that throws
/// `misuse`. A statement serves one use at a time: starting it anew while a `Cursor` still walks
/// its rows throws `misuse` too, instead of silently restarting the cursor.
@usableFromInline
@safe package final class Statement {
  private var pointer: OpaquePointer?
  private let parameterCount: Int32
  private(set) var isInUse = false

  /// Prepares `sql`, which must hold exactly one statement.
  @unsafe init(handle: OpaquePointer, sql: String, persistent: Bool) throws(SQLiteError) {
    var prepared: OpaquePointer?
    var sql = sql
    let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let (result, hasTail) = sql.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        let result = unsafe sqlite3_prepare_v3(
          handle, text.baseAddress, Int32(text.count), flags, &prepared, &tail)
        guard let start = text.baseAddress, let end = unsafe tail else {
          return (result, false)
        }
        let rest = unsafe UnsafeBufferPointer(rebasing: text[(end - start)...])
        return (result, unsafe rest.contains { !" \n\t\r;".utf8.contains(UInt8(bitPattern: $0)) })
      }
    }
    guard result == SQLITE_OK else {
      throw unsafe SQLiteError.last(of: handle, result: result, sql: sql)
    }
    guard let statement = unsafe prepared else {
      throw SQLiteError(code: .misuse, message: "the SQL holds no statement", sql: sql)
    }
    guard !hasTail else {
      unsafe sqlite3_finalize(statement)
      throw SQLiteError(code: .misuse, message: "the SQL holds more than one statement", sql: sql)
    }
    unsafe pointer = statement
    parameterCount = unsafe sqlite3_bind_parameter_count(statement)
  }

  deinit { finalize() }

  /// The SQL as it was prepared, with its placeholders.
  package var sql: String {
    guard let pointer = unsafe pointer, let text = unsafe sqlite3_sql(pointer) else { return "" }
    return unsafe String(cString: text)
  }

  /// The names of the columns that the statement returns.
  package var columnNames: [String] {
    guard let pointer = unsafe pointer else { return [] }
    return (0..<(unsafe sqlite3_column_count(pointer))).map { index in
      guard let name = unsafe sqlite3_column_name(pointer, index) else { return "" }
      return unsafe String(cString: name)
    }
  }

  // MARK: For the connection, the cursor and the bindings

  /// The pointer for a call into SQLite.
  @unsafe func live() throws(SQLiteError) -> OpaquePointer {
    guard let pointer = unsafe pointer else {
      throw SQLiteError(code: .misuse, message: "the statement's connection is closed")
    }
    return unsafe pointer
  }

  /// Claims the statement for one run.
  @usableFromInline func begin(parameters: Int) throws(SQLiteError) {
    guard !isInUse else {
      throw SQLiteError(code: .misuse, message: "the statement is already running", sql: sql)
    }
    guard parameters == Int(parameterCount) else {
      throw SQLiteError(
        code: .range, message: "values expected: \(parameterCount), given: \(parameters)", sql: sql)
    }
    isInUse = true
  }

  /// Makes one step; true when a row is ready.
  @usableFromInline func step() throws(SQLiteError) -> Bool {
    let pointer = try unsafe live()
    let result = unsafe sqlite3_step(pointer)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE { return false }
    throw unsafe SQLiteError.last(of: sqlite3_db_handle(pointer), result: result, sql: sql)
  }

  /// Ends a run and forgets the bound values, which may be personal.
  @usableFromInline func end() {
    isInUse = false
    guard let pointer = unsafe pointer else { return }
    unsafe sqlite3_reset(pointer)
    if parameterCount > 0 { unsafe sqlite3_clear_bindings(pointer) }
  }

  /// Destroys the statement; later uses throw.
  func finalize() {
    guard let pointer = unsafe pointer else { return }
    unsafe sqlite3_finalize(pointer)
    unsafe self.pointer = nil
    isInUse = false
  }
}
