// SPDX-License-Identifier: MIT

/// Names one web view of a page; a number is never used again, so that what a dropped view still
/// reports is known for what it is.
public struct ViewID: Hashable, Sendable, CustomStringConvertible {
  /// The number, from 1.
  public let number: Int

  init(_ number: Int) { self.number = number }

  /// The number.
  public var description: String { String(number) }
}
