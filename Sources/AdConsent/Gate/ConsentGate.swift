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
    var requirements: [GateRequirement] = []
    for requirement in standing(of: record, at: time) {
      requirements.append(requirement)
      if case .gate(let reason) = requirement.effect, !requirement.holds {
        return GateExplanation(decision: .blocked(reason), requirements: requirements)
      }
    }
    guard let record else {
      return GateExplanation(decision: .blocked(.noRecord), requirements: requirements)
    }
    requirements += serving(under: record.statement, at: time)
    let mode = ServingMode.allCases.first { mode in
      requirements.allSatisfy { $0.holds || !$0.effect.concerns(mode) }
    }
    let decision = mode.map { GateDecision.allowed($0, record: record.id) }
    return GateExplanation(
      decision: decision ?? .blocked(.notPermitted), requirements: requirements)
  }

  /// What must hold before modes are looked at, in the order of the reasons' weight.
  private func standing(of record: ConsentRecord?, at time: Timestamp) -> [GateRequirement] {
    guard let record else {
      return [
        GateRequirement(
          "an answer is recorded", holds: false, effect: .gate(.noRecord), source: RuleSource.gate)
      ]
    }
    return [
      GateRequirement(
        "an answer is recorded", holds: true, effect: .gate(.noRecord), source: RuleSource.gate),
      GateRequirement(
        "the consent is neither withdrawn nor erased",
        holds: record.event != .withdrawn && record.event != .erased, effect: .gate(.withdrawn),
        source: RuleSource.withdrawal),
      GateRequirement(
        "everything asked for is answered", holds: record.statement.status == .full,
        effect: .gate(.partial), source: RuleSource.didomiPartial),
      GateRequirement(
        "the record holds until \(record.statement.expiry.at) (\(record.statement.expiry.rule))",
        holds: !record.hasExpired(at: time), effect: .gate(.expired), source: RuleSource.reminder),
    ]
  }

  /// What the serving modes need.
  private func serving(
    under statement: ConsentStatement, at time: Timestamp
  ) -> [GateRequirement] {
    let evidence = ConsentEvidence(choices: statement.choices)
    let requirements =
      switch statement.regulation.model {
      case .unregulated: unregulated
      case .optIn: optIn(evidence, at: time)
      case .optOut: optOut(evidence, statement)
      }
    return requirements + policyRequirements
  }
}

extension ConsentGate {
  private var unregulated: [GateRequirement] {
    [
      GateRequirement(
        "no regulation restricts the ads", holds: true, effect: .modes(ServingMode.allCases),
        source: RuleSource.noRegulation)
    ]
  }

  private func optIn(_ evidence: ConsentEvidence, at time: Timestamp) -> [GateRequirement] {
    let needsPurposes = limitedAds.needsPurposes(at: time)
    return GoogleRules.rows.map { row in
      let isNeededByLimited = needsPurposes && row.bases.count > 1
      return GateRequirement(
        requirementText(row), holds: row.bases.contains { evidence.allows(row.purpose, on: $0) },
        effect: .modes(row.modes + (isNeededByLimited ? [.limited] : [])),
        source: isNeededByLimited ? RuleSource.limitedAds : RuleSource.servingModes)
    }
  }

  /// Under the laws of the United States that let people opt out, Google restricts the processing
  /// after an opt-out, which is the non-personalised mode, and serves no limited ads.
  private func optOut(
    _ evidence: ConsentEvidence, _ statement: ConsentStatement
  ) -> [GateRequirement] {
    var requirements: [GateRequirement] = []
    if !statement.choices.isUnanswered {
      requirements += GoogleRules.rows.map { row in
        GateRequirement(
          requirementText(row), holds: row.bases.contains { evidence.allows(row.purpose, on: $0) },
          effect: .modes([.personalized]), source: RuleSource.restrictedProcessing)
      }
    }
    return requirements
  }

  private var policyRequirements: [GateRequirement] {
    guard policy == .consented else { return [] }
    return [
      GateRequirement(
        "the policy accepts limited ads", holds: false, effect: .modes([.limited]),
        source: RuleSource.policy)
    ]
  }

  private func requirementText(_ row: GoogleRules.Row) -> String {
    let basis = row.bases.count > 1 ? "consent or legitimate interest" : "consent"
    return "purpose \(row.purpose.rawValue) (\(row.purpose.didomiName)) and Google by \(basis)"
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
