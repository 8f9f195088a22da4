// SPDX-License-Identifier: MIT

public import AdModel

/// A string of the TCF Canada, version 1: the section 5 of a GPP string, decoded.
///
/// Express consent is agreement; implied consent is what the law of Canada lets be taken from a
/// notice that the person did not object to. Relay the section's text as it came.
///
/// Source: IAB Canada, "Transparency and Consent Framework", technical specification.
public struct TCFCanadaString: Hashable, Sendable {
  /// When the string was first made.
  public internal(set) var created = Timestamp(milliseconds: 0)
  /// When it was last changed.
  public internal(set) var lastUpdated = Timestamp(milliseconds: 0)
  /// The CMP that last changed it.
  public internal(set) var cmpID = 0
  /// The version of that CMP.
  public internal(set) var cmpVersion = 0
  /// The CMP's screen on which the answer was given.
  public internal(set) var consentScreen = 0
  /// The language of the CMP's texts.
  public internal(set) var consentLanguage = LetterPair.unstated
  /// The version of the vendor list.
  public internal(set) var vendorListVersion = 0
  /// The version of the policies.
  public internal(set) var policyVersion = 0
  /// Whether the CMP showed texts or stacks of its own.
  public internal(set) var usesNonStandardStacks = false
  /// The special features with express consent, 1 to 12.
  public internal(set) var specialFeaturesExpressConsent: PurposeSet = []
  /// The purposes with express consent, 1 to 24.
  public internal(set) var purposesExpressConsent: PurposeSet = []
  /// The purposes with implied consent, 1 to 24.
  public internal(set) var purposesImpliedConsent: PurposeSet = []
  /// The vendors with express consent.
  public internal(set) var vendorExpressConsents = VendorSet()
  /// The vendors with implied consent.
  public internal(set) var vendorImpliedConsents = VendorSet()
  /// What the publisher forbids or requires; older strings do not have the field.
  public internal(set) var publisherRestrictions: [PublisherRestriction] = []
  /// The vendors that were shown to the person, where the string says so.
  public internal(set) var disclosedVendors: VendorSet?
  /// The publisher's own purposes, where the string has them: express consent as consent, implied
  /// consent as legitimate interest.
  public internal(set) var publisher: PublisherTC?
}
