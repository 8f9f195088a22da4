// SPDX-License-Identifier: MIT

package import AdModel

extension TCString {
  /// Finds every rule that the string breaks.
  ///
  /// Rules that came with a date are held against the string's own times, so that an old string
  /// is judged by what held when it was made; the clock counts for the end of the global scope
  /// and for the age.
  /// - Returns: The broken rules in the order of ``PolicyRule``; empty for a valid string.
  package func violations(at now: Timestamp) -> [PolicyViolation] {
    PolicyRule.allCases.compactMap { rule in
      breach(of: rule, at: now).map { PolicyViolation(rule: rule, detail: $0) }
    }
  }

  /// How the string breaks a rule, or nil where it keeps it.
  private func breach(of rule: PolicyRule, at now: Timestamp) -> String? {
    switch rule {
    case .globalScope:
      !isServiceSpecific && now >= Deadline.globalScopeEnded
        ? "IsServiceSpecific is 0" : nil
    case .unknownPolicy:
      !Self.publishedPolicies.contains(policyVersion)
        ? "TcfPolicyVersion is \(policyVersion)" : nil
    case .retiredPolicy:
      (2...3).contains(policyVersion) && created >= Deadline.oldPoliciesEnded
        ? "created on \(created) under policy version \(policyVersion)" : nil
    case .purposeOneLegitimateInterest:
      purposesLegitimateInterest.contains(1) ? "the bit of purpose 1 is set" : nil
    case .profilingLegitimateInterest:
      profilingBreach
    case .updatedOnAnotherDay:
      lastUpdated >= Deadline.sameDayBegan && created.calendar.day != lastUpdated.calendar.day
        ? "created on \(created), updated on \(lastUpdated)" : nil
    case .updatedBeforeCreated:
      lastUpdated < created ? "created on \(created), updated on \(lastUpdated)" : nil
    case .timeOfDayTold:
      lastUpdated >= Deadline.sameDayBegan
        ? [created, lastUpdated].first { $0.calendar.millisecondOfDay != 0 }
          .map { "\($0) is not the beginning of a day" } : nil
    case .disclosedVendorsMissing:
      disclosedVendors == nil && lastUpdated >= Deadline.disclosedVendorsBegan
        ? "updated on \(lastUpdated) without the segment" : nil
    case .googleNotDisclosed:
      disclosedVendors.flatMap {
        $0.contains(GoogleVendor.tcfID) ? nil : "vendor \(GoogleVendor.tcfID) is not among them"
      }
    case .retiredSegment:
      allowedVendors != nil && lastUpdated >= Deadline.globalScopeEnded
        ? "updated on \(lastUpdated) with the segment" : nil
    case .noVendorList:
      vendorListVersion == 0 ? "VendorListVersion is 0" : nil
    case .restrictionOfNoPurpose:
      publisherRestrictions.first { !(1...24).contains($0.purpose) }
        .map { "there is a restriction of purpose \($0.purpose)" }
    case .repeatedRestriction:
      repeatedRestriction.map { "purpose \($0) has two restrictions of one type" }
    case .undefinedRestriction:
      publisherRestrictions.first { $0.kind == .undefined }
        .map { "the restriction of purpose \($0.purpose) has type 3" }
    case .unassignedCMP:
      cmpID < 2 ? "CmpId is \(cmpID)" : nil
    case .datedInFuture:
      isDated(after: now)
        ? "created on \(created), updated on \(lastUpdated), judged on \(now)" : nil
    case .reminderOverdue:
      now >= reminderDue ? "updated on \(lastUpdated), judged on \(now)" : nil
    }
  }

  /// The policy versions of TCF 2.0 to 2.3; nobody has published a later one.
  private static let publishedPolicies = 2...5

  private var profilingBreach: String? {
    let purposes = (3...6).filter(purposesLegitimateInterest.contains)
    guard policyVersion >= 4, !purposes.isEmpty else { return nil }
    return "legitimate interest for purpose "
      + purposes.map(String.init).joined(separator: ", ")
      + " under policy version \(policyVersion)"
  }

  /// When the person must be asked again: 13 months after the last change.
  var reminderDue: Timestamp {
    let time = lastUpdated.calendar
    return CalendarTime(
      day: time.day.advanced(byMonths: 13), millisecondOfDay: time.millisecondOfDay
    ).timestamp
  }

  /// The first moments at which dated rules hold.
  private enum Deadline {
    /// 2021-09-01: strings of the global scope are invalid.
    static let globalScopeEnded = Timestamp(milliseconds: 1_630_454_400_000)
    /// 2021-12-01: Created and LastUpdated are on the same day.
    static let sameDayBegan = Timestamp(milliseconds: 1_638_316_800_000)
    /// 2023-10-01: no new strings under policy versions 2 and 3.
    static let oldPoliciesEnded = Timestamp(milliseconds: 1_696_118_400_000)
    /// 2026-03-01: the segment of disclosed vendors is mandatory.
    static let disclosedVendorsBegan = Timestamp(milliseconds: 1_772_323_200_000)
  }
}
