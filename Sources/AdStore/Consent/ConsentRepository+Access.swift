// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel
import AdSQLite

/// An ad load that a consent record of a person allowed.
public struct ConsentedLoad: Hashable, Sendable {
  /// The ad unit.
  public let unit: AdUnitID
  /// When it was loaded.
  public let time: Timestamp
  /// The serving mode, where one was recorded.
  public let mode: ServingMode?
}

/// One answer of a person, with its place in the ledger and its loads.
public struct HeldConsent: Hashable, Identifiable, Sendable {
  /// The record's number.
  public var id: ConsentRecordID { record.id }

  /// The record.
  public let record: ConsentRecord
  /// The hash of its entry in the ledger.
  public let entryHash: ContentHash
  /// The loads in the history that name it, oldest first.
  public let loads: [ConsentedLoad]
}

extension ConsentRepository {
  /// Everything that is held of a person: the answer to a request for access.
  ///
  /// - Returns: The records with their loads, oldest first; none for an unknown person.
  /// - Throws: ``StoreError``, also `corrupt` where a record is not as it was appended.
  /// - Complexity: O(*n*) in the number of transitions.
  public func everything(of subject: SubjectKey) throws -> [HeldConsent] {
    try database.read { connection in
      let reader = ConsentReader(connection)
      guard let person = try reader.person(subject) else { return [] }
      let held = try reader.records(of: person)
      let loads = try Dictionary(grouping: Self.loads(of: person, on: connection)) { $0.record }
      return held.map { held in
        HeldConsent(
          record: held.record, entryHash: held.entry.hash,
          loads: (loads[held.record.id] ?? []).map { $0.load })
      }
    }
  }

  private static func loads(
    of person: ConsentPerson, on connection: Connection
  ) throws -> [(record: ConsentRecordID, load: ConsentedLoad)] {
    try connection.statement(
      """
      SELECT t.consent, u.id, s.started_at, t.elapsed, t.kind
      FROM session_transitions AS t JOIN unit_ids AS u ON u.unit = t.unit
        JOIN sessions AS s ON s.session = t.session
      WHERE t.kind <= ?2
        AND t.consent IN (SELECT sequence FROM consent_contents WHERE subject = ?1)
      ORDER BY s.started_at + t.elapsed, t.session, t.sequence
      """
    ).all(person.row, TransitionKind.lastOfLoads) { row in
      let load = ConsentedLoad(
        unit: AdUnitID(validated: row.text(1)),
        time: try row.time(2, of: "a load under record \(row.int64(0))")
          .advanced(by: row.int64(3)),
        mode: try TransitionKind(databaseValue: row.int64(4)).mode)
      return (ConsentRecordID(row.int64(0)), load)
    }
  }
}
