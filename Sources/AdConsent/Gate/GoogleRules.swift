// SPDX-License-Identifier: MIT
public import AdModel

/// Google's demands of a TCF consent before it serves ads in a mode, as a table.
///
/// Source: support.google.com/admanager/answer/9805023, "Ad serving modes".
enum GoogleRules {
  /// A purpose, the legal bases that suffice for it, and the modes that need it.
  struct Row {
    let purpose: TCFPurpose
    let bases: [LegalBasis]
    let modes: [ServingMode]
  }

  static let rows: [Row] = [
    Row(purpose: .storage, bases: [.consent], modes: [.personalized, .nonPersonalized]),
    Row(purpose: .basicAds, bases: either, modes: [.personalized, .nonPersonalized]),
    Row(purpose: .adsProfile, bases: [.consent], modes: [.personalized]),
    Row(purpose: .personalizedAds, bases: [.consent], modes: [.personalized]),
    Row(purpose: .adMeasurement, bases: either, modes: [.personalized, .nonPersonalized]),
    Row(purpose: .audienceResearch, bases: either, modes: [.personalized, .nonPersonalized]),
    Row(purpose: .serviceImprovement, bases: either, modes: [.personalized, .nonPersonalized]),
  ]

  private static let either: [LegalBasis] = [.consent, .legitimateInterest]
}

/// When limited ads may be served, which Google changed: a dated setting.
///
/// Until the date, limited ads too needed consent or legitimate interest for purposes 2, 7, 9 and
/// 10. From it, they need only that Google was disclosed to the person.
public struct LimitedAdsRule: Hashable, Sendable {
  /// From when disclosure suffices.
  public var disclosureSufficesFrom: Timestamp

  /// Google's change of April 2025.
  public static let standard = LimitedAdsRule(
    disclosureSufficesFrom: Timestamp(milliseconds: 1_743_465_600_000))

  /// Takes the date of the change.
  /// - Parameter disclosureSufficesFrom: From when disclosure suffices.
  public init(disclosureSufficesFrom: Timestamp) {
    self.disclosureSufficesFrom = disclosureSufficesFrom
  }

  /// Whether limited ads still need the purposes at a time.
  func needsPurposes(at time: Timestamp) -> Bool { time < disclosureSufficesFrom }
}
