// SPDX-License-Identifier: MIT

/// The law under which a consent was asked for, in Didomi's ids.
/// Cases may be added: `switch` over it with a `default`.
public enum Regulation: String, CaseIterable, Hashable, Sendable {
  /// The EU's General Data Protection Regulation, and the United Kingdom's.
  case gdpr
  /// The California Privacy Rights Act, which took the place of the CCPA.
  case cpra
  /// The Colorado Privacy Act.
  case cpa
  /// The Connecticut Data Privacy Act.
  case ctdpa
  /// The Virginia Consumer Data Protection Act.
  case vcdpa
  /// No regulation applies.
  case none

  /// Reads an id of either case; `ccpa`, which older platforms write, is ``cpra``.
  package init?(spelling text: String) {
    let id = text.lowercased()
    guard let regulation = id == "ccpa" ? .cpra : Regulation(rawValue: id) else { return nil }
    self = regulation
  }

  /// How silence is taken under this law.
  package var model: ConsentModel {
    switch self {
    case .gdpr: .optIn
    case .cpra, .cpa, .ctdpa, .vcdpa: .optOut
    case .none: .unregulated
    }
  }
}

/// Whether a law asks before, lets people refuse after, or says nothing.
package enum ConsentModel: Hashable, Sendable {
  /// Nothing is allowed until it is agreed to.
  case optIn
  /// People may opt out of the sale and sharing of their data.
  case optOut
  /// No law asks for anything.
  case unregulated
}
