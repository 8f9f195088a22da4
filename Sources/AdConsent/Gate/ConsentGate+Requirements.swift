// SPDX-License-Identifier: MIT
import AdModel

/// What the gate asks of a record, requirement by requirement.
extension ConsentGate {
  /// What must hold before modes are looked at, in the order of the reasons' weight.
  func standing(of record: ConsentRecord, at time: Timestamp) -> [GateRequirement] {
    let expiry = record.statement.expiry
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
        "the answer is not dated in the future", holds: !record.isDated(after: time),
        effect: .gate(.invalid), source: RuleSource.dates),
      GateRequirement(
        "the record holds until \(expiry.at) (\(expiry.rule))", holds: !record.hasExpired(at: time),
        effect: .gate(.expired), source: RuleSource.expiry),
    ]
  }

  /// What the strings must keep to be worth anything, where the record has some.
  func validity(of signals: ConsentSignals, at time: Timestamp) -> [GateRequirement] {
    if let fault = signals.fault {
      return [
        GateRequirement(
          "the consent strings can be read: \(fault)", holds: false, effect: .gate(.invalid),
          source: RuleSource.stringFormat)
      ]
    }
    return signals.tc.flatMap { validity(of: $0, at: time) }
  }

  private func validity(of tc: TCString, at time: Timestamp) -> [GateRequirement] {
    let broken = tc.violations(at: time).map { violation in
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

  var unregulated: [GateRequirement] {
    [
      GateRequirement(
        "no regulation restricts the ads", holds: true, effect: .modes(ServingMode.allCases),
        source: RuleSource.noRegulation)
    ]
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
  /// A US Privacy string is an answer by itself. What else has no answer, and a section of a GPP
  /// string that is not understood, are not taken for leave to personalise.
  static func optOut(
    _ choices: ConsentChoices, _ signals: ConsentSignals
  ) -> [GateRequirement] {
    let said = signals.usPrivacy.map(optOut) + signals.unreadSections.map(unread)
    let isAnsweredByString =
      choices.isUnanswered && signals.tc.isEmpty && !signals.usPrivacy.isEmpty
    guard !isAnsweredByString else { return said }
    let evidence = ConsentEvidence(choices: choices, tc: signals.tc)
    return said
      + GoogleRules.rows.map { row in
        GateRequirement(
          requirementText(row), holds: row.bases.contains { evidence.allows(row.purpose, on: $0) },
          effect: .modes([.personalized]), source: RuleSource.restrictedProcessing)
      }
  }

  /// Whether the ad tag must be told to restrict data processing: a law lets people opt out, and
  /// the statement does not say that they did not.
  static func restrictsProcessing(under statement: ConsentStatement) -> Bool {
    statement.regulation.model == .optOut
      && optOut(statement.choices, ConsentSignals(statement.strings)).contains { !$0.holds }
  }

  private static func unread(_ section: GPPSectionID) -> GateRequirement {
    GateRequirement(
      "section \(section.rawValue) of the GPP string is understood", holds: false,
      effect: .modes([.personalized]), source: RuleSource.restrictedProcessing)
  }

  /// What a US Privacy string adds, under whichever law the answer was asked: of two signals that
  /// differ, the more careful one counts.
  static func optOut(_ string: USPrivacyString) -> GateRequirement {
    GateRequirement(
      "no opt-out of sale in the US Privacy string", holds: string.optedOutOfSale != .yes,
      effect: .modes([.personalized]), source: RuleSource.restrictedProcessing)
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
