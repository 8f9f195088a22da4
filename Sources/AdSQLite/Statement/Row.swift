// SPDX-License-Identifier: MIT
import CAdSQLite

/// The current row of a query, read by column index from 0. It cannot be copied, so it cannot
/// outlive the step that produced it.
///
/// SQLite converts between types as its documentation says; a NULL reads as 0 or as empty text,
/// so columns that may hold NULL are read with the `optional` forms.
@usableFromInline
package struct Row: ~Copyable {
  /// How SQLite stores a value.
  package enum Storage: Int32, Sendable {
    /// A 64-bit signed integer.
    case integer = 1
    /// A 64-bit floating point number.
    case real = 2
    /// Text in UTF-8.
    case text = 3
    /// Bytes.
    case blob = 4
    /// No value.
    case null = 5
  }

  private let statement: Statement

  // Never inlined: Swift 6.3 in release mode crashes on inlining what makes a value that cannot be
  // copied from one that is only borrowed.
  @inline(never) @usableFromInline init(of statement: Statement) { self.statement = statement }

  /// The number of columns.
  package var count: Int { unsafe read(0) { Int(unsafe sqlite3_column_count($0)) } }

  /// How the value of a column is stored.
  package func storage(_ column: Int32) -> Storage {
    unsafe read(.null) { Storage(rawValue: unsafe sqlite3_column_type($0, column)) ?? .null }
  }

  /// Whether a column holds NULL.
  package func isNull(_ column: Int32) -> Bool { storage(column) == .null }

  /// A column as an integer.
  package func int64(_ column: Int32) -> Int64 {
    unsafe read(0) { unsafe sqlite3_column_int64($0, column) }
  }

  /// A column as an integer, or nil for NULL.
  package func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

  /// A column as an integer.
  package func int(_ column: Int32) -> Int { Int(truncatingIfNeeded: int64(column)) }

  /// A column as a truth value: 0 is false, all else true.
  package func bool(_ column: Int32) -> Bool { int64(column) != 0 }

  /// A column as a floating point number.
  package func double(_ column: Int32) -> Double {
    unsafe read(0) { unsafe sqlite3_column_double($0, column) }
  }

  /// A column as a floating point number, or nil for NULL.
  package func optionalDouble(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }

  /// A column as text, with whatever NUL characters it holds.
  package func text(_ column: Int32) -> String {
    unsafe withUnsafeText(column) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// A column as text, or nil for NULL.
  package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// A column as bytes.
  package func blob(_ column: Int32) -> [UInt8] {
    unsafe read([]) { pointer in
      guard let start = unsafe sqlite3_column_blob(pointer, column) else { return [] }
      let count = Int(unsafe sqlite3_column_bytes(pointer, column))
      return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
  }

  /// Whether a column's text has exactly the bytes of another, without making a string of it.
  package func text(_ column: Int32, equals text: String) -> Bool {
    unsafe withUnsafeText(column) { stored in
      var text = text
      return text.withUTF8 { bytes in
        guard stored.count == bytes.count else { return false }
        for index in bytes.indices where unsafe stored[index] != bytes[index] {
          return false
        }
        return true
      }
    }
  }

  @unsafe private func withUnsafeText<Result>(
    _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    // The text first, its length after: the call may convert and so change the length.
    guard let pointer = try? unsafe statement.live(),
      let start = unsafe sqlite3_column_text(pointer, column)
    else { return unsafe body(UnsafeBufferPointer(start: nil, count: 0)) }
    let count = Int(unsafe sqlite3_column_bytes(pointer, column))
    return unsafe body(UnsafeBufferPointer(start: start, count: count))
  }

  @inline(__always)
  @unsafe private func read<Result>(
    _ otherwise: Result, _ body: (OpaquePointer) -> Result
  ) -> Result {
    guard let pointer = try? unsafe statement.live() else { return otherwise }
    return unsafe body(pointer)
  }
}
