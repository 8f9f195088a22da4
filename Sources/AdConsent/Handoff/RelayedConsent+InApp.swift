// SPDX-License-Identifier: MIT

package import AdModel

/// The forms of an app: digits instead of maps. Source: IAB Tech Lab, "CMP API v2", InAppTCData
/// and "What is the CMP in-app internal structure for the defined API?".
extension RelayedConsent {
  /// The `InAppTCData` object without `eventStatus` and `cmpStatus`; nil without a TC string.
  ///
  /// Where the GDPR does not apply, nothing of the choices is told.
  package var inAppTCData: JSONValue? {
    guard let tc, let tcText else { return nil }
    var data = JSONObject()
    if gdprApplies { data["tcString"] = .string(tcText) }
    data["tcfPolicyVersion"] = .integer(Int64(tc.policyVersion))
    data["cmpId"] = .integer(Int64(tc.cmpID))
    data["cmpVersion"] = .integer(Int64(tc.cmpVersion))
    data["gdprApplies"] = .integer(gdprApplies ? 1 : 0)
    guard gdprApplies else { return .object(data) }
    data["isServiceSpecific"] = .integer(tc.isServiceSpecific ? 1 : 0)
    data["useNonStandardTexts"] = .integer(tc.usesNonStandardTexts ? 1 : 0)
    data["publisherCC"] = .string(tc.publisherCountry.description)
    data["purposeOneTreatment"] = .integer(tc.purposeOneTreatment ? 1 : 0)
    data["purpose"] = [
      "consents": .string(tc.purposesConsent.digits(24)),
      "legitimateInterests": .string(tc.purposesLegitimateInterest.digits(24)),
    ]
    var vendor = JSONObject()
    vendor["consents"] = .string(tc.vendorConsents.digits)
    vendor["legitimateInterests"] = .string(tc.vendorLegitimateInterests.digits)
    vendor["disclosedVendors"] = .string(tc.disclosedVendors?.digits ?? "")
    data["vendor"] = .object(vendor)
    data["specialFeatureOptins"] = .string(tc.specialFeatureOptIns.digits(12))
    let publisher = tc.publisherTC ?? PublisherTC()
    data["publisher"] = [
      "consents": .string(publisher.purposesConsent.digits(24)),
      "legitimateInterests": .string(publisher.purposesLegitimateInterest.digits(24)),
      "customPurpose": [
        "consents": .string(publisher.customPurposesConsent.digits(publisher.customPurposeCount)),
        "legitimateInterests": .string(
          publisher.customPurposesLegitimateInterest.digits(publisher.customPurposeCount)),
      ],
      "restrictions": .object(
        JSONObject(
          distinct: tc.restrictedPurposes.map { purpose in
            JSONObject.Member(
              key: "\(purpose)", value: .string(tc.restrictionDigits(ofPurpose: purpose)))
          })),
    ]
    if let additionalConsent { data["addtlConsent"] = .string(additionalConsent.text) }
    return .object(data)
  }
}

extension PurposeSet {
  /// One digit for each purpose, 1 where it is in the set.
  func digits(_ count: Int) -> String {
    String(decoding: (0..<count).map { contains($0 + 1) ? 0x31 : 0x30 }, as: UTF8.self)
  }
}

extension VendorSet {
  /// One digit for each vendor up to the maximum, 1 where it is in the set.
  var digits: String {
    String(decoding: (0..<maximum).map { contains($0 + 1) ? 0x31 : 0x30 }, as: UTF8.self)
  }
}

extension TCString {
  /// One digit for each vendor up to the last restricted one: the kind of restriction, or `_`.
  func restrictionDigits(ofPurpose purpose: Int) -> String {
    var digits: [UInt8] = restrictionKinds(ofPurpose: purpose).map { kind in
      kind.map { UInt8(0x30 + $0.rawValue) } ?? 0x5F
    }
    while digits.last == 0x5F { digits.removeLast() }
    return String(decoding: digits, as: UTF8.self)
  }
}
