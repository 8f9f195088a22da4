// SPDX-License-Identifier: MIT

package import AdModel

/// A Transparency and Consent string of TCF 2.0 to 2.3, decoded.
///
/// A string that can be read may still break a rule of its policy version: ask
/// ``violations(at:)``. Keep and relay the text as it came: only a registered CMP may create or
/// alter one.
///
/// Source: IAB Tech Lab, "Transparency and Consent String with Global Vendor & CMP List Formats".
package struct TCString: Hashable, Sendable {
  /// The longest text that is read, in bytes; three full vendor bit fields take half of it.
  package static let longestText = 65_536

  /// When the string was first made, to a tenth of a second.
  package var created: Timestamp
  /// When it was last changed, to a tenth of a second.
  package var lastUpdated: Timestamp
  /// The CMP that last changed it, 0 to 4095.
  package var cmpID: Int
  /// The version of that CMP, 0 to 4095.
  package var cmpVersion = 0
  /// The CMP's screen on which the answer was given, 0 to 63.
  package var consentScreen = 0
  /// The language of the CMP's texts.
  package var consentLanguage: LetterPair
  /// The version of the Global Vendor List, 0 to 4095; lists are published from 1.
  package var vendorListVersion = 1
  /// The version of the TCF policies, 0 to 63; 4 is TCF 2.2, 5 is TCF 2.2 or 2.3.
  package var policyVersion: Int
  /// Whether the signals are for this service only; the global scope ended in September 2021.
  package var isServiceSpecific = true
  /// Whether the CMP showed texts or stacks of its own.
  package var usesNonStandardTexts = false
  /// The special features opted in to, 1 to 12.
  package var specialFeatureOptIns: PurposeSet = []
  /// The purposes consented to, 1 to 24.
  package var purposesConsent: PurposeSet = []
  /// The purposes with legitimate interest shown and not objected to, 1 to 24.
  package var purposesLegitimateInterest: PurposeSet = []
  /// Whether purpose 1 was not disclosed at all (`PurposeOneTreatment`).
  package var purposeOneTreatment = false
  /// The country whose law the publisher follows.
  package var publisherCountry: LetterPair
  /// The vendors consented to.
  package var vendorConsents = VendorSet()
  /// The vendors with legitimate interest shown and not objected to.
  package var vendorLegitimateInterests = VendorSet()
  /// The publisher's restrictions, in the order of the string.
  ///
  /// Records of the same purpose and kind are read as one.
  package var publisherRestrictions: [PublisherRestriction] = []
  /// The purpose whose restriction of one kind stands in the string more than once, if there is one.
  package internal(set) var repeatedRestriction: Int?
  /// The vendors that were shown to the person, where the string says so.
  package var disclosedVendors: VendorSet?
  /// The vendors allowed to work outside the framework: a segment retired in September 2021.
  package var allowedVendors: VendorSet?
  /// The publisher's own purposes, where the string has them.
  package var publisherTC: PublisherTC?

  /// Makes a string in which nothing is allowed and nothing disclosed.
  /// - Parameters:
  ///   - created: When it is made; also its last change.
  ///   - cmpID: The CMP that makes it, 0 to 4095.
  ///   - policyVersion: The version of the TCF policies, 0 to 63.
  ///   - publisherCountry: The country whose law the publisher follows; `AA` for none.
  package init(
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
  package func restriction(onPurpose purpose: Int, vendor: Int) -> PublisherRestriction.Kind? {
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
package struct PublisherTC: Hashable, Sendable {
  /// The purposes consented to, 1 to 24.
  package var purposesConsent: PurposeSet = []
  /// The purposes with legitimate interest shown and not objected to, 1 to 24.
  package var purposesLegitimateInterest: PurposeSet = []
  /// How many purposes of its own the publisher has, 0 to 63.
  package var customPurposeCount = 0
  /// The own purposes consented to, 1 to ``customPurposeCount``.
  package var customPurposesConsent: PurposeSet = []
  /// The own purposes with legitimate interest, 1 to ``customPurposeCount``.
  package var customPurposesLegitimateInterest: PurposeSet = []

  /// Makes a segment in which nothing is allowed.
  package init() {}
}
