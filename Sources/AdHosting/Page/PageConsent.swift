// SPDX-License-Identifier: MIT
public import AdConsent
public import AdInjection
public import AdLoading

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

  /// Why nothing loads whatever the person said; `nil` where the decision holds.
  public let closing: LoadGate.ClosedCause?

  /// Describes that nothing loads whatever the person said.
  public init(closing cause: LoadGate.ClosedCause) {
    decision = .blocked(.failed)
    handOff = ConsentHandOff()
    closing = cause
  }

  /// The gate that follows.
  var loadGate: LoadGate { closing.map { .closed($0) } ?? decision.loadGate }

  /// Describes how consent stands.
  public init(
    _ decision: GateDecision, handOff: ConsentHandOff = ConsentHandOff(), expiresAt: Int64? = nil
  ) {
    self.decision = decision
    self.handOff = handOff
    self.expiresAt = expiresAt
    closing = nil
  }
}
