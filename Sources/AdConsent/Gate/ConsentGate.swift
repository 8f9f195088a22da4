// SPDX-License-Identifier: MIT
public import AdModel

/// Which answers open the gate.
public enum GatePolicy: String, CaseIterable, Hashable, Sendable {
  /// Any complete answer; a refusal is carried by the serving mode.
  case answered
  /// Only an answer that allows personalised or non-personalised ads.
  case consented
}

/// Decides from a consent record whether ads may load, and in which mode.
///
/// It follows Google's rules for vendor 755 and fails closed: what a record does not say is no.
public struct ConsentGate: Hashable, Sendable {
  /// Which answers open the gate.
  public var policy: GatePolicy
  /// When limited ads may be served.
  public var limitedAds: LimitedAdsRule

  /// Makes a gate.
  /// - Parameters:
  ///   - policy: Which answers open it.
  ///   - limitedAds: When limited ads may be served.
  public init(policy: GatePolicy = .answered, limitedAds: LimitedAdsRule = .standard) {
    self.policy = policy
    self.limitedAds = limitedAds
  }

  /// Decides for a person's current record.
  ///
  /// - Parameters:
  ///   - record: The person's last record, or nil where there is none.
  ///   - time: The time to decide for.
  /// - Returns: Blocked with a reason, or allowed with a mode and the record that allows it.
  public func decide(_ record: ConsentRecord?, at time: Timestamp) -> GateDecision {
    explain(record, at: time).decision
  }

  /// Decides, and lists every requirement with whether it holds.
  ///
  /// - Parameters:
  ///   - record: The person's last record, or nil where there is none.
  ///   - time: The time to decide for.
  /// - Returns: The decision with its requirements.
  public func explain(_ record: ConsentRecord?, at time: Timestamp) -> GateExplanation {
    guard let record else { return .noRecord }
    let signals = ConsentSignals(record.statement.strings)
    var requirements: [GateRequirement] = []
    for requirement in standing(of: record, at: time) + validity(of: signals, at: time) {
      requirements.append(requirement)
      if case .gate(let reason) = requirement.effect, !requirement.holds {
        return GateExplanation(decision: .blocked(reason), requirements: requirements)
      }
    }
    requirements += serving(under: record.statement, signals, at: time)
    let mode = ServingMode.allCases.first { mode in
      requirements.allSatisfy { $0.holds || !$0.effect.concerns(mode) }
    }
    let decision = mode.map { GateDecision.allowed(LoadPermit(record: record.id, mode: $0)) }
    return GateExplanation(
      decision: decision ?? .blocked(.notPermitted), requirements: requirements)
  }

  /// What the serving modes need.
  private func serving(
    under statement: ConsentStatement, _ signals: ConsentSignals, at time: Timestamp
  ) -> [GateRequirement] {
    let requirements =
      switch statement.regulation.model {
      case .unregulated: unregulated
      case .optIn:
        signals.tc.compactMap(disclosure)
          + optIn(ConsentEvidence(choices: statement.choices, tc: signals.tc), at: time)
          + signals.usPrivacy.map(Self.optOut)
      case .optOut: Self.optOut(statement.choices, signals)
      }
    return requirements + policyRequirements
  }
}

extension GateRequirement.Effect {
  fileprivate func concerns(_ mode: ServingMode) -> Bool {
    switch self {
    case .gate: true
    case .modes(let modes): modes.contains(mode)
    }
  }
}

extension GateExplanation {
  fileprivate static let noRecord = GateExplanation(
    decision: .blocked(.noRecord),
    requirements: [
      GateRequirement(
        "an answer is recorded", holds: false, effect: .gate(.noRecord), source: RuleSource.gate)
    ])
}
