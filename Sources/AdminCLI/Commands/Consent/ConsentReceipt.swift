// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// A consent receipt in the shape of ISO/IEC TS 27560:2023, with the proof that its record is in
/// the ledger.
///
/// The members are those of the specification in its own spelling; what nobody told is `null`.
struct ConsentReceipt {
  static let controller = Option("controller", .text, "Who is responsible, for the receipt.")
  static let contact = Option("contact", .text, "How they are reached, for the receipt.")
  static let withdrawal = Option(
    "withdrawal", .text, "How the consent is taken back, for the receipt.")

  /// What no record says, and whoever makes the receipt does.
  struct Told {
    let controller: String?
    let contact: String?
    let withdrawal: String?
  }

  let json: JSONValue

  /// Makes the receipt of a record.
  /// - Throws: ``Failure`` with `badData` where the ledger lacks it; `StoreError`.
  init(of record: ConsentRecord, in consent: ConsentRepository, run: CommandRun) throws {
    guard let proof = try consent.proof(of: record.id, at: run.now) else {
      throw Failure(
        .badData, "the record is not in the ledger.", try: "adview-admin consent verify")
    }
    self.init(record, proof, subject: try run.subject(in: consent).stored, run)
  }

  /// Makes the receipt of a record that was proven.
  /// - Parameter subject: The person's key as it is stored.
  init(_ record: ConsentRecord, _ proof: LedgerProof, subject: String, _ run: CommandRun) {
    let made = ContentHasher.hash("\(Self.uuid(of: proof.entryHash)) \(run.now)")
    let told = Told(
      controller: run.input[Self.controller], contact: run.input[Self.contact],
      withdrawal: run.input[Self.withdrawal])
    self.init(
      record, proof, id: Self.uuid(of: made), subject: subject, told)
  }

  /// Puts a receipt together.
  /// - Parameters:
  ///   - id: The receipt's own id.
  ///   - subject: The person's key as it is stored.
  init(
    _ record: ConsentRecord, _ proof: LedgerProof, id: String, subject: String, _ told: Told
  ) {
    json = [
      "schema_version": "ISO/IEC TS 27560:2023",
      "record_id": .string(Self.uuid(of: proof.entryHash)),
      "receipt_id": .string(id),
      "pii_principal_id": .string(subject),
      "pii_processing": Self.processing(record, told),
      "party_identification": Self.party(told),
      "event": Self.event(record),
      "ledger_proof": Self.proof(proof),
    ]
  }

  private static func processing(_ record: ConsentRecord, _ told: Told) -> JSONValue {
    let statement = record.statement
    let notice = statement.collection.notice
    return [
      "privacy_notice": [
        "id": text(notice?.id), "version": text(notice?.version),
        "sha256": text(notice?.contentHash?.hex),
      ],
      "language": text(notice?.language ?? statement.projection?.language),
      "purposes": .array(purposes(of: statement.choices)),
      "recipient_third_parties": .array(vendors(of: statement.choices)),
      "pii_information": .null,
      "pii_controllers": told.controller.map { [.string($0)] } ?? .null,
      "collection_method": text(collectionMethod(of: statement)),
      "processing_method": .null,
      "jurisdiction": text(statement.country ?? statement.regulation.rawValue),
      "storage_locations": .null,
      "processing_locations": .null,
      "geographic_restrictions": .null,
      "retention_period": .string("until \(statement.expiry.at) (\(statement.expiry.rule))"),
      "withdrawal_method": text(told.withdrawal),
      "privacy_rights": .null,
      "codes_of_conduct": .null,
      "impact_assessment": .null,
      "authority_party": .null,
    ]
  }

  /// What the person did, else who collected it.
  private static func collectionMethod(of statement: ConsentStatement) -> String? {
    statement.collection.action ?? statement.didomiAction
      ?? statement.projection.map { "consent management platform \($0.cmpID) of the IAB TCF" }
  }

  private static func purposes(of choices: ConsentChoices) -> [JSONValue] {
    answers(choices.purposes).map { id, choice, basis in
      [
        "purpose": id.json,
        "tcf_purpose": (TCFPurpose(id)?.rawValue).map { .integer(Int64($0)) } ?? .null,
        "lawful_basis": .string(basis == .consent ? "consent" : "legitimate_interest"),
        "state": .string(choice.rawValue),
      ]
    }
  }

  private static func vendors(of choices: ConsentChoices) -> [JSONValue] {
    answers(choices.vendors).map { id, choice, basis in
      [
        "vendor": id.json,
        "lawful_basis": .string(basis == .consent ? "consent" : "legitimate_interest"),
        "state": .string(choice.rawValue),
      ]
    }
  }

  private static func answers(
    _ choices: ChoicesByBasis
  ) -> [(id: ConsentItemID, choice: ConsentChoice, basis: LegalBasis)] {
    LegalBasis.allCases.flatMap { basis in
      let list = choices[basis]
      return [
        (list.enabled, ConsentChoice.enabled), (list.disabled, .disabled),
        (list.notAsked, .notAsked),
      ]
      .flatMap { ids, choice in ids.map { ($0, choice, basis) } }
    }
  }

  private static func party(_ told: Told) -> JSONValue {
    [
      [
        "party_name": text(told.controller), "party_role": "pii_controller",
        "party_contact": text(told.contact), "party_type": .null,
      ]
    ]
  }

  private static func event(_ record: ConsentRecord) -> JSONValue {
    [
      [
        "event_time": .string(record.statement.updatedAt.description),
        "event_type": record.statement.choices.allowsAnything ? "explicit" : "refusal",
        "event_state": .string(record.event.rawValue),
        "validity_duration": .string(
          ConsentDuration(from: record.statement.updatedAt, to: record.statement.expiry.at)
            .description),
        "entity_id": text(record.statement.collection.sourceDomain),
      ]
    ]
  }

  /// What anybody needs who holds a head: the entry with what its commitments were made of, its hash,
  /// its place and the path to the root. `LedgerFormat` says how one follows from the other.
  private static func proof(_ proof: LedgerProof) -> JSONValue {
    [
      "format": "AdView consent ledger 1",
      "sequence": .integer(proof.record.rawValue), "entry_hash": .string(proof.entryHash.hex),
      "entry": proof.evidence.map(entry) ?? .null,
      "inclusion_path": .array(proof.path.map { .string($0.hex) }), "head": proof.head.json,
    ]
  }

  private static func entry(_ evidence: LedgerEvidence) -> JSONValue {
    let entry = evidence.entry
    return [
      "time_ms": .integer(entry.time.milliseconds), "event": .string(entry.event.rawValue),
      "subject_commitment": .string(entry.subject.hex),
      "subject_salt": evidence.subjectAgrees
        ? .string(Hexadecimal.text(evidence.subjectSalt)) : .null,
      "payload_commitment": .string(entry.payload.hex),
      "payload_salt": .string(Hexadecimal.text(evidence.payloadSalt)),
      "actor": .string(entry.origin.actor.rawValue), "channel": .string(entry.origin.channel),
      "reason": .string(entry.origin.reason),
      "previous": .string(entry.previous.hex), "content": .string(evidence.content),
    ]
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// A UUID of version 8 (RFC 9562) made of a hash, so that the same record has the same id.
  private static func uuid(of digest: ContentHash) -> String {
    var bytes = Array(digest.bytes.prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    let hex = Array(Hexadecimal.text(bytes))
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return parts.map { String(hex[$0]) }.joined(separator: "-")
  }
}
