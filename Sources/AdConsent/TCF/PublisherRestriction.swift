// SPDX-License-Identifier: MIT

/// A publisher's restriction of vendors for one purpose.
///
/// Source: TCF, TC String Format, Publisher Restrictions Section.
package struct PublisherRestriction: Hashable, Sendable {
  /// The kinds of restriction, by their number on the wire.
  package enum Kind: Int, CaseIterable, Hashable, Sendable {
    /// The purpose is not allowed, whatever the vendor declares.
    case notAllowed
    /// The vendor needs consent.
    case requireConsent
    /// The vendor needs legitimate interest.
    case requireLegitimateInterest
    /// A number that the specification does not use.
    case undefined
  }

  /// The purpose, 0 to 63; the policies have 1 to 11, and none is 0 or beyond 24.
  package var purpose: Int
  /// The kind of restriction.
  package var kind: Kind
  /// The vendors it is meant for; may name vendors that no longer exist.
  package var vendors: VendorSet

  /// Joins the parts of a restriction.
  package init(purpose: Int, kind: Kind, vendors: VendorSet) {
    self.purpose = purpose
    self.kind = kind
    self.vendors = vendors
  }
}
