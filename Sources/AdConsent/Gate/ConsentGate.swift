// SPDX-License-Identifier: MIT
public import AdModel

/// Which answers open the gate. Cases may be added: `switch` over it with a `default`.
public enum GatePolicy: String, CaseIterable, Hashable, Codable, Sendable {
  /// Any complete answer; a refusal is carried by the serving mode.
  case answered
  /// Only an answer that allows personalised or non-personalised ads.
  case consented
}

/// What may load where a law lets people opt out, a notice is on record, and nothing was said. Cases
/// may be added: `switch` over it with a `default`.
public enum SilenceRule: String, CaseIterable, Hashable, Sendable {
  /// Ads under restricted processing, as before the notice.
  case restricted
  /// Personalised ads: silence after a notice is leave.
  case personalized
}

/// Decides from a consent record whether ads may load, and in which mode.
///
/// It follows Google's rules for vendor 755 and fails closed: what a record does not say is no.
public struct ConsentGate: Hashable, Sendable {
  /// Which answers open the gate.
  public var policy: GatePolicy
  /// When limited ads may be served.
  public var limitedAds: LimitedAdsRule
  /// The law that applies now; nil where nobody says, which leaves the most careful of all laws under
  /// which something was answered.
  public var applicableLaw: Regulation?
  /// What may load where a law lets people opt out, a notice was given, and nothing was said.
  public var silence: SilenceRule

  /// The version of the rules themselves, by which a load tells what it was allowed by: raised where a
  /// decision changes.
  package static let rulesVersion = 1

  /// Makes a gate.
  public init(
    policy: GatePolicy = .answered, limitedAds: LimitedAdsRule = .standard,
    applicableLaw: Regulation? = nil, silence: SilenceRule = .restricted
  ) {
    self.policy = policy
    self.limitedAds = limitedAds
    self.applicableLaw = applicableLaw
    self.silence = silence
  }

  /// Decides for one record by itself, under its own law.
  ///
  /// - Parameter record: The record, or nil where there is none.
  /// - Returns: Blocked with a reason, or allowed with a mode and the record that allows it.
  public func decide(_ record: ConsentRecord?, at time: Timestamp) -> GateDecision {
    explain(record, at: time).decision
  }

  /// Decides, and lists every requirement with whether it holds.
  ///
  /// - Parameter record: The record, or nil where there is none.
  package func explain(_ record: ConsentRecord?, at time: Timestamp) -> GateExplanation {
    evaluate(record, at: time).explanation
  }

  /// Explains, and hands out the record's strings as far as they were decoded for it.
  ///
  /// - Parameter age: How the person's age restricts the ads; nil where only the record tells it.
  func evaluate(
    _ record: ConsentRecord?, at time: Timestamp, mayRunOut: Bool = true,
    age: AgeTreatment? = nil
  ) -> (explanation: GateExplanation, signals: ConsentSignals?) {
    guard let record else { return (.noRecord, nil) }
    let closing = standing(of: record, at: time, mayRunOut: mayRunOut)
    if let closed = GateExplanation(closedBy: closing) { return (closed, nil) }
    do {
      let signals = try ConsentSignals(record.statement.strings)
      let answers = record.statement.answering(signals)
      let requirements = closing + answers.flatMap { validity(of: $0, at: time) }
      let explanation =
        GateExplanation(closedBy: requirements)
        ?? GateExplanation(
          of: record,
          requirements + serving(under: record.statement, signals, at: time)
            + Self.age(age ?? record.statement.ageTreatment(with: signals)))
      return (explanation, signals)
    } catch {
      let requirements = closing + [.unreadable("\(error)")]
      return (GateExplanation(decision: .blocked(.invalid), requirements: requirements), nil)
    }
  }

  /// The requirements of the serving modes.
  func serving(
    under statement: ConsentStatement, _ signals: ConsentSignals, at time: Timestamp
  ) -> [GateRequirement] {
    let requirements =
      switch statement.regulation.model(at: time) {
      case .unregulated: Self.unregulated(statement.choices)
      case .optIn:
        statement.answering(signals).compactMap(disclosure)
          + optIn(ConsentEvidence(of: statement, signals), at: time)
      case .optOut: Self.leave(statement, signals)
      }
    return requirements + Self.control(statement) + Self.optOuts(signals)
      + advice(for: statement, signals)
      + policyRequirements
  }
}

extension GateExplanation {
  /// The explanation that ends with the first requirement that closes the gate; nil where all hold.
  init?(closedBy requirements: [GateRequirement]) {
    guard let place = requirements.firstIndex(where: { $0.blockReason != nil }),
      let reason = requirements[place].blockReason
    else { return nil }
    self.init(decision: .blocked(reason), requirements: Array(requirements.prefix(place + 1)))
  }

  /// The best mode that the requirements leave; none closes the gate.
  init(of record: ConsentRecord, _ requirements: [GateRequirement]) {
    let mode = ServingMode.allCases.first { mode in
      requirements.allSatisfy { $0.holds || !$0.effect.concerns(mode) }
    }
    self.init(
      decision: mode.map { .allowed(LoadPermit(record: record.id, mode: $0)) }
        ?? .blocked(.notPermitted),
      requirements: requirements)
  }

  static let noRecord = GateExplanation(
    decision: .blocked(.noRecord),
    requirements: [
      GateRequirement(
        "an answer is recorded", holds: false, effect: .gate(.noRecord), source: RuleSource.gate)
    ])
}

extension GateRequirement {
  /// Why the gate is closed by it; nil where it is not.
  fileprivate var blockReason: BlockReason? {
    guard !holds, case .gate(let reason) = effect else { return nil }
    return reason
  }

  fileprivate static func unreadable(_ fault: String) -> GateRequirement {
    GateRequirement(
      "the consent strings can be read: \(fault)", holds: false, effect: .gate(.invalid),
      source: RuleSource.stringFormat)
  }
}

extension GateRequirement.Effect {
  func concerns(_ mode: ServingMode) -> Bool {
    switch self {
    case .gate: true
    case .modes(let modes): modes.contains(mode)
    case .served: false
    }
  }
}
