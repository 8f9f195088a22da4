// SPDX-License-Identifier: MIT
import CSQLite3

/// A connection through the C API and nothing else, with the settings that ours have.
final class DirectDatabase {
  let handle: OpaquePointer

  init(path: String, writes: Bool) throws {
    var opened: OpaquePointer?
    let flags = (writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
      throw Failure(description: "cannot open \(path)")
    }
    handle = opened
    try execute("PRAGMA cache_size = -16384; PRAGMA cell_size_check = 1; PRAGMA foreign_keys = 1")
    if writes {
      try execute(
        """
        PRAGMA journal_mode = wal; PRAGMA synchronous = 2; PRAGMA secure_delete = 1;
        PRAGMA journal_size_limit = 16777216
        """)
    } else {
      try execute("PRAGMA query_only = 1")
    }
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  func prepare(_ sql: String) throws -> DirectStatement {
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil) == SQLITE_OK, let prepared
    else { throw failure(sql) }
    return DirectStatement(prepared, of: self)
  }

  /// How many bytes tables and indexes take.
  func usedBytes() throws -> Int64 {
    var values: [Int64] = []
    for name in ["page_count", "freelist_count", "page_size"] {
      let pragma = try prepare("PRAGMA \(name)")
      values.append(try pragma.step() ? pragma.integer(0) : 0)
    }
    return (values[0] - values[1]) * values[2]
  }

  func close() { sqlite3_close_v2(handle) }

  func failure(_ sql: String) -> Failure {
    Failure(description: "\(String(cString: sqlite3_errmsg(handle))) in \(sql)")
  }
}

/// A prepared statement, bound and read call by call.
final class DirectStatement {
  let handle: OpaquePointer
  private let database: DirectDatabase

  init(_ handle: OpaquePointer, of database: DirectDatabase) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }
  func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(handle, index, value) }
  func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

  func bind(_ index: Int32, _ value: String) {
    var value = value
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        _ = sqlite3_bind_text(handle, index, text.baseAddress, Int32(text.count), Self.transient)
      }
    }
  }

  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw database.failure(String(cString: sqlite3_sql(handle)))
    }
  }

  /// Runs a statement without rows and makes it ready for the next run.
  func run() throws {
    while try step() {}
    sqlite3_reset(handle)
  }

  func reset() { sqlite3_reset(handle) }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
