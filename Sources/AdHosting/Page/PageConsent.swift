// SPDX-License-Identifier: MIT
public import AdConsent
public import AdInjection
import AdLoading

/// How consent stands for the person who looks at a page.
public struct PageConsent: Equatable, Sendable {
  /// The gate's decision.
  public var decision: GateDecision
  /// What pages are told; not used where the gate is closed.
  public var handOff: ConsentHandOff
  /// When an open gate closes by itself, in milliseconds of the page's clock; `nil` for never.
  public var expiresAt: Int64?

  /// Nobody has been asked.
  public static let unanswered = PageConsent(.blocked(.noRecord))

  /// Describes how consent stands.
  public init(
    _ decision: GateDecision, handOff: ConsentHandOff = ConsentHandOff(), expiresAt: Int64? = nil
  ) {
    self.decision = decision
    self.handOff = handOff
    self.expiresAt = expiresAt
  }
}
