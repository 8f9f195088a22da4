// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import SQLiteKit

/// Reads records on one connection, each held against its ledger entry.
struct ConsentReader {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  func current(of subject: SubjectKey) throws -> ConsentRecord? {
    try connection.statement(
      "SELECT * FROM consent_records WHERE key = ?1 ORDER BY sequence DESC LIMIT 1"
    ).first(subject.stored) { try ConsentRow($0).record() }
  }

  func history(of subject: SubjectKey) throws -> [ConsentRecord] {
    try connection.statement("SELECT * FROM consent_records WHERE key = ?1 ORDER BY sequence")
      .all(subject.stored) { try ConsentRow($0).record() }
  }

  /// All records of a person with the times from which they stood, oldest first.
  func datedHistory(of subject: SubjectKey) throws -> [DatedRecord] {
    try connection.statement(
      """
      SELECT r.*, (SELECT at FROM consent_entries WHERE sequence = r.sequence - 1)
      FROM consent_records AS r WHERE key = ?1 ORDER BY sequence
      """
    ).all(subject.stored) { try Self.datedRecord($0) }
  }

  /// The same of the person that a record is of.
  func datedHistory(including id: ConsentRecordID) throws -> [DatedRecord] {
    try connection.statement(
      """
      SELECT r.*, (SELECT at FROM consent_entries WHERE sequence = r.sequence - 1)
      FROM consent_records AS r
      WHERE subject = (SELECT subject FROM consent_contents WHERE sequence = ?1)
      ORDER BY sequence
      """
    ).all(id.rawValue) { try Self.datedRecord($0) }
  }

  private static func datedRecord(_ row: borrowing Row) throws -> DatedRecord {
    DatedRecord(
      try ConsentRow(row).record(),
      entryBefore: row.optionalInt64(13).map { Timestamp(milliseconds: $0) })
  }

  func record(_ id: ConsentRecordID) throws -> ConsentRecord? {
    try connection.statement("SELECT * FROM consent_records WHERE sequence = ?1")
      .first(id.rawValue) { try ConsentRow($0).record() }
  }

  /// Goes through the last record of every person in the order of the keys, from after one.
  func currentRecords(
    after key: String, limit: Int
  ) throws -> [(key: String, record: ConsentRecord)] {
    try connection.statement(
      """
      SELECT r.* FROM consent_records AS r
      WHERE r.key > ?1
        AND r.sequence = (SELECT max(sequence) FROM consent_contents WHERE subject = r.subject)
      ORDER BY r.key LIMIT ?2
      """
    ).all(key, limit) { row in
      let found = try ConsentRow(row)
      return (found.key, try found.record())
    }
  }

  /// What the ledger tells of a record that was erased: its entry and those that followed for the
  /// same person up to the erasure, oldest first.
  func entries(ofErased id: ConsentRecordID) throws -> [LedgerEntry] {
    let entries = try connection.statement(
      """
      SELECT e.sequence, e.at, e.event, e.subject_commitment, e.payload_commitment, e.previous,
        e.hash
      FROM consent_entries AS e
      JOIN consent_entries AS r ON r.subject_commitment = e.subject_commitment
      WHERE r.sequence = ?1 AND e.sequence >= r.sequence
      ORDER BY e.sequence
      """
    ).all(id.rawValue) { try LedgerColumns.entry(of: $0).0 }
    return entries.last?.event == .erased ? entries : []
  }

  /// The time of the entry before one.
  func timeOfEntry(before sequence: Int64) throws -> Timestamp? {
    try connection.statement("SELECT at FROM consent_entries WHERE sequence = ?1 - 1")
      .first(sequence) { Timestamp(milliseconds: $0.int64(0)) }
  }
}

/// A row of the view `consent_records`.
struct ConsentRow {
  let entry: LedgerEntry
  let key: String
  private let keySalt: [UInt8]
  private let contentSalt: [UInt8]
  private let content: String
  private let previousRecord: Int64?

  init(_ row: borrowing Row) throws {
    entry = try LedgerColumns.entry(of: row).0
    key = row.text(7)
    keySalt = row.blob(8)
    contentSalt = row.blob(9)
    content = row.text(10)
    previousRecord = row.optionalInt64(11)
  }

  /// The record, once entry and content agree.
  func record() throws -> ConsentRecord {
    let subject = LedgerCommitment.subject(Array(key.utf8), salt: keySalt)
    let payload = LedgerCommitment.payload(Array(content.utf8), salt: contentSalt)
    guard subject == entry.subject, payload == entry.payload else {
      throw StoreError.altered(entry.sequence)
    }
    let statement: ConsentStatement
    do {
      statement = try ConsentStatement(json: JSONNode(JSONReader.read(text: content)))
    } catch {
      throw StoreError.altered(entry.sequence)
    }
    return ConsentRecord(
      id: ConsentRecordID(entry.sequence), event: entry.event, recordedAt: entry.time,
      previous: previousRecord.map { ConsentRecordID($0) }, statement: statement)
  }
}

/// The columns of a ledger entry, which queries select first.
enum LedgerColumns {
  /// The entry, where the columns can be one.
  static func entry(of row: borrowing Row) throws -> (LedgerEntry, storedHash: Digest) {
    let found = found(in: row)
    guard found.0.hash == found.storedHash else { throw StoreError.altered(row.int64(0)) }
    return found
  }

  /// The entry as it stands there. What cannot be an entry becomes one whose hash does not fit.
  static func found(in row: borrowing Row) -> (LedgerEntry, storedHash: Digest) {
    let nothing = LedgerCommitment.nothing
    let entry = LedgerEntry(
      sequence: row.int64(0), time: Timestamp(milliseconds: row.int64(1)),
      event: ConsentEvent(rawValue: row.text(2)) ?? .erased,
      subject: Digest(bytes: row.blob(3)) ?? nothing,
      payload: Digest(bytes: row.blob(4)) ?? nothing,
      previous: Digest(bytes: row.blob(5)) ?? nothing)
    return (entry, Digest(bytes: row.blob(6)) ?? nothing)
  }
}

extension StoreError {
  /// The error of a record that is not what was appended.
  static func altered(_ sequence: Int64) -> StoreError {
    StoreError(
      .corrupt, "consent record \(sequence) is not what was appended",
      recovery: .verifyLedger)
  }
}
