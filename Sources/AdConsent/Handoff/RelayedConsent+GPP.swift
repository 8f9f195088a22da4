// SPDX-License-Identifier: MIT

public import AdModel

/// What `__gpp` answers. Source: IAB Tech Lab, Global Privacy Platform, "CMP API Specification",
/// version 1.1, PingReturn.
extension RelayedConsent {
  /// The `PingReturn` object without the statuses; nil without a GPP string.
  ///
  /// Of the sections, those of the EU's TCF and of the US Privacy string are told parsed.
  public var gppPing: JSONValue? {
    guard let gpp else { return nil }
    let numbers = gpp.sections.map { JSONValue.integer(Int64($0.id.rawValue)) }
    let applicable = applicableSections.map { JSONValue.integer(Int64($0.rawValue)) }
    let prefixes = gpp.sections.compactMap { section in
      section.id.apiPrefix.map { JSONValue.string("\(section.id.rawValue):\($0)") }
    }
    var parsed = JSONObject()
    if let gppTC { parsed["tcfeuv2"] = [gppTC.gppCore] }
    if let gppUSPrivacy { parsed["uspv1"] = [gppUSPrivacy.gppFields] }
    return [
      "gppVersion": "1.1",
      "supportedAPIs": .array(prefixes),
      "cmpId": .integer(Int64((gppTC ?? tc)?.cmpID ?? 0)),
      "sectionList": .array(numbers),
      "applicableSections": .array(applicable.isEmpty ? [-1] : applicable),
      "gppString": .string(gpp.text),
      "parsedSections": .object(parsed),
    ]
  }

  /// The sections of the string that are of the statement's law.
  var applicableSections: [GPPSectionID] {
    let ids = gpp?.sections.map(\.id) ?? []
    return switch regulation.model {
    case .optIn: ids.filter { $0 == .tcfEU }
    case .optOut: ids.filter { $0 >= .usPrivacy }
    case .unregulated: []
    }
  }
}

extension TCString {
  /// The core under the names of the GPP section.
  ///
  /// Source: IAB Tech Lab, Global Privacy Platform, "IAB TCF Europe Technical Specification".
  fileprivate var gppCore: JSONValue {
    [
      "Version": 2,
      "Created": .string(created.description),
      "LastUpdated": .string(lastUpdated.description),
      "CmpId": .integer(Int64(cmpID)),
      "CmpVersion": .integer(Int64(cmpVersion)),
      "ConsentScreen": .integer(Int64(consentScreen)),
      "ConsentLanguage": .string(consentLanguage.description),
      "VendorListVersion": .integer(Int64(vendorListVersion)),
      "PolicyVersion": .integer(Int64(policyVersion)),
      "IsServiceSpecific": .bool(isServiceSpecific),
      "UseNonStandardStacks": .bool(usesNonStandardTexts),
      "SpecialFeatureOptins": specialFeatureOptIns.bools(12),
      "PurposeConsents": purposesConsent.bools(24),
      "PurposeLegitimateInterests": purposesLegitimateInterest.bools(24),
      "PurposeOneTreatment": .bool(purposeOneTreatment),
      "PublisherCountryCode": .string(publisherCountry.description),
      "VendorConsents": vendorConsents.numbers,
      "VendorLegitimateInterests": vendorLegitimateInterests.numbers,
    ]
  }
}

extension USPrivacyString {
  /// The answers under the names of the GPP section.
  fileprivate var gppFields: JSONValue {
    [
      "Version": 1,
      "Notice": .string(noticeGiven.rawValue),
      "OptOutSale": .string(optedOutOfSale.rawValue),
      "LspaCovered": .string(isLimitedServiceProvider.rawValue),
    ]
  }
}

extension PurposeSet {
  fileprivate func bools(_ count: Int) -> JSONValue {
    .array((0..<count).map { .bool(contains($0 + 1)) })
  }
}

extension VendorSet {
  fileprivate var numbers: JSONValue { .array(map { .integer(Int64($0)) }) }
}
