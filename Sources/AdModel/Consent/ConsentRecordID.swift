// SPDX-License-Identifier: MIT

/// The number of a consent record: its sequence in the ledger, counted from 1.
public struct ConsentRecordID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The sequence number.
  public let rawValue: Int64

  /// Names the record with a sequence number.
  public init(_ rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The number in decimal digits.
  public var description: String { String(rawValue) }

  /// Orders by sequence.
  /// - Parameter right: The record number to compare it with.
  /// - Returns: Whether the left one is older.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
