// SPDX-License-Identifier: MIT
import AdModel

/// The gate's requirements of a record.
extension ConsentGate {
  /// What must hold before modes are looked at, in the order of the reasons' weight.
  func standing(
    of record: ConsentRecord, at time: Timestamp, mayRunOut: Bool = true
  ) -> [GateRequirement] {
    let expiry = record.statement.expiry
    return [
      GateRequirement(
        "an answer is recorded", holds: true, effect: .gate(.noRecord), source: RuleSource.gate),
      GateRequirement(
        "the consent is neither withdrawn nor erased",
        holds: record.event != .withdrawn && record.event != .erased, effect: .gate(.withdrawn),
        source: RuleSource.withdrawal),
      GateRequirement(
        "everything asked for is answered", holds: record.statement.status(at: time) == .full,
        effect: .gate(.partial), source: RuleSource.didomiPartial),
      GateRequirement(
        "the answer is not dated in the future", holds: !record.isDated(after: time),
        effect: .gate(.invalid), source: RuleSource.dates),
      GateRequirement(
        "the record holds until \(expiry.at) (\(expiry.rule))",
        holds: !mayRunOut || !record.hasExpired(at: time),
        effect: .gate(.expired), source: RuleSource.expiry),
    ]
  }

  /// The requirements of a TC string by itself.
  func validity(of tc: TCString, at time: Timestamp) -> [GateRequirement] {
    let broken = tc.violations(at: time).filter(\.rule.closesGate).map { violation in
      GateRequirement(
        "the TC string keeps the rule \(violation.rule.rawValue): \(violation.detail)",
        holds: false, effect: .gate(violation.rule == .reminderOverdue ? .expired : .invalid),
        source: violation.rule.source)
    }
    guard broken.isEmpty else { return broken }
    return [
      GateRequirement(
        "the TC string keeps the rules of its policy version", holds: true,
        effect: .gate(.invalid), source: RuleSource.stringFormat)
    ]
  }

  /// Google serves nothing where the string names the disclosed vendors and Google is not one.
  func disclosure(in tc: TCString) -> GateRequirement? {
    guard let disclosed = tc.disclosedVendors else { return nil }
    return GateRequirement(
      "Google (vendor \(GoogleVendor.tcfID)) was disclosed",
      holds: disclosed.contains(GoogleVendor.tcfID), effect: .modes(ServingMode.allCases),
      source: RuleSource.disclosure)
  }

  /// Where no law applies, only what was refused is left out: that is a no all the same.
  static func unregulated(_ choices: ConsentChoices) -> [GateRequirement] {
    let evidence = ConsentEvidence(choices: choices, tc: [], isTold: false)
    return [
      GateRequirement(
        "no regulation restricts the ads", holds: true, effect: .modes(ServingMode.allCases),
        source: RuleSource.noRegulation),
      GateRequirement(
        "nothing that personalised ads need was refused",
        holds: !GoogleRules.rows.contains { row in
          row.bases.allSatisfy { evidence.refuses(row.purpose, on: $0) }
        },
        effect: .modes([.personalized]), source: RuleSource.noRegulation),
    ]
  }

  /// Global Privacy Control, as the platform told it beside the strings.
  static func control(_ statement: ConsentStatement) -> [GateRequirement] {
    guard let gpc = statement.gpc else { return [] }
    return [restriction("no Global Privacy Control", holds: !gpc)]
  }

  func optIn(_ evidence: ConsentEvidence, at time: Timestamp) -> [GateRequirement] {
    let needsPurposes = limitedAds.needsPurposes(at: time)
    return GoogleRules.rows.map { row in
      let isNeededByLimited = needsPurposes && row.bases.count > 1
      return GateRequirement(
        Self.requirementText(row),
        holds: row.bases.contains { evidence.allows(row.purpose, on: $0) },
        effect: .modes(row.modes + (isNeededByLimited ? [.limited] : [])),
        source: isNeededByLimited ? RuleSource.limitedAds : RuleSource.servingModes)
    }
  }

