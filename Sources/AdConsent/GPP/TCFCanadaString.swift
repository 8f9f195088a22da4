// SPDX-License-Identifier: MIT

package import AdModel

/// A string of the TCF Canada, version 1: the section 5 of a GPP string, decoded.
///
/// Express consent is agreement; implied consent is what the law of Canada lets be taken from a
/// notice that the person did not object to. Relay the section's text as it came.
///
/// Source: IAB Canada, "Transparency and Consent Framework", technical specification.
package struct TCFCanadaString: Hashable, Sendable {
  /// When the string was first made.
  package internal(set) var created = Timestamp(milliseconds: 0)
  /// When it was last changed.
  package internal(set) var lastUpdated = Timestamp(milliseconds: 0)
  /// The CMP that last changed it.
  package internal(set) var cmpID = 0
  /// The version of that CMP.
  package internal(set) var cmpVersion = 0
  /// The CMP's screen on which the answer was given.
  package internal(set) var consentScreen = 0
  /// The language of the CMP's texts.
  package internal(set) var consentLanguage = LetterPair.unstated
  /// The version of the vendor list.
  package internal(set) var vendorListVersion = 0
  /// The version of the policies.
  package internal(set) var policyVersion = 0
  /// Whether the CMP showed texts or stacks of its own.
  package internal(set) var usesNonStandardStacks = false
  /// The special features with express consent, 1 to 12.
  package internal(set) var specialFeaturesExpressConsent: PurposeSet = []
  /// The purposes with express consent, 1 to 24.
  package internal(set) var purposesExpressConsent: PurposeSet = []
  /// The purposes with implied consent, 1 to 24.
  package internal(set) var purposesImpliedConsent: PurposeSet = []
  /// The vendors with express consent.
  package internal(set) var vendorExpressConsents = VendorSet()
  /// The vendors with implied consent.
  package internal(set) var vendorImpliedConsents = VendorSet()
  /// What the publisher forbids or requires; older strings do not have the field.
  package internal(set) var publisherRestrictions: [PublisherRestriction] = []
  /// The vendors that were shown to the person, where the string says so.
  package internal(set) var disclosedVendors: VendorSet?
  /// The publisher's own purposes, where the string has them: express consent as consent, implied
  /// consent as legitimate interest.
  package internal(set) var publisher: PublisherTC?
}
