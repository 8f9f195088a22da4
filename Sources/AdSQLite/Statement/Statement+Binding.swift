// SPDX-License-Identifier: MIT
import CAdSQLite

// SQLite copies text and blobs (SQLITE_TRANSIENT): measured, that costs no more than keeping the
// caller's memory alive through the whole run, and nothing can dangle.
extension Statement {
  @usableFromInline func bind(integer value: Int64, at index: Int32) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_int64(try live(), index, value))
  }

  /// Binds a number; SQLite would store a NaN as NULL without a word, so it is refused.
  @usableFromInline func bind(real value: Double, at index: Int32) throws(SQLiteError) {
    guard !value.isNaN else {
      throw SQLiteError(
        code: .constraintDataType, message: "value \(index) is not a number", sql: sql)
    }
    try check(unsafe sqlite3_bind_double(try live(), index, value))
  }

  @usableFromInline func bind(text value: String, at index: Int32) throws(SQLiteError) {
    let pointer = try unsafe live()
    var value = value
    let result = value.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { text in
        unsafe sqlite3_bind_text64(
          pointer, index, text.baseAddress ?? Self.nothing, UInt64(text.count), Self.copied,
          UInt8(SQLITE_UTF8))
      }
    }
    try check(result)
  }

  @usableFromInline func bind(blob value: [UInt8], at index: Int32) throws(SQLiteError) {
    let pointer = try unsafe live()
    let result = unsafe value.withUnsafeBytes { bytes in
      unsafe bytes.isEmpty
        ? unsafe sqlite3_bind_zeroblob(pointer, index, 0)
        : unsafe sqlite3_bind_blob64(
          pointer, index, bytes.baseAddress, UInt64(bytes.count), Self.copied)
    }
    try check(result)
  }

  @inline(__always)
  private func check(_ result: Int32) throws(SQLiteError) {
    guard result != SQLITE_OK else { return }
    throw unsafe SQLiteError.last(
      of: sqlite3_db_handle(try live()), result: result, sql: sql)
  }

  /// SQLITE_TRANSIENT, a macro that Swift cannot import.
  private static var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// A non-null address for empty text, since SQLite takes a null one for NULL.
  private static var nothing: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
