// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// The sections that consent records and receipts of ISO/IEC TS 27560:2023 have in common.
///
/// The members are those of the specification in its own spelling; what nobody told is `null`.
enum ConsentSections {
  /// What was processed, under which conditions.
  static func processing(_ statement: ConsentStatement, _ terms: ConsentTerms) -> JSONValue {
    let notice = statement.collection.notice
    return [
      "privacy_notice": [
        "id": text(notice?.id), "version": text(notice?.version),
        "sha256": text(notice?.contentHash?.hex),
      ],
      "language": text(notice?.language ?? statement.projection?.language),
      "purposes": .array(purposes(of: statement.choices)),
      "recipient_third_parties": .array(vendors(of: statement.choices)),
      "pii_information": text(terms.piiInformation),
      "pii_controllers": terms.controller.map { [.string($0)] } ?? .null,
      "collection_method": text(collectionMethod(of: statement)),
      "processing_method": text(terms.processingMethod),
      "jurisdiction": text(statement.country ?? statement.regulation.rawValue),
      "storage_locations": text(terms.storageLocations),
      "processing_locations": text(terms.processingLocations),
      "geographic_restrictions": text(terms.geographicRestrictions),
      "retention_period": .string("until \(statement.expiry.at) (\(statement.expiry.rule))"),
      "withdrawal_method": text(terms.withdrawalMethod),
      "privacy_rights": text(terms.privacyRights),
      "codes_of_conduct": text(terms.codesOfConduct),
      "impact_assessment": text(terms.impactAssessment),
      "authority_party": text(terms.authorityParty),
    ]
  }

  /// Who is responsible.
  static func parties(_ terms: ConsentTerms) -> JSONValue {
    [
      [
        "party_name": text(terms.controller), "party_role": "pii_controller",
        "party_contact": text(terms.controllerContact), "party_type": text(terms.partyType),
      ]
    ]
  }

  /// The terms that a receipt tells.
  /// - Throws: `JSONError` for anything that ``processing(_:_:)`` and ``parties(_:)`` do not write.
  static func terms(ofReceipt receipt: JSONNode) throws(JSONError) -> ConsentTerms {
    let party = try receipt.member("party_identification").elements().first
    let processing = try receipt.member("pii_processing")
    func told(_ name: String) throws(JSONError) -> String? {
      try processing.optional(name)?.string()
    }
    var terms = ConsentTerms()
    terms.controller = try party?.optional("party_name")?.string()
    terms.controllerContact = try party?.optional("party_contact")?.string()
    terms.partyType = try party?.optional("party_type")?.string()
    terms.withdrawalMethod = try told("withdrawal_method")
    terms.piiInformation = try told("pii_information")
    terms.processingMethod = try told("processing_method")
    terms.storageLocations = try told("storage_locations")
    terms.processingLocations = try told("processing_locations")
    terms.geographicRestrictions = try told("geographic_restrictions")
    terms.privacyRights = try told("privacy_rights")
    terms.codesOfConduct = try told("codes_of_conduct")
    terms.impactAssessment = try told("impact_assessment")
    terms.authorityParty = try told("authority_party")
    return terms
  }

  /// What happened.
  static func event(_ record: ConsentRecord) -> JSONObject {
    let statement = record.statement
    var event = JSONObject()
    event["event_time"] = .string(statement.updatedAt.description)
    event["event_type"] = statement.choices.allowsAnything ? "explicit" : "refusal"
    event["event_state"] = .string(record.event.rawValue)
    event["validity_duration"] = .string(
      ConsentDuration(from: statement.updatedAt, to: statement.expiry.at).description)
    event["entity_id"] = text(statement.collection.sourceDomain)
    return event
  }

  /// A UUID of version 8 (RFC 9562) made of a hash, so that the same record has the same id.
  static func uuid(of digest: ContentHash) -> String {
    var bytes = Array(digest.bytes.prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    let hex = Array(Hexadecimal.text(bytes))
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return parts.map { String(hex[$0]) }.joined(separator: "-")
  }

  /// What the person did, else who collected it.
  private static func collectionMethod(of statement: ConsentStatement) -> String? {
    statement.collection.action ?? statement.didomiAction
      ?? statement.projection.map { "consent management platform \($0.cmpID) of the IAB TCF" }
  }

  private static func purposes(of choices: ConsentChoices) -> [JSONValue] {
    answers(choices.purposes) { id, basis, state in
      [
        "purpose": id.json,
        "tcf_purpose": (TCFPurpose(id)?.rawValue).map { .integer(Int64($0)) } ?? .null,
        "lawful_basis": basis, "state": state,
      ]
    }
  }

  private static func vendors(of choices: ConsentChoices) -> [JSONValue] {
    answers(choices.vendors) { ["vendor": $0.json, "lawful_basis": $1, "state": $2] }
  }

  private static func answers(
    _ choices: ChoicesByBasis,
    _ answer: (_ id: ConsentItemID, _ basis: JSONValue, _ state: JSONValue) -> JSONValue
  ) -> [JSONValue] {
    LegalBasis.allCases.flatMap { basis in
      choices[basis].pairs.map { id, choice in
        answer(
          id, basis == .consent ? "consent" : "legitimate_interest", .string(choice.rawValue))
      }
    }
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
