// SPDX-License-Identifier: MIT

package import AdModel

/// What `__tcfapi` answers, and the same as an app is told it: digits instead of maps. Source: IAB Tech Lab,
/// "CMP API v2", TCData, InAppTCData and "What is the CMP in-app internal structure for the defined
/// API?".
extension RelayedConsent {
  /// The `TCData` object without `eventStatus`, `cmpStatus` and `listenerId`; nil without a TC
  /// string.
  ///
  /// Vendors that are not listed have no consent and no legitimate interest, as the API says of
  /// what is undefined. Restrictions are listed for vendors up to the highest that the string
  /// speaks about. Where the GDPR does not apply, nothing of the choices is told.
  package var tcData: JSONValue? {
    tcData(
      as: TCDataForm(
        purposes: 11, specialFeatures: 2, flag: { .bool($0) }, answers: { $0.answers(upTo: $1) },
        vendors: \.listed, restrictions: { $0.listedRestrictions(ofPurpose: $1) }))
  }

  /// The `InAppTCData` object without `eventStatus` and `cmpStatus`; nil without a TC string.
  ///
  /// Where the GDPR does not apply, nothing of the choices is told.
  package var inAppTCData: JSONValue? {
    tcData(
      as: TCDataForm(
        purposes: 24, specialFeatures: 12, flag: { .integer($0 ? 1 : 0) },
        answers: { .string($0.digits($1)) }, vendors: { .string($0.digits) },
        restrictions: { .string($0.restrictionDigits(ofPurpose: $1)) }))
  }

  private func tcData(as form: TCDataForm) -> JSONValue? {
    guard let tc, let tcText else { return nil }
    var data = JSONObject()
    if gdprApplies { data["tcString"] = .string(tcText) }
    data["tcfPolicyVersion"] = .integer(Int64(tc.policyVersion))
    data["cmpId"] = .integer(Int64(tc.cmpID))
    data["cmpVersion"] = .integer(Int64(tc.cmpVersion))
    data["gdprApplies"] = form.flag(gdprApplies)
    guard gdprApplies else { return .object(data) }
    data["isServiceSpecific"] = form.flag(tc.isServiceSpecific)
    data["useNonStandardTexts"] = form.flag(tc.usesNonStandardTexts)
    data["publisherCC"] = .string(tc.publisherCountry.description)
    data["purposeOneTreatment"] = form.flag(tc.purposeOneTreatment)
    data["purpose"] = [
      "consents": form.answers(tc.purposesConsent, form.purposes),
      "legitimateInterests": form.answers(tc.purposesLegitimateInterest, form.purposes),
    ]
    data["vendor"] = [
      "consents": form.vendors(tc.vendorConsents),
      "legitimateInterests": form.vendors(tc.vendorLegitimateInterests),
      "disclosedVendors": form.vendors(tc.disclosedVendors ?? VendorSet()),
    ]
    data["specialFeatureOptins"] = form.answers(tc.specialFeatureOptIns, form.specialFeatures)
    data["publisher"] = publisher(of: tc, as: form)
    if let additionalConsent { data["addtlConsent"] = .string(additionalConsent.text) }
    return .object(data)
  }

  private func publisher(of tc: TCString, as form: TCDataForm) -> JSONValue {
    let publisher = tc.publisherTC ?? PublisherTC()
    let count = publisher.customPurposeCount
    let restrictions = tc.restrictedPurposes.map {
      JSONObject.Member(key: "\($0)", value: form.restrictions(tc, $0))
    }
    return [
      "consents": form.answers(publisher.purposesConsent, form.purposes),
      "legitimateInterests": form.answers(publisher.purposesLegitimateInterest, form.purposes),
      "customPurpose": [
        "consents": form.answers(publisher.customPurposesConsent, count),
        "legitimateInterests": form.answers(publisher.customPurposesLegitimateInterest, count),
      ],
      "restrictions": .object(JSONObject(distinct: restrictions)),
    ]
  }
}

/// How the two objects write what they both tell.
private struct TCDataForm {
  /// How many purposes and special features are told of.
  let purposes: Int
  let specialFeatures: Int
  let flag: (Bool) -> JSONValue
  let answers: (PurposeSet, Int) -> JSONValue
  let vendors: (VendorSet) -> JSONValue
  /// What the publisher makes of a purpose.
  let restrictions: (TCString, Int) -> JSONValue
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
  private func restrictionKinds(ofPurpose purpose: Int) -> [PublisherRestriction.Kind?] {
    let records = publisherRestrictions.filter { $0.purpose == purpose }
    let highest = max(
      vendorConsents.maximum, vendorLegitimateInterests.maximum, disclosedVendors?.maximum ?? 0)
    return (0..<highest).map { records.kind(forVendor: $0 + 1) }
  }

  /// Each restricted vendor with the kind of restriction.
  fileprivate func listedRestrictions(ofPurpose purpose: Int) -> JSONValue {
    let kinds = restrictionKinds(ofPurpose: purpose).enumerated().compactMap { index, kind in
      kind.map { JSONObject.Member(key: "\(index + 1)", value: .integer(Int64($0.rawValue))) }
    }
    return .object(JSONObject(distinct: kinds))
  }

  /// One digit for each vendor up to the last restricted one: the kind of restriction, or `_`.
  func restrictionDigits(ofPurpose purpose: Int) -> String {
    var digits: [UInt8] = restrictionKinds(ofPurpose: purpose).map { kind in
      kind.map { UInt8(0x30 + $0.rawValue) } ?? 0x5F
    }
    while digits.last == 0x5F { digits.removeLast() }
    return String(decoding: digits, as: UTF8.self)
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

  /// One digit for each purpose, 1 where it is in the set.
  func digits(_ count: Int) -> String {
    String(decoding: (0..<count).map { contains($0 + 1) ? 0x31 : 0x30 }, as: UTF8.self)
  }
}

extension VendorSet {
  /// Each vendor in the set with true.
  fileprivate var listed: JSONValue {
    .object(JSONObject(distinct: map { JSONObject.Member(key: "\($0)", value: true) }))
  }

  /// One digit for each vendor up to the maximum, 1 where it is in the set.
  var digits: String {
    String(decoding: (0..<maximum).map { contains($0 + 1) ? 0x31 : 0x30 }, as: UTF8.self)
  }
}
