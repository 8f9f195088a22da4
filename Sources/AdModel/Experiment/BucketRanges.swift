// SPDX-License-Identifier: MIT

/// The buckets of an experiment that an arm owns: ranges of numbers below ``count``, of which a store
/// falls into one for good.
///
/// Written as `0-499 2000-2499`. An arm that grows gets ranges besides those that it has, so that no
/// store changes its arm.
package struct BucketRanges: Hashable, Sendable, CustomStringConvertible {
  /// How many buckets there are: each has a hundredth of a percent of the stores.
  package static let count = 10_000

  /// The ranges in ascending order, none next to another.
  package private(set) var ranges: [ClosedRange<Int>] = []

  /// No buckets.
  package init() {}

  /// Reads ranges.
  /// - Throws: `InvalidValue` with `malformed` for a text that holds something else than ranges,
  ///   `outOfRange` for a bucket that there is not.
  package init(_ text: String) throws(InvalidValue) {
    var sum = 0
    for word in text.split(separator: " ") {
      let bounds = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = bounds.first ?? nil, let last = bounds.last ?? nil, bounds.count <= 2,
        first <= last
      else {
        throw InvalidValue(
          .malformed, field: Self.field,
          reason: "\(text.quotedForDisplay) is no list of ranges such as 0-499 2000-2499")
      }
      guard first >= 0, last < Self.count else {
        throw InvalidValue(
          .outOfRange, field: Self.field,
          reason: "\(word) goes beyond the buckets, which are 0 to \(Self.count - 1)")
      }
      insert(first...last)
      sum += last - first + 1
    }
    guard sum == size else {
      throw InvalidValue(
        .contradiction, field: Self.field,
        reason: "\(text.quotedForDisplay) names a bucket twice; name each once")
    }
  }

  private static let field = "buckets"

  /// How many buckets there are in the ranges.
  package var size: Int { ranges.reduce(0) { $0 + $1.count } }

  /// The share of all stores, in percent.
  package var share: Double { Double(size) * 100 / Double(Self.count) }

  /// Whether a bucket is among them.
  package func contains(_ bucket: Int) -> Bool { ranges.contains { $0.contains(bucket) } }

  /// Whether any bucket is also among others.
  package func overlaps(_ other: BucketRanges) -> Bool {
    ranges.contains { range in other.ranges.contains { $0.overlaps(range) } }
  }

  /// Adds a range; what touches one that is there becomes one with it.
  package mutating func insert(_ range: ClosedRange<Int>) {
    var whole = range
    ranges.removeAll { other in
      let touches =
        other.lowerBound <= whole.upperBound + 1 && whole.lowerBound <= other.upperBound + 1
      if touches {
        whole =
          min(whole.lowerBound, other.lowerBound)...max(whole.upperBound, other.upperBound)
      }
      return touches
    }
    ranges.append(whole)
    ranges.sort { $0.lowerBound < $1.lowerBound }
  }

  /// The ranges as they are read.
  package var description: String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: " ")
  }

  /// The bucket of a store in an experiment: the first eight bytes of the SHA-256 of
  /// `SALT:STORE`, as a number, modulo ``count``.
  /// - Parameters:
  ///   - salt: The experiment's salt, so that experiments are independent of each other.
  ///   - store: The store's random id, as the 32 digits that exports have.
  package static func bucket(ofStore store: String, salt: String) -> Int {
    let hash = ContentHasher.hash("\(salt):\(store)")
    let number = hash.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(number % UInt64(count))
  }
}
