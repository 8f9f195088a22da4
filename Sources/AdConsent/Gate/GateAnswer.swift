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
  /// before; nil where nothing is allowed, and for what does not run out, as opt-outs.
  public let expiresAt: Timestamp?
  /// What may be handed on, with the record's strings as the gate decoded them; nil where nothing
  /// is allowed.
  public let relayed: RelayedConsent?
  /// Everything that the person said; nothing where it could not be read.
  package var state = ConsentState.empty

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
  /// Decides by everything that a person said, and tells until when.
  ///
  /// - Returns: The decision with its record, its end and what may be handed on.
  package func answer(_ state: ConsentState, at time: Timestamp) -> GateAnswer {
    let judgement = judge(state, at: time)
    let decision = judgement.explanation.decision
    let statement = decision.isAllowed ? judgement.record?.statement : nil
    var answer = GateAnswer(
      decision: decision, record: judgement.record,
      expiresAt: statement.flatMap { _ in judgement.end },
      relayed: statement.flatMap { statement in
        judgement.signals.map {
          RelayedConsent(
            of: statement, decoded: $0, at: time, restricts: judgement.restricts,
            age: judgement.ageTreatment)
        }
      })
    answer.state = state
    return answer
  }
}
