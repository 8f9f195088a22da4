// SPDX-License-Identifier: MIT

/// Purposes, special features or a publisher's own purposes by number, 1 to 63.
package struct PurposeSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The numbers that a set can hold.
  package static let idRange = 1...63

  /// Purpose 1 is the top bit.
  private var bits: UInt64

  /// Makes a set of the given purposes.
  /// - Precondition: Each number is within ``idRange``.
  /// - Parameter purposes: The purposes' numbers in any order; repeated ones count once.
  package init(_ purposes: some Sequence<Int>) {
    bits = 0
    for purpose in purposes {
      precondition(Self.idRange.contains(purpose), "purposes are numbered from 1 to 63")
      bits |= 1 << UInt64(64 - purpose)
    }
  }

  /// Makes a set of the purposes written out.
  /// - Precondition: Each number is within ``idRange``.
  package init(arrayLiteral elements: Int...) { self.init(elements) }

  /// Reads a bit field, purpose 1 first.
  init(bitField: UInt64, width: Int) { bits = bitField << UInt64(64 - width) }

  /// Tells whether a purpose is in the set; any number may be asked for.
  /// - Returns: Whether the set holds it.
  package func contains(_ purpose: Int) -> Bool {
    Self.idRange.contains(purpose) && bits >> UInt64(64 - purpose) & 1 == 1
  }

  /// Whether no purpose is in the set.
  package var isEmpty: Bool { bits == 0 }

  /// The purposes' numbers, ascending.
  package var ids: [Int] { Self.idRange.filter(contains) }
}
