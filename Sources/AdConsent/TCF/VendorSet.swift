// SPDX-License-Identifier: MIT

package import AdModel

/// Vendors by their number on the Global Vendor List, with look-up in constant time.
///
/// Two sets are equal when they hold the same vendors and declare the same ``maximum``.
package struct VendorSet: Hashable, Sendable {
  /// The numbers that a vendor can have: 16 bits, from 1.
  package static let idRange = 1...65_535

  /// One bit a vendor; vendor 1 is the top bit of the first word.
  private(set) var words: [UInt64] = []
  /// The highest vendor that the set speaks about (`MaxVendorId`), 0 where it holds none.
  ///
  /// It is not always in the set: a bit field may end in zeros.
  package private(set) var maximum = 0

  /// Makes a set without vendors.
  package init() {}

  /// Makes a set of the given vendors, declared up to the highest of them.
  /// - Parameter vendors: The vendors' numbers in any order; repeated ones count once.
  /// - Throws: `InvalidValue` with `outOfRange` for a number outside ``idRange``.
  package init(_ vendors: some Sequence<Int>) throws(InvalidValue) {
    for vendor in vendors {
      guard Self.idRange.contains(vendor) else {
        throw InvalidValue(
          .outOfRange, field: "vendor id",
          reason: "\(vendor) is not a vendor number; they go from 1 to 65535")
      }
      insert(vendor...vendor)
    }
  }

  /// Makes an empty set that speaks about the vendors up to a number.
  init(maximum: Int) {
    self.maximum = maximum
    words = [UInt64](repeating: 0, count: (maximum + 63) / 64)
  }

  /// Adds vendors, raising the maximum where they exceed it.
  mutating func insert(_ vendors: ClosedRange<Int>) {
    if vendors.upperBound > maximum {
      maximum = vendors.upperBound
      let missing = (maximum + 63) / 64 - words.count
      // Room for the vendors of today's list at once, since ranges come in ascending order.
      if words.isEmpty { words.reserveCapacity(Swift.max(missing, 24)) }
      if missing > 0 { words.append(contentsOf: repeatElement(0, count: missing)) }
    }
    let first = vendors.lowerBound - 1
    let last = vendors.upperBound - 1
    let head = UInt64.max >> UInt64(first & 63)
    let tail = UInt64.max << UInt64(63 - last & 63)
    guard first >> 6 < last >> 6 else {
      words[first >> 6] |= head & tail
      return
    }
    words[first >> 6] |= head
    for index in (first >> 6 + 1)..<(last >> 6) { words[index] = .max }
    words[last >> 6] |= tail
  }

  /// Replaces a word of 64 vendors.
  mutating func setWord(_ index: Int, to bits: UInt64) { words[index] = bits }

  /// Tells whether a vendor is in the set.
  ///
  /// Takes constant time; any number may be asked for.
  /// - Returns: Whether the set holds it.
  package func contains(_ vendor: Int) -> Bool {
    guard vendor >= 1, vendor <= maximum else { return false }
    return words[(vendor - 1) >> 6] >> UInt64(63 - (vendor - 1) & 63) & 1 == 1
  }

  /// How many vendors are in the set; costs one step for each 64 of ``maximum``.
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether no vendor is in the set.
  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
}

extension VendorSet: Sequence {
  /// Goes through the vendors in ascending order.
  package struct Iterator: IteratorProtocol {
    private let words: [UInt64]
    private var index = 0
    private var rest: UInt64

    fileprivate init(words: [UInt64]) {
      self.words = words
      rest = words.first ?? 0
    }

    /// Takes the next vendor.
    /// - Returns: Its number, or nil at the end.
    package mutating func next() -> Int? {
      while rest == 0 {
        index += 1
        guard index < words.count else { return nil }
        rest = words[index]
      }
      let offset = rest.leadingZeroBitCount
      rest &= ~(1 << UInt64(63 - offset))
      return index * 64 + offset + 1
    }
  }

  /// Starts at the lowest vendor.
  package func makeIterator() -> Iterator { Iterator(words: words) }

  /// The vendors as runs of neighbouring numbers, ascending.
  package var ranges: [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for vendor in self {
      if let last = ranges.last, last.upperBound == vendor - 1 {
        ranges[ranges.count - 1] = last.lowerBound...vendor
      } else {
        ranges.append(vendor...vendor)
      }
    }
    return ranges
  }
}
