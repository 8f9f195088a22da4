// SPDX-License-Identifier: MIT
import AdModel

/// What consent records and receipts of ISO/IEC TS 27560:2023 tell, and no answer does: whoever is
/// responsible says it, and what they do not say is not told.
package struct ConsentTerms: Hashable, Sendable {
  /// Who is responsible for what is done with the data.
  package var controller: String?
  /// How they are reached.
  package var controllerContact: String?
  /// What kind of party they are.
  package var partyType: String?
  /// How a consent is taken back.
  package var withdrawalMethod: String?
  /// Which data about a person are processed.
  package var piiInformation: String?
  /// How they are processed.
  package var processingMethod: String?
  /// Where they are stored.
  package var storageLocations: String?
  /// Where they are processed.
  package var processingLocations: String?
  /// To which places that is restricted.
  package var geographicRestrictions: String?
  /// Which rights a person has, and how they are used.
  package var privacyRights: String?
  /// To which codes of conduct the controller keeps.
  package var codesOfConduct: String?
  /// The assessment of what it means for people.
  package var impactAssessment: String?
  /// Which authority supervises the controller.
  package var authorityParty: String?

  /// Nothing is told.
  package init() {}
}

extension FieldGroup<InventorySettings> {
  /// The terms of consent records and receipts.
  package static let terms = FieldGroup([
    field(
      "controller", \.controller, { $0.controller = $1 }, "controller", "Controller",
      "Who is responsible for the data, in consent records and receipts."),
    field(
      "controllerContact", \.controllerContact, { $0.controllerContact = $1 },
      "controller-contact", "Contact", "How the controller is reached."),
    field(
      "partyType", \.partyType, { $0.partyType = $1 }, "party-type", "Party type",
      "What kind of party the controller is."),
    field(
      "withdrawalMethod", \.withdrawalMethod, { $0.withdrawalMethod = $1 }, "withdrawal-method",
      "Withdrawal", "How a consent is taken back."),
    field(
      "piiInformation", \.piiInformation, { $0.piiInformation = $1 }, "pii-information",
      "Information", "Which data about a person are processed."),
    field(
      "processingMethod", \.processingMethod, { $0.processingMethod = $1 }, "processing-method",
      "Processing", "How data about a person are processed."),
    field(
      "storageLocations", \.storageLocations, { $0.storageLocations = $1 }, "storage-locations",
      "Stored in", "Where data about a person are stored."),
    field(
      "processingLocations", \.processingLocations, { $0.processingLocations = $1 },
      "processing-locations", "Processed in", "Where data about a person are processed."),
    field(
      "geographicRestrictions", \.geographicRestrictions, { $0.geographicRestrictions = $1 },
      "geographic-restrictions", "Restrictions",
      "To which places the processing is restricted."),
    field(
      "privacyRights", \.privacyRights, { $0.privacyRights = $1 }, "privacy-rights", "Rights",
      "Which rights a person has, and how they are used."),
    field(
      "codesOfConduct", \.codesOfConduct, { $0.codesOfConduct = $1 }, "codes-of-conduct", "Codes",
      "To which codes of conduct the controller keeps."),
    field(
      "impactAssessment", \.impactAssessment, { $0.impactAssessment = $1 }, "impact-assessment",
      "Assessment", "The data protection impact assessment, or where it is found."),
    field(
      "authorityParty", \.authorityParty, { $0.authorityParty = $1 }, "authority-party",
      "Authority", "Which authority supervises the controller."),
  ])

  private static func field(
    _ key: String, _ read: @escaping @Sendable (ConsentTerms) -> String?,
    _ write: @escaping @Sendable (inout ConsentTerms, String?) -> Void, _ option: String,
    _ title: String, _ summary: String
  ) -> Field<InventorySettings> {
    Field(
      .setting(option), key, { read($0.terms) }, { write(&$0.terms, $1) },
      .text(.characters(1...2_000)), option: option, title, summary)
  }
}
