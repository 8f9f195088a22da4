// SPDX-License-Identifier: MIT

package import AdModel

/// What `__tcfapi` answers. Source: IAB Tech Lab, "CMP API v2", TCData and InAppTCData.
extension RelayedConsent {
  /// The `TCData` object without `eventStatus`, `cmpStatus` and `listenerId`; nil without a TC
  /// string.
  ///
  /// Vendors that are not listed have no consent and no legitimate interest, as the API says of
  /// what is undefined. Restrictions are listed for vendors up to the highest that the string
  /// speaks about. Where the GDPR does not apply, nothing of the choices is told.
  package var tcData: JSONValue? {
    guard let tc, let tcText else { return nil }
    var data = JSONObject()
    if gdprApplies { data["tcString"] = .string(tcText) }
    data["tcfPolicyVersion"] = .integer(Int64(tc.policyVersion))
    data["cmpId"] = .integer(Int64(tc.cmpID))
    data["cmpVersion"] = .integer(Int64(tc.cmpVersion))
    data["gdprApplies"] = .bool(gdprApplies)
    guard gdprApplies else { return .object(data) }
    data["isServiceSpecific"] = .bool(tc.isServiceSpecific)
    data["useNonStandardTexts"] = .bool(tc.usesNonStandardTexts)
    data["publisherCC"] = .string(tc.publisherCountry.description)
    data["purposeOneTreatment"] = .bool(tc.purposeOneTreatment)
    data["purpose"] = [
      "consents": tc.purposesConsent.answers(upTo: 11),
      "legitimateInterests": tc.purposesLegitimateInterest.answers(upTo: 11),
    ]
    var vendor = JSONObject()
    vendor["consents"] = tc.vendorConsents.listed
    vendor["legitimateInterests"] = tc.vendorLegitimateInterests.listed
    vendor["disclosedVendors"] = (tc.disclosedVendors ?? VendorSet()).listed
    data["vendor"] = .object(vendor)
    data["specialFeatureOptins"] = tc.specialFeatureOptIns.answers(upTo: 2)
    data["publisher"] = publisher(of: tc)
    if let additionalConsent { data["addtlConsent"] = .string(additionalConsent.text) }
    return .object(data)
  }

  private func publisher(of tc: TCString) -> JSONValue {
    let publisher = tc.publisherTC ?? PublisherTC()
    let count = publisher.customPurposeCount
    let restrictions = tc.restrictedPurposes.map { purpose in
      let kinds = tc.restrictionKinds(ofPurpose: purpose).enumerated().compactMap { index, kind in
        kind.map {
          JSONObject.Member(key: "\(index + 1)", value: .integer(Int64($0.rawValue)))
        }
      }
      return JSONObject.Member(key: "\(purpose)", value: .object(JSONObject(distinct: kinds)))
    }
    return [
      "consents": publisher.purposesConsent.answers(upTo: 11),
      "legitimateInterests": publisher.purposesLegitimateInterest.answers(upTo: 11),
      "customPurpose": [
        "consents": publisher.customPurposesConsent.answers(upTo: count),
        "legitimateInterests": publisher.customPurposesLegitimateInterest.answers(upTo: count),
      ],
      "restrictions": .object(JSONObject(distinct: restrictions)),
    ]
  }
}

extension TCString {
  /// The purposes that the publisher restricts, ascending.
  var restrictedPurposes: [Int] {
    Set(publisherRestrictions.filter { $0.kind != .undefined }.map(\.purpose)).sorted()
  }

  /// What the publisher makes of each vendor's use of a purpose, from vendor 1.
  ///
  /// Ends at the highest vendor that the string speaks about, restrictions aside: these may be for
  /// ranges that reach beyond every vendor there is.
  func restrictionKinds(ofPurpose purpose: Int) -> [PublisherRestriction.Kind?] {
    let records = publisherRestrictions.filter { $0.purpose == purpose }
    let highest = max(
      vendorConsents.maximum, vendorLegitimateInterests.maximum, disclosedVendors?.maximum ?? 0)
    return (0..<highest).map { records.kind(forVendor: $0 + 1) }
  }
}

extension PurposeSet {
  /// Each purpose up to a number, and those set beyond it, with whether it is in the set.
  fileprivate func answers(upTo count: Int) -> JSONValue {
    let count = max(count, ids.last ?? 0)
    return .object(
      JSONObject(
        distinct: (0..<count).map { index in
          JSONObject.Member(key: "\(index + 1)", value: .bool(contains(index + 1)))
        }))
  }
}

extension VendorSet {
  /// Each vendor in the set with true.
  fileprivate var listed: JSONValue {
    .object(JSONObject(distinct: map { JSONObject.Member(key: "\($0)", value: true) }))
  }
}
