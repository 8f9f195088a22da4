// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// What becomes of people's answers that a restored copy lacks, and the database in whose place it is
/// put has.
package struct CarriedConsent: Hashable, Sendable {
  /// How many withdrawals were carried over.
  package internal(set) var withdrawals = 0
  /// How many refusals were.
  package internal(set) var refusals = 0
  /// How many answers that allow something, and less than everything, were: opt-outs, and the rest.
  package internal(set) var restrictions = 0
  /// How many answers that allow personalised ads were, and notices that nobody answered.
  package internal(set) var permissions = 0
  /// How many people were erased in the copy, too.
  package internal(set) var erasures = 0
  /// How many answers that allow personalised ads, and notices, were left out.
  package internal(set) var leftOut = 0
  /// What could not be carried over, in words; empty where nothing is lost.
  package internal(set) var losses: [String] = []

  /// Whether nothing had to be done.
  package var isNothing: Bool { self == CarriedConsent() }
}

/// What a copy takes over of the consent in the database in whose place it is put.
package struct CarryingRules: Hashable, Sendable {
  /// Whether answers that allow personalised ads are carried over like all others.
  package var takesPermissions: Bool
  /// Whether the copy is put in place although something cannot be carried over.
  package var acceptsLosses: Bool

  /// Carries over what restricts, and loses nothing of it.
  package init(takesPermissions: Bool = false, acceptsLosses: Bool = false) {
    self.takesPermissions = takesPermissions
    self.acceptsLosses = acceptsLosses
  }
}

/// A record of another ledger, as it stands there.
struct CarriedRecord {
  let entry: LedgerEntry
  let salt: [UInt8]
  let content: String
}

extension StoreError.Code {
  /// A backup was not put in place, because answers of people in the database there would be lost.
  public static let consentWouldBeLost = Self(rawValue: "consentWouldBeLost")
}
