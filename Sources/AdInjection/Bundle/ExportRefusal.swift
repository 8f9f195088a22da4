// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel

/// Why a bundle is not made. Cases may be added: `switch` over it with a `default`.
public enum ExportRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The consent gate is closed.
  case consent(BlockReason)
  /// The GDPR applies, the page expects a standalone `__tcfapi`, and the consent has no TC string.
  case noTCString
  /// The unit is paused or archived.
  case inactive(AdUnitID, InventoryUnit.Status)

  /// What is in the way.
  package var obstacle: String {
    switch self {
    case .consent(let reason): "consent refuses it: \(reason.explanation)"
    case .noTCString: "the consent record has no TC string to hand over"
    case .inactive(let unit, let status): "ad unit '\(unit)' is \(status.rawValue)"
    }
  }

  /// What to do about it.
  package var remedy: String {
    switch self {
    case .consent:
      "record a choice, or ask for a bundle without consent, which may not be loaded"
    case .noTCString:
      "record the choice with its TC string, or hand it over in Didomi's form"
    case .inactive: "activate it, or ask for inactive units as well"
    }
  }

  /// The obstacle and its remedy.
  public var description: String { "\(obstacle); \(remedy)" }
}
