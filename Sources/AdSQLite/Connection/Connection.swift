// SPDX-License-Identifier: MIT
import CAdSQLite

/// One connection to a database file, with the statements prepared on it.
///
/// A connection is used by one thread at a time; whoever shares it puts it behind a lock.
@safe package final class Connection {
  /// The version of the SQLite that is linked, such as `3.40.1`.
  package static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// How a file is opened.
  package enum Mode: Sendable {
    /// Opens the file for writing and creates it, readable by its owner alone, where it is missing.
    case create
    /// Opens an existing file for writing.
    case readWrite
    /// Opens an existing file for reading. Its write-ahead log is read too, which needs the right
    /// to write in the folder when no other connection is open.
    case readOnly
    /// Opens an existing file to look for damage: nothing can be written and the log stays as it
    /// is, but SQLite checks the rules of columns, which it does not on other connections that
    /// cannot write. A file that may not be written is opened for reading.
    case examining
    /// Opens an existing file so that nobody else can have it open, and changes nothing about how it
    /// keeps its log.
    case alone

    /// Whether the connection may change the file.
    package var isWritable: Bool {
      switch self {
      case .create, .readWrite, .alone: true
      case .readOnly, .examining: false
      }
    }
  }

  /// The file that is expected, and the limits of a connection to it.
  package struct Configuration: Sendable {
    /// The number that marks a file as ours.
    package var applicationID: Int32
    /// The newest schema version that the program knows.
    package var newestVersion: Int32
    /// How long a write waits for another connection, in milliseconds.
    package var busyTimeout: Int32 = 5_000
    /// How much of the file may be kept in memory, in kibibytes.
    package var cacheSize: Int32 = 8_000

    /// Creates a configuration with the usual time to wait and memory.
    package init(applicationID: Int32, newestVersion: Int32) {
      self.applicationID = applicationID
      self.newestVersion = newestVersion
    }
  }

  /// How the file was opened.
  package let mode: Mode
  /// The file as the caller named it.
  package let path: String

  private var pointer: OpaquePointer?
  private var cache = StatementCache()
  private var composed = ComposedStatements()
  var progressHandler: ProgressHandler?
  var transactionKind: TransactionKind?
  /// How long another connection is waited for, in milliseconds.
  var busyTimeout: Int32 = 0

  /// Takes over an open handle; `Connection+Opening.swift` makes it ready.
  @unsafe init(handle: OpaquePointer, path: String, mode: Mode) {
    unsafe pointer = handle
    self.path = path
    self.mode = mode
  }

  deinit {
    finalizeStatements()
    if let pointer = unsafe pointer { unsafe sqlite3_close_v2(pointer) }
  }

  /// Returns the prepared statement of a literal, which stays prepared until the connection closes.
  ///
  /// Only a literal is taken, so no value can be pasted into the SQL. The literal's address is the
  /// key: finding a statement costs no comparison of text.
  ///
  /// - Parameter sql: Exactly one statement.
  /// - Throws: `error` when the SQL is wrong, `misuse` after `close`.
  /// - Complexity: O(log n) in the statements prepared so far; the first use prepares the
  ///   statement, some 6 µs.
  package func statement(_ sql: StaticString) throws(SQLiteError) -> Statement {
    let key = UInt(bitPattern: unsafe sql.utf8Start)
    if let statement = cache[key] { return statement }
    let statement = try unsafe Statement(handle: live(), sql: sql.description, persistent: true)
    cache.add(statement, under: key)
    return statement
  }

  /// Prepares a statement that was put together at run time, and destroys it when `body` returns.
  ///
  /// - Parameters:
  ///   - sql: Exactly one statement, with placeholders for its values.
  ///   - body: Uses the statement, which throws `misuse` if it is kept for later.
  /// - Throws: `SQLiteError`, and whatever `body` throws.
  package func prepare<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result
  {
    let statement = try unsafe Statement(handle: live(), sql: sql, persistent: false)
    defer { statement.finalize() }
    return try body(statement)
  }

  /// Prepares a statement that was put together at run time, or takes one with the same text that
  /// was used lately, and keeps it when `body` returns.
  ///
  /// - Parameters:
  ///   - sql: Exactly one statement, with placeholders for its values.
  ///   - body: Uses the statement, and must not keep it.
  /// - Throws: `SQLiteError`, and whatever `body` throws.
  package func reuse<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
    let statement =
      try composed.removeStatement(for: sql)
      ?? (unsafe Statement(handle: live(), sql: sql, persistent: true))
    defer {
      if statement.isInUse {
        statement.finalize()
      } else {
        composed.keep(statement, under: sql)
      }
    }
    return try body(statement)
  }

  /// The SQL of every statement that is prepared on the connection now.
  package var preparedStatements: [String] {
    guard let pointer = unsafe pointer else { return [] }
    var found: [String] = []
    var next = unsafe sqlite3_next_stmt(pointer, nil)
    while let statement = unsafe next {
      found.append(unsafe sqlite3_sql(statement).map { unsafe String(cString: $0) } ?? "")
      unsafe next = sqlite3_next_stmt(pointer, statement)
    }
    return found
  }

  /// The number of rows that the last finished INSERT, UPDATE or DELETE changed.
  package var changes: Int {
    guard let pointer = unsafe pointer else { return 0 }
    return Int(unsafe sqlite3_changes64(pointer))
  }

  /// The rowid of the last row inserted on this connection.
  package var lastInsertedRow: Int64 {
    guard let pointer = unsafe pointer else { return 0 }
    return unsafe sqlite3_last_insert_rowid(pointer)
  }

  /// Closes the connection and destroys its statements.
  ///
  /// The last connection to a file also moves its write-ahead log into the file. Letting go of a
  /// connection closes it too, but reports nothing.
  ///
  /// - Throws: `misuse` when a cursor is still open, a transaction still runs, or a statement would
  ///   outlive the connection; then the connection stays open.
  package func close() throws(SQLiteError) {
    guard let pointer = unsafe pointer else { return }
    if let busy = cache.statements.first(where: { $0.isInUse }) {
      throw SQLiteError(code: .misuse, message: "closed while a cursor is open", sql: busy.sql)
    }
    guard !isInTransaction else {
      throw SQLiteError(code: .misuse, message: "closed inside a transaction")
    }
    finalizeStatements()
    if let orphan = preparedStatements.first {
      throw SQLiteError(code: .misuse, message: "a statement outlives its connection", sql: orphan)
    }
    if mode == .examining, DatabaseFile(path: path).hasEmptyLog {
      // Nothing is moved then, and no empty files stay.
      keepLog(false)
    }
    let result = unsafe sqlite3_close(pointer)
    guard result == SQLITE_OK else {
      throw unsafe SQLiteError.last(of: pointer, result: result, sql: nil)
    }
    unsafe self.pointer = nil
  }

  /// The handle for a call into SQLite.
  @unsafe func live() throws(SQLiteError) -> OpaquePointer {
    guard let pointer = unsafe pointer else {
      throw SQLiteError(code: .misuse, message: "the connection is closed")
    }
    return unsafe pointer
  }

  /// Uses another handle from now on. Nothing of the file behind the former one is moved or deleted.
  @unsafe func replace(handle: OpaquePointer) {
    keepLog()
    finalizeStatements()
    unsafe sqlite3_close_v2(pointer)
    unsafe pointer = handle
  }

  /// Has the log stay as it is when the connection closes.
  func keepLog(_ keeps: Bool = true) {
    guard let pointer = unsafe pointer else { return }
    let option = SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE
    _ = unsafe adview_db_config_bool(pointer, option, keeps ? 1 : 0, nil)
  }

  private func finalizeStatements() {
    for statement in cache.statements { statement.finalize() }
    cache.removeAll()
    composed.removeAll()
  }
}
