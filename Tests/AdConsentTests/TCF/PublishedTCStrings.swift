// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Foundation
import Testing

/// A TC string that others published, with the values that they assert.
struct PublishedTCString: Sendable, CustomTestStringConvertible {
  enum Expectation: String {
    case decodes, rejects, invalid, lenient, version1
  }

  let id: String
  let text: String
  /// The text without its base64 padding, where it has any and still makes sense.
  let withoutPadding: String?
  let expectation: Expectation
  let refusal: TCStringError.Code?
  /// Field by field as JSON text, keys sorted.
  let asserted: [String: String]
  let agreed: [String: String]

  var testDescription: String { id }

  static let all: [PublishedTCString] = {
    do {
      let url = try #require(
        Bundle.module.url(forResource: "Vectors/published-tc-strings", withExtension: "json"))
      let document = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
      let vectors = try #require((document as? [String: Any])?["vectors"] as? [[String: Any]])
      return try vectors.map(PublishedTCString.init)
    } catch {
      Issue.record("the published strings cannot be read: \(error)")
      return []
    }
  }()

  private init(_ vector: [String: Any]) throws {
    id = try #require(vector["id"] as? String)
    text = try #require(vector["text"] as? String)
    withoutPadding = vector["withoutPadding"] as? String
    let expect = try #require(vector["expect"] as? String)
    expectation = try #require(Expectation(rawValue: expect))
    refusal = (vector["refusal"] as? String).flatMap(TCStringError.Code.init)
    asserted = try Self.texts(vector["asserted"])
    agreed = try Self.texts(vector["agreed"])
  }

  private static func texts(_ fields: Any?) throws -> [String: String] {
    try (fields as? [String: Any] ?? [:]).mapValues(Self.text)
  }

  static func text(_ value: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed]),
      as: UTF8.self)
  }
}

extension TCString {
  /// The decoded values under the names that the published assertions use.
  var published: [String: Any] {
    var fields: [String: Any] = [
      "version": 2, "created": created.milliseconds / 100,
      "lastUpdated": lastUpdated.milliseconds / 100, "createdISO": created.description,
      "lastUpdatedISO": lastUpdated.description, "cmpId": cmpID, "cmpVersion": cmpVersion,
      "consentScreen": consentScreen, "consentLanguage": consentLanguage.description,
      "vendorListVersion": vendorListVersion, "tcfPolicyVersion": policyVersion,
      "isServiceSpecific": isServiceSpecific, "useNonStandardTexts": usesNonStandardTexts,
      "specialFeatureOptIns": specialFeatureOptIns.ids, "purposesConsent": purposesConsent.ids,
      "purposesLITransparency": purposesLegitimateInterest.ids,
      "purposeOneTreatment": purposeOneTreatment, "publisherCC": publisherCountry.description,
      "publisherRestrictions": publisherRestrictions.map { restriction in
        [
          "purposeId": restriction.purpose, "restrictionType": restriction.kind.rawValue,
          "ranges": restriction.vendors.ranges.map { [$0.lowerBound, $0.upperBound] },
        ] as [String: Any]
      },
    ]
    fields["vendorConsents"] = vendorConsents.published
    fields["vendorLegitimateInterests"] = vendorLegitimateInterests.published
    if let disclosedVendors { fields["disclosedVendors"] = disclosedVendors.published }
    if let allowedVendors { fields["allowedVendors"] = allowedVendors.published }
    if let publisherTC { fields["publisherTC"] = publisherTC.published }
    return fields
  }
}

extension PublisherTC {
  var published: [String: Any] {
    [
      "purposesConsent": purposesConsent.ids,
      "purposesLITransparency": purposesLegitimateInterest.ids,
      "numCustomPurposes": customPurposeCount,
      "customPurposesConsent": customPurposesConsent.ids,
      "customPurposesLITransparency": customPurposesLegitimateInterest.ids,
    ]
  }
}

extension VendorSet {
  var published: [String: Any] {
    ["maximum": maximum, "ranges": ranges.map { [$0.lowerBound, $0.upperBound] }]
  }
}
