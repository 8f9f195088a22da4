// SPDX-License-Identifier: MIT
public import AdModel

/// Whether ads may be loaded now, and under which permit.
///
/// The gate of the consent rules decides; the loading engine only obeys it.
/// These cases are all; none will be added.
public enum LoadGate: Hashable, Sendable {
  /// Ads may be loaded; each load carries the permit.
  case open(LoadPermit)
  /// Nothing may be loaded, and what is loaded is unloaded.
  case closed(ClosedCause)

  /// Why the gate is closed. Cases may be added: `switch` over it with a `default`.
  public enum ClosedCause: String, CaseIterable, Hashable, Sendable {
    /// No answer is recorded yet.
    case unanswered
    /// The last answer was withdrawn or erased.
    case withdrawn
    /// The last answer is past its expiry.
    case expired
    /// The last answer does not open the gate: it is partial, refused or invalid.
    case changed
    /// What holds cannot be said: the store could not be read, or an answer is not stored yet.
    case failed
    /// The page was removed from the inventory.
    case pageRemoved
  }

  /// Whether ads may be loaded.
  public var isOpen: Bool { if case .open = self { true } else { false } }

  /// The cause that ads unloaded by this gate get.
  ///
  /// Under an open gate it is `consentChanged`: such an ad was loaded under an earlier answer.
  package var unloadCause: TransitionCause {
    switch self {
    case .open, .closed(.unanswered), .closed(.changed), .closed(.failed): .consentChanged
    case .closed(.withdrawn): .consentWithdrawn
    case .closed(.expired): .consentExpired
    case .closed(.pageRemoved): .unitPaused
    }
  }
}
