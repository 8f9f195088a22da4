// SPDX-License-Identifier: MIT
public import AdModel

/// What the gate says for a person at a time, with what it rests on and until when that holds.
public struct GateAnswer: Hashable, Sendable {
  /// Whether ads may load, and in which mode.
  public let decision: GateDecision
  /// The record that holds for the person, also where it opens nothing; nil where there is none or
  /// it could not be read.
  public let record: ConsentRecord?
  /// The first moment at which an allowed decision holds no longer, unless the person answers
  /// before; nil where nothing is allowed.
  public let expiresAt: Timestamp?
  /// What may be handed on, with the record's strings as the gate decoded them; nil where nothing
  /// is allowed.
  public let relayed: RelayedConsent?

  /// Puts an answer together, as tests of an app do.
  public init(
    decision: GateDecision, record: ConsentRecord? = nil, expiresAt: Timestamp? = nil,
    relayed: RelayedConsent? = nil
  ) {
    self.decision = decision
    self.record = record
    self.expiresAt = expiresAt
    self.relayed = relayed
  }

  /// The answer where the record could not be read: nothing is allowed.
  public static let failed = blocked(.failed)

  /// An answer that allows nothing and rests on no record.
  package static func blocked(_ reason: BlockReason) -> GateAnswer {
    GateAnswer(decision: .blocked(reason))
  }
}

extension ConsentGate {
  /// Decides for a person's record, and tells until when.
  ///
  /// - Parameter record: The record that holds for the person, or nil where there is none.
  /// - Returns: The decision with its record, its end and what may be handed on.
  package func answer(_ record: ConsentRecord?, at time: Timestamp) -> GateAnswer {
    let (explanation, signals) = evaluate(record, at: time)
    let statement = explanation.decision.isAllowed ? record?.statement : nil
    return GateAnswer(
      decision: explanation.decision, record: record, expiresAt: statement?.expiry.at,
      relayed: statement.flatMap { statement in
        signals.map { RelayedConsent(of: statement, decoded: $0) }
      })
  }
}
