// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// A person's consent records in the shape of ISO/IEC TS 27560:2023: one for each law that they answered
/// under, as its newest answer says, with every event of its life.
///
/// Its id is the `record_id` of the newest answer's receipt; each event tells that of its own.
struct ConsentRecordForm {
  let json: [JSONValue]

  /// Makes the records.
  /// - Parameters:
  ///   - held: What is held of the person, in the order of the ledger.
  ///   - subject: The person's key as it is stored.
  ///   - terms: What no record says, and whoever is responsible does.
  ///   - now: When it is asked which answer is the newest.
  init(of held: [HeldConsent], subject: String, _ terms: ConsentTerms, at now: Timestamp) {
    var laws: [Regulation] = []
    for one in held where !laws.contains(one.record.statement.regulation) {
      laws.append(one.record.statement.regulation)
    }
    json = laws.compactMap { law in
      let life = held.filter { $0.record.statement.regulation == law }
      let state = ConsentState(life.map(\.record))
      let newest = state.holding(under: law, at: now)?.id
      guard let own = life.first(where: { $0.id == newest }) ?? life.last else { return nil }
      return [
        "schema_version": ConsentSections.schemaVersion,
        "record_id": .string(ConsentSections.uuid(of: own.entryHash)),
        "pii_principal_id": .string(subject),
        "pii_processing": ConsentSections.processing(own.record.statement, terms),
        "party_identification": ConsentSections.parties(terms),
        "event": .array(life.map(Self.event)),
      ]
    }
  }

  private static func event(_ held: HeldConsent) -> JSONValue {
    var event = ConsentSections.event(held.record)
    event["record_id"] = .string(ConsentSections.uuid(of: held.entryHash))
    event["sequence"] = .integer(held.id.rawValue)
    event["entry_hash"] = .string(held.entryHash.hex)
    return .object(event)
  }
}
