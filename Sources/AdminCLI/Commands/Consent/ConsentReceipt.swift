// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// A consent receipt in the shape of ISO/IEC TS 27560:2023, with the proof that its record is in
/// the ledger.
struct ConsentReceipt {
  let json: JSONValue

  /// Makes the receipt of a record.
  /// - Throws: ``Failure`` with `badData` where the ledger lacks it; `StoreError`.
  init(
    of record: ConsentRecord, from subject: SubjectKey, in consent: ConsentRepository,
    run: CommandRun
  ) throws {
    guard let proof = try consent.proof(of: record.id, at: run.now) else {
      throw Failure(
        .badData, "the record is not in the ledger.", try: "adview-admin consent verify")
    }
    let signature = try consent.signedPoint(
      in: proof.head, by: LedgerKeyFile.verifier(for: consent))
    try self.init(
      record, ReceiptProof(proof, signature: signature), subject: subject.stored,
      run.consentTerms(in: consent.database), run)
  }

  /// Makes the receipt of a record that was proven.
  /// - Parameter subject: The person's key as it is stored.
  init(
    _ record: ConsentRecord, _ proof: ReceiptProof, subject: String, _ terms: ConsentTerms,
    _ run: CommandRun
  ) {
    let made = ContentHasher.hash(
      "\(ConsentSections.uuid(of: proof.ledger.entryHash)) \(run.now)")
    self.init(record, proof, id: ConsentSections.uuid(of: made), subject: subject, terms)
  }

  /// Puts a receipt together.
  /// - Parameters:
  ///   - id: The receipt's own id.
  ///   - subject: The person's key as it is stored.
  ///   - terms: What no record says, and whoever is responsible does.
  init(
    _ record: ConsentRecord, _ proof: ReceiptProof, id: String, subject: String,
    _ terms: ConsentTerms
  ) {
    json = [
      "schema_version": ConsentSections.schemaVersion,
      "record_id": .string(ConsentSections.uuid(of: proof.ledger.entryHash)),
      "receipt_id": .string(id),
      "pii_principal_id": .string(subject),
      "pii_processing": ConsentSections.processing(record.statement, terms),
      "party_identification": ConsentSections.parties(terms),
      "event": [.object(ConsentSections.event(record))],
      "ledger_proof": proof.json,
    ]
  }
}
