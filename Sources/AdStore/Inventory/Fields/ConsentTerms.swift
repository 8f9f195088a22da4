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

extension FieldGroup {
  /// The fields of the terms of consent records and receipts.
  /// - Parameter terms: where the terms stand in what has them.
  package static func terms(
    _ terms: any WritableKeyPath<Root, ConsentTerms> & Sendable
  ) -> FieldGroup { FieldGroup(ConsentTerms.rows.map { $0.field(of: terms) }) }
}

extension ConsentTerms {
  /// A field of the terms: its key, its option, and what lists and help call it.
  fileprivate struct FieldRow: Sendable {
    let key: String
    let member: any WritableKeyPath<ConsentTerms, String?> & Sendable
    let option: String
    let title: String
    let summary: String

    init(
      _ key: String, _ member: any WritableKeyPath<ConsentTerms, String?> & Sendable,
      _ option: String,
      _ title: String, _ summary: String
    ) {
      (self.key, self.member, self.option) = (key, member, option)
      (self.title, self.summary) = (title, summary)
    }

    func field<Root>(
      of terms: any WritableKeyPath<Root, ConsentTerms> & Sendable
    ) -> Field<Root> {
      Field(
        .setting(option), key, { $0[keyPath: terms][keyPath: member] },
        { $0[keyPath: terms][keyPath: member] = $1 }, .text(.characters(1...2_000)),
        option: option, title, summary)
    }
  }

  fileprivate static let rows = [
    FieldRow(
      "controller", \.controller, "controller", "Controller",
      "Who is responsible for the data, in consent records and receipts."),
    FieldRow(
      "controllerContact", \.controllerContact,
      "controller-contact", "Contact", "How the controller is reached."),
    FieldRow(
      "partyType", \.partyType, "party-type", "Party type",
      "What kind of party the controller is."),
    FieldRow(
      "withdrawalMethod", \.withdrawalMethod, "withdrawal-method",
      "Withdrawal", "How a consent is taken back."),
    FieldRow(
      "piiInformation", \.piiInformation, "pii-information",
      "Information", "Which data about a person are processed."),
    FieldRow(
      "processingMethod", \.processingMethod, "processing-method",
      "Processing", "How data about a person are processed."),
    FieldRow(
      "storageLocations", \.storageLocations, "storage-locations",
      "Stored in", "Where data about a person are stored."),
    FieldRow(
      "processingLocations", \.processingLocations,
      "processing-locations", "Processed in", "Where data about a person are processed."),
    FieldRow(
      "geographicRestrictions", \.geographicRestrictions,
      "geographic-restrictions", "Restrictions",
      "To which places the processing is restricted."),
    FieldRow(
      "privacyRights", \.privacyRights, "privacy-rights", "Rights",
      "Which rights a person has, and how they are used."),
    FieldRow(
      "codesOfConduct", \.codesOfConduct, "codes-of-conduct", "Codes",
      "To which codes of conduct the controller keeps."),
    FieldRow(
      "impactAssessment", \.impactAssessment, "impact-assessment",
      "Assessment", "The data protection impact assessment, or where it is found."),
    FieldRow(
      "authorityParty", \.authorityParty, "authority-party",
      "Authority", "Which authority supervises the controller."),
  ]
}