  /// Under the laws of the United States that let people opt out, Google restricts the processing
  /// after an opt-out, which is the non-personalised mode, and serves no limited ads.
  ///
  /// A US Privacy string, and a section of a GPP string that is of this law, are answers by themselves
  /// where they say that notice was given: whoever may opt out and does not leaves it allowed. What else
  /// has no answer is not taken for leave to personalise.
  static func leave(
    _ statement: ConsentStatement, _ signals: ConsentSignals
  ) -> [GateRequirement] {
    var evidence = ConsentEvidence(of: statement, signals)
    if statement.choices.isUnanswered, signals.tellLeave(under: statement.regulation) {
      guard !signals.allTC.isEmpty else { return [] }
      evidence.isTold = true
    }
    return GoogleRules.rows.map { row in
      GateRequirement(
        requirementText(row), holds: row.bases.contains { evidence.allows(row.purpose, on: $0) },
        effect: .modes([.personalized]), source: RuleSource.restrictedProcessing)
    }
  }

  /// What the strings add, under whichever law the answer was asked: an opt-out counts wherever it
  /// is said, and what is not understood is no leave.
  static func optOuts(_ signals: ConsentSignals) -> [GateRequirement] {
    signals.allUSPrivacy.map { string in
      restriction(
        "no opt-out of sale in the US Privacy string", holds: string.optedOutOfSale != .yes)
    }
      + signals.unitedStates.flatMap { section in
        let names = section.optOuts
        let found = names.isEmpty ? "" : ": " + names.joined(separator: ", ")
        return [
          restriction(
            "no opt-out in section \(section.id.displayText) of the GPP string\(found)",
            holds: names.isEmpty)
        ]
          + section.invalidFields.map { restriction("valid values only: \($0)", holds: false) }
      }
      + signals.unknownSections.map { id in
        restriction("section \(id.displayText) of the GPP string is understood", holds: false)
      }
  }

  /// Whether the person may be shown personalised ads at that age; nothing where it is not known.
  static func age(_ treatment: AgeTreatment) -> [GateRequirement] {
    guard treatment != .unspecified else { return [] }
    return [
      GateRequirement(
        "the person is no known \(treatment.rawValue)", holds: false,
        effect: .modes([.personalized]), source: RuleSource.age)
    ]
  }

  private static func restriction(_ text: String, holds: Bool) -> GateRequirement {
    GateRequirement(
      text, holds: holds, effect: .modes([.personalized]), source: RuleSource.restrictedProcessing)
  }

  /// Whether the ad tag must be told to restrict data processing: the person opted out, or a law
  /// lets people opt out and the statement does not say that they did not. Before the law begins it is
  /// as where none applies: what was refused is a no all the same.
  ///
  /// - Parameter time: When it is asked; nil for when the law is in force.
  static func restrictsProcessing(
    under statement: ConsentStatement, _ signals: ConsentSignals, at time: Timestamp? = nil
  ) -> Bool {
    if statement.gpc == true { return true }
    let law = statement.regulation
    guard law.model == .optOut else { return signals.optsOut }
    let isInForce = time.map(law.model(at:)) != .unregulated
    let needed = isInForce ? leave(statement, signals) : unregulated(statement.choices)
    return (needed + optOuts(signals)).contains { !$0.holds }
  }

  /// What Google asks beyond the gate: in Europe it serves no more than limited ads without a TC
  /// string, which a page's own consent platform may still make from the choices.
  func advice(for statement: ConsentStatement, _ signals: ConsentSignals) -> [GateRequirement] {
    guard statement.regulation.isToldByTCF,
      statement.choices.allowsAnything || !signals.allTC.isEmpty
    else { return [] }
    return [
      GateRequirement(
        "a TC string tells Google so; without one Google serves limited ads at most, unless the "
          + "page's consent platform makes one of the choices", holds: !signals.allTC.isEmpty,
        effect: .served([.personalized, .nonPersonalized]), source: RuleSource.limitedAds)
    ]
  }

  var policyRequirements: [GateRequirement] {
    guard policy == .consented else { return [] }
    return [
      GateRequirement(
        "the policy accepts limited ads", holds: false, effect: .modes([.limited]),
        source: RuleSource.policy)
    ]
  }

  private static func requirementText(_ row: GoogleRules.Row) -> String {
    let basis = row.bases.count > 1 ? "consent or legitimate interest" : "consent"
    return "purpose \(row.purpose.rawValue) (\(row.purpose.didomiName)) and Google by \(basis)"
  }
}
