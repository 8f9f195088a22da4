// SPDX-License-Identifier: MIT

/// One section of a GPP string: the privacy signals of one jurisdiction.
package struct GPPSection: Hashable, Sendable {
  /// The section's number in the registry.
  package let id: GPPSectionID
  /// The section as it came, to be relayed byte for byte.
  package let text: String
}

/// The number of a section in the registry of the Global Privacy Platform.
///
/// Numbers that are not listed here may stand in a string too; their sections are relayed.
///
/// Source: IAB Tech Lab, Global Privacy Platform, "Section Information".
package struct GPPSectionID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number, from 1.
  package let rawValue: Int

  /// Takes a number.
  /// - Parameter rawValue: The number, from 1.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Europe: a TC string.
  package static let tcfEU = GPPSectionID(rawValue: 2)
  /// Canada: a string of the TCF Canada.
  package static let tcfCanada = GPPSectionID(rawValue: 5)
  /// The United States before GPP: a US Privacy string.
  package static let usPrivacy = GPPSectionID(rawValue: 6)
  /// The United States as a whole.
  package static let usNational = GPPSectionID(rawValue: 7)

  /// Orders by number.
  /// - Parameter right: The one to compare it with.
  /// - Returns: Whether the left one is lower.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
