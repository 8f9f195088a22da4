// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

// Integers that no program of ours stores: reckoning with them would overflow, and to show the
// nearest possible one would hide that the file was altered.

extension Row {
  /// A time.
  /// - Throws: ``StoreError`` with `corrupt` for a time that cannot be written as a date.
  borrowing func time(
    _ column: Int32, of row: @autoclosure () -> String
  ) throws(StoreError) -> Timestamp {
    let milliseconds = int64(column)
    guard Timestamp.range.contains(milliseconds) else {
      throw .impossible(milliseconds, as: "a time", in: row())
    }
    return Timestamp(milliseconds: milliseconds)
  }

  /// How many there are of something.
  /// - Throws: ``StoreError`` with `corrupt` for a number below 0, or above a million millions.
  borrowing func number(
    _ column: Int32, of row: @autoclosure () -> String
  ) throws(StoreError) -> Int {
    let number = int64(column)
    guard 0...(1 << 40) ~= number else { throw .impossible(number, as: "a number", in: row()) }
    return Int(number)
  }
}

extension StoreError {
  fileprivate static func impossible(
    _ value: Int64, as what: String, in row: String
  ) -> StoreError {
    StoreError(
      .corrupt, "the database holds \(value) as \(what) in \(row), which cannot be",
      recovery: .findDamage)
  }
}
