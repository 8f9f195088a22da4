// SPDX-License-Identifier: MIT

public import AdModel

/// A Transparency and Consent string of TCF 2.0 to 2.3, decoded.
///
/// A string that can be read may still break a rule of its policy version: ask
/// ``violations(at:)``. Keep and relay the text as it came; only a registered CMP may create or
/// alter one, and ``encoded(by:)`` is for such a CMP and for tests.
///
/// Source: IAB Tech Lab, "Transparency and Consent String with Global Vendor & CMP List Formats".
public struct TCString: Hashable, Sendable {
  /// The longest text that is read, in bytes; three full vendor bit fields take half of it.
  public static let longestText = 65_536

  /// When the string was first made, to a tenth of a second.
  public var created: Timestamp
  /// When it was last changed, to a tenth of a second.
  public var lastUpdated: Timestamp
  /// The CMP that last changed it, 0 to 4095.
  public var cmpID: Int
  /// The version of that CMP, 0 to 4095.
  public var cmpVersion = 0
  /// The CMP's screen on which the answer was given, 0 to 63.
  public var consentScreen = 0
  /// The language of the CMP's texts.
  public var consentLanguage: LetterPair
  /// The version of the Global Vendor List, 0 to 4095; lists are published from 1.
  public var vendorListVersion = 1
  /// The version of the TCF policies, 0 to 63; 4 is TCF 2.2, 5 is TCF 2.2 or 2.3.
  public var policyVersion: Int
  /// Whether the signals are for this service only; the global scope ended in September 2021.
  public var isServiceSpecific = true
  /// Whether the CMP showed texts or stacks of its own.
  public var usesNonStandardTexts = false
  /// The special features opted in to, 1 to 12.
  public var specialFeatureOptIns: PurposeSet = []
  /// The purposes consented to, 1 to 24.
  public var purposesConsent: PurposeSet = []
  /// The purposes with legitimate interest shown and not objected to, 1 to 24.
  public var purposesLegitimateInterest: PurposeSet = []
  /// Whether purpose 1 was not disclosed at all (`PurposeOneTreatment`).
  public var purposeOneTreatment = false
  /// The country whose law the publisher follows.
  public var publisherCountry: LetterPair
  /// The vendors consented to.
  public var vendorConsents = VendorSet()
  /// The vendors with legitimate interest shown and not objected to.
  public var vendorLegitimateInterests = VendorSet()
  /// The publisher's restrictions, in the order of the string.
  ///
  /// Records of the same purpose and kind are read as one.
  public var publisherRestrictions: [PublisherRestriction] = []
  /// The purpose whose restriction of one kind stands in the string more than once, if there is one.
  public internal(set) var repeatedRestriction: Int?
  /// The vendors that were shown to the person, where the string says so.
  public var disclosedVendors: VendorSet?
  /// The vendors allowed to work outside the framework: a segment retired in September 2021.
  public var allowedVendors: VendorSet?
  /// The publisher's own purposes, where the string has them.
  public var publisherTC: PublisherTC?

  /// Makes a string in which nothing is allowed and nothing disclosed.
  /// - Parameters:
  ///   - created: When it is made; also its last change.
  ///   - cmpID: The CMP that makes it, 0 to 4095.
  ///   - policyVersion: The version of the TCF policies, 0 to 63.
  ///   - consentLanguage: The language of the CMP's texts.
  ///   - publisherCountry: The country whose law the publisher follows; `AA` for none.
  public init(
    created: Timestamp, cmpID: Int, policyVersion: Int, consentLanguage: LetterPair,
    publisherCountry: LetterPair
  ) {
    self.created = created
    lastUpdated = created
    self.cmpID = cmpID
    self.policyVersion = policyVersion
    self.consentLanguage = consentLanguage
    self.publisherCountry = publisherCountry
  }

  /// Finds what the publisher makes of a vendor's use of a purpose.
  ///
  /// Takes time in proportion to the number of restrictions, at most 256. Where records
  /// contradict one another, neither basis is left: the purpose is not allowed.
  /// - Parameter purpose: The purpose, 1 to 24.
  /// - Returns: The restriction, or nil where the publisher says nothing.
  public func restriction(onPurpose purpose: Int, vendor: Int) -> PublisherRestriction.Kind? {
    publisherRestrictions.filter { $0.purpose == purpose }.kind(forVendor: vendor)
  }
}

extension [PublisherRestriction] {
  /// What records of one purpose make of a vendor, or nil where none names it.
  func kind(forVendor vendor: Int) -> PublisherRestriction.Kind? {
    var found: PublisherRestriction.Kind?
    for record in self where record.kind != .undefined && record.vendors.contains(vendor) {
      found = found == nil || found == record.kind ? record.kind : .notAllowed
    }
    return found
  }
}

/// The answers for a publisher's own purposes (the Publisher TC segment).
///
/// Source: TCF, TC String Format, Publisher Purposes Transparency and Consent.
public struct PublisherTC: Hashable, Sendable {
  /// The purposes consented to, 1 to 24.
  public var purposesConsent: PurposeSet = []
  /// The purposes with legitimate interest shown and not objected to, 1 to 24.
  public var purposesLegitimateInterest: PurposeSet = []
  /// How many purposes of its own the publisher has, 0 to 63.
  public var customPurposeCount = 0
  /// The own purposes consented to, 1 to ``customPurposeCount``.
  public var customPurposesConsent: PurposeSet = []
  /// The own purposes with legitimate interest, 1 to ``customPurposeCount``.
  public var customPurposesLegitimateInterest: PurposeSet = []

  /// Makes a segment in which nothing is allowed.
  public init() {}
}
