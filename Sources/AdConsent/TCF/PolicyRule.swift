// SPDX-License-Identifier: MIT

/// The rules that a well-formed TC string can break.
package enum PolicyRule: String, CaseIterable, Hashable, Sendable {
  /// The string says that it is for the global scope.
  case globalScope
  /// The policy version is none that was published for TCF 2.
  case unknownPolicy
  /// The string was made under TCF 2.0 or 2.1 after these had ended.
  case retiredPolicy
  /// Purpose 1 rests on legitimate interest.
  case purposeOneLegitimateInterest
  /// One of purposes 3 to 6 rests on legitimate interest under TCF 2.2 or later.
  case profilingLegitimateInterest
  /// Created and LastUpdated are on different days.
  case updatedOnAnotherDay
  /// LastUpdated is before Created.
  case updatedBeforeCreated
  /// Created or LastUpdated tells a time of the day, and not only the day.
  case timeOfDayTold
  /// The segment of disclosed vendors is missing although TCF 2.3 requires it.
  case disclosedVendorsMissing
  /// The segment of disclosed vendors does not name Google, which then serves nothing.
  case googleNotDisclosed
  /// The string has the segment of allowed vendors, which was retired with the global scope.
  case retiredSegment
  /// The version of the vendor list is 0, which no list has.
  case noVendorList
  /// A publisher restriction has the type that the format leaves undefined.
  case undefinedRestriction
  /// A publisher restriction is for purpose 0, or for one beyond the 24 of the format.
  case restrictionOfNoPurpose
  /// The same restriction of the same purpose stands in the string more than once.
  case repeatedRestriction
  /// The CMP has a number that IAB Europe has assigned to nobody.
  case unassignedCMP
  /// The string is dated later than now, by more than the 24 hours that clocks may differ.
  case datedInFuture
  /// The string is older than the 13 months after which the person must be asked again.
  case reminderOverdue

  /// Whether a string that breaks the rule is worth nothing, so that the gate closes.
  ///
  /// A restriction that is repeated says nothing else for that, and neither does a day for the time
  /// of day that was told with it: Google refuses neither. That Google was not disclosed is asked by
  /// the gate as a requirement of its own.
  package var closesGate: Bool {
    switch self {
    case .repeatedRestriction, .timeOfDayTold, .googleNotDisclosed: false
    case .globalScope, .unknownPolicy, .retiredPolicy, .purposeOneLegitimateInterest,
      .profilingLegitimateInterest, .updatedOnAnotherDay, .updatedBeforeCreated,
      .disclosedVendorsMissing, .retiredSegment, .noVendorList, .undefinedRestriction,
      .restrictionOfNoPurpose, .unassignedCMP, .datedInFuture, .reminderOverdue:
      true
    }
  }

  /// Where the rule is written.
  package var source: String {
    switch self {
    case .globalScope:
      "TCF, TC String Format, IsServiceSpecific: 0 is invalid since 2021-09-01"
    case .unknownPolicy:
      "TCF, TC String Format, TcfPolicyVersion: TCF 2.0 to 2.3 are policy versions 2 to 5"
    case .retiredPolicy:
      "TCF, TC String Format, TcfPolicyVersion: 2 and 3 are invalid if created after 2023-09-30"
    case .purposeOneLegitimateInterest:
      "TCF Policies, Appendix A: purpose 1 rests on consent only"
    case .profilingLegitimateInterest:
      "TCF 2.2, TC String Format, PurposesLITransparency: the bits of purposes 3 to 6 are 0"
    case .updatedOnAnotherDay:
      "TCF, TC String Format, Created and LastUpdated: the same UTC day since December 2021"
    case .updatedBeforeCreated:
      "TCF, TC String Format, LastUpdated: the time of the last change"
    case .timeOfDayTold:
      "TCF, TC String Format, Created and LastUpdated: whole UTC days since December 2021"
    case .disclosedVendorsMissing:
      "TCF 2.3, TC String Format, Disclosed Vendors: mandatory after 2026-02-28"
    case .googleNotDisclosed:
      "TCF 2.3, TC String Format, Disclosed Vendors; Google, TCF troubleshooting, error 1.4"
    case .retiredSegment:
      "TCF, TC String Format, Allowed Vendors: deprecated with the global scope, 2021-09-01"
    case .noVendorList:
      "TCF, TC String Format, VendorListVersion: the version of a published list, from 1"
    case .restrictionOfNoPurpose:
      "TCF, TC String Format, PubRestrictionEntry, PurposeId: a purpose of the policies"
    case .repeatedRestriction:
      "TCF, TC String Format, NumPubRestrictions: one record for a purpose and a type"
    case .undefinedRestriction:
      "TCF, TC String Format, RestrictionType: 3 is undefined (not used)"
    case .unassignedCMP:
      "TCF, TC String Format, CmpId: an assigned number; Google, TCF troubleshooting, error 3.1"
    case .datedInFuture:
      "TCF, TC String Format, Created and LastUpdated: times of what has happened"
    case .reminderOverdue:
      "Google, TCF troubleshooting, error 3.3: older than 13 months"
    }
  }
}

/// One rule that a TC string breaks, and how.
package struct PolicyViolation: Hashable, Sendable, CustomStringConvertible {
  /// The rule.
  package let rule: PolicyRule
  /// How the string breaks it.
  package let detail: String

  /// One line for people: how the rule is broken and where it is written.
  package var description: String { "\(rule.rawValue): \(detail) (\(rule.source))" }
}
