// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// Consent records and receipts in the shape of ISO/IEC TS 27560:2023.
extension ConsentSections {
  /// A person's records: one for each law that they answered under, as its newest answer says, with every
  /// event of its life.
  ///
  /// Its id is the `record_id` of the newest answer's receipt; each event tells that of its own.
  /// - Parameters:
  ///   - held: What is held of the person, in the order of the ledger.
  ///   - subject: The person's key as it is stored.
  ///   - terms: What no record says, and whoever is responsible does.
  ///   - now: When it is asked which answer is the newest.
  static func records(
    of held: [HeldConsent], subject: String, _ terms: ConsentTerms, at now: Timestamp
  ) -> [JSONValue] {
    var laws: [Regulation] = []
    for one in held where !laws.contains(one.record.statement.regulation) {
      laws.append(one.record.statement.regulation)
    }
    return laws.compactMap { law in
      let life = held.filter { $0.record.statement.regulation == law }
      let state = ConsentState(life.map(\.record))
      let newest = state.holding(under: law, at: now)?.id
      guard let own = life.first(where: { $0.id == newest }) ?? life.last else { return nil }
      return .object(
        form(own.record, own.entryHash, subject: subject, terms, events: life.map(event)))
    }
  }

  /// The receipt of a record, with the proof that it is in the ledger.
  /// - Throws: ``Failure`` with `badData` where the ledger lacks it; `StoreError`.
  static func receipt(
    of record: ConsentRecord, from subject: SubjectKey, in consent: ConsentRepository,
    _ run: CommandRun
  ) throws -> JSONValue {
    guard let proof = try consent.proof(of: record.id, at: run.now) else {
      throw Failure(
        .badData, "the record is not in the ledger.", try: "adview-admin consent verify")
    }
    let signature = try consent.signedPoint(
      in: proof.head, by: LedgerKeyFile.verifier(for: consent))
    return receipt(
      record, ReceiptProof(proof, signature: signature), subject: subject.stored,
      try run.consentTerms(in: consent.database), madeAt: run.now)
  }

  /// The receipt of a record that was proven.
  static func receipt(
    _ record: ConsentRecord, _ proof: ReceiptProof, subject: String, _ terms: ConsentTerms,
    madeAt now: Timestamp
  ) -> JSONValue {
    let made = ContentHasher.hash("\(uuid(of: proof.ledger.entryHash)) \(now)")
    return receipt(record, proof, id: uuid(of: made), subject: subject, terms)
  }

  /// The receipt of a record under an id of its own.
  static func receipt(
    _ record: ConsentRecord, _ proof: ReceiptProof, id: String, subject: String,
    _ terms: ConsentTerms
  ) -> JSONValue {
    var receipt = form(
      record, proof.ledger.entryHash, receipt: id, subject: subject, terms,
      events: [.object(event(record))])
    receipt["ledger_proof"] = proof.json
    return .object(receipt)
  }

  /// What both have, by the record whose answer they tell.
  private static func form(
    _ record: ConsentRecord, _ entry: ContentHash, receipt: String? = nil, subject: String,
    _ terms: ConsentTerms, events: [JSONValue]
  ) -> JSONObject {
    var form = JSONObject()
    form["schema_version"] = "ISO/IEC TS 27560:2023"
    form["record_id"] = .string(uuid(of: entry))
    form["receipt_id"] = receipt.map { .string($0) }
    form["pii_principal_id"] = .string(subject)
    form["pii_processing"] = processing(record.statement, terms)
    form["party_identification"] = parties(terms)
    form["event"] = .array(events)
    return form
  }

  private static func event(_ held: HeldConsent) -> JSONValue {
    var event = event(held.record)
    event["record_id"] = .string(uuid(of: held.entryHash))
    event["sequence"] = .integer(held.id.rawValue)
    event["entry_hash"] = .string(held.entryHash.hex)
    return .object(event)
  }
}
