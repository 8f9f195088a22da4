// SPDX-License-Identifier: MIT
package import AdModel

/// What a section of a GPP string says.
package enum GPPSectionContent: Hashable, Sendable {
  /// Europe: section 2.
  case tcfEU(TCString)
  /// Canada: section 5.
  case tcfCanada(TCFCanadaString)
  /// The United States before GPP: section 6.
  case usPrivacy(USPrivacyString)
  /// The United States: sections 7 to 27.
  case unitedStates(USSection)
  /// A section of a number or a version that is not known here; it is relayed.
  case unknown

  /// Reads a section.
  /// - Throws: ``TCStringError``, ``ConsentStringError`` or ``GPPSectionError`` for a malformed one.
  package init(decoding section: GPPSection) throws {
    switch section.id {
    case .tcfEU: self = .tcfEU(try TCString(decoding: section.text))
    case .usPrivacy: self = .usPrivacy(try USPrivacyString(decoding: section.text))
    case .tcfCanada:
      self = try TCFCanadaString(decoding: section.text).map { .tcfCanada($0) } ?? .unknown
    default:
      self = try USSection(section.id, decoding: section.text).map { .unitedStates($0) } ?? .unknown
    }
  }

  /// The segments under the names of the section's specification; none for an unknown section.
  package var segments: [JSONObject] {
    switch self {
    case .tcfEU(let tc): tc.gppSegments
    case .tcfCanada(let tc): tc.gppSegments
    case .usPrivacy(let string): [string.gppFields]
    case .unitedStates(let section): section.gppSegments
    case .unknown: []
    }
  }
}

extension TCString {
  /// Source: IAB Tech Lab, Global Privacy Platform, "IAB TCF Europe Technical Specification".
  fileprivate var gppSegments: [JSONObject] {
    var segments = [TCField.core.fields(of: self, names: Self.gppNames)]
    if let disclosedVendors {
      segments.append(
        TCField.disclosedVendors.fields(
          of: disclosedVendors,
          names: [
            "SegmentType": "VendorsDisclosedSegmentType", "DisclosedVendors": "VendorsDisclosed",
          ]))
    }
    if let allowedVendors {
      segments.append(
        TCField.allowedVendors.fields(
          of: allowedVendors,
          names: [
            "SegmentType": "VendorsAllowedSegmentType", "AllowedVendors": "VendorsAllowed",
          ]))
    }
    if let publisherTC {
      segments.append(TCField.publisherTC.fields(of: publisherTC, names: Self.gppNames))
    }
    return segments
  }

  /// The names that differ from those of the TC string's own specification.
  private static let gppNames = [
    "TcfPolicyVersion": "PolicyVersion", "UseNonStandardTexts": "UseNonStandardStacks",
    "SpecialFeatureOptIns": "SpecialFeatureOptins", "PurposesConsent": "PurposeConsents",
    "PurposesLITransparency": "PurposeLegitimateInterests",
    "PublisherCC": "PublisherCountryCode", "SegmentType": "PublisherPurposesSegmentType",
    "PubPurposesConsent": "PublisherConsents",
    "PubPurposesLITransparency": "PublisherLegitimateInterests",
    "CustomPurposesConsent": "PublisherCustomConsents",
    "CustomPurposesLITransparency": "PublisherCustomLegitimateInterests",
  ]
}

extension TCFCanadaString {
  fileprivate var gppSegments: [JSONObject] {
    var segments = [TCField.canadaTold.fields(of: self)]
    if let disclosedVendors {
      segments.append(TCField.canadaDisclosedVendors.fields(of: disclosedVendors))
    }
    if let publisher { segments.append(TCField.canadaPublisher.fields(of: publisher)) }
    return segments
  }
}

extension USPrivacyString {
  fileprivate var gppFields: JSONObject {
    JSONObject(
      distinct: [
        JSONObject.Member(key: "Version", value: 1),
        JSONObject.Member(key: "Notice", value: .string(noticeGiven.rawValue)),
        JSONObject.Member(key: "OptOutSale", value: .string(optedOutOfSale.rawValue)),
        JSONObject.Member(key: "LspaCovered", value: .string(isLimitedServiceProvider.rawValue)),
      ])
  }
}

extension USSection {
  fileprivate var gppSegments: [JSONObject] {
    let count = (fields.last?.segment ?? 0) + 1
    return (0..<count).map { segment in
      JSONObject(
        distinct: fields.filter { $0.segment == segment }.map { field in
          JSONObject.Member(key: field.name, value: field.value.json)
        })
    }
  }
}

extension USSection.Value {
  fileprivate var json: JSONValue {
    switch self {
    case .number(let number): .integer(Int64(number))
    case .numbers(let numbers): .array(numbers.map { .integer(Int64($0)) })
    case .flag(let isSet): .bool(isSet)
    }
  }
}
