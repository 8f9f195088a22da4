// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import SQLiteKit

/// Appends to the ledger inside a write transaction.
struct LedgerWriter {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Appends a record with its content.
  func append(
    _ statement: ConsentStatement, for subject: SubjectKey, as event: ConsentEvent,
    after previous: ConsentRecordID?, at now: Timestamp
  ) throws -> ConsentRecord {
    let content = try statement.json.text()
    let salt = Self.salt()
    let person = try person(subject)
    let entry = try append(
      event, subject: LedgerCommitment.subject(Array(subject.stored.utf8), salt: person.salt),
      payload: LedgerCommitment.payload(Array(content.utf8), salt: salt), at: now)
    try connection.statement(
      "INSERT INTO consent_contents (sequence, subject, salt, content) VALUES (?1, ?2, ?3, ?4)"
    ).run(entry.sequence, person.row, salt, content)
    return ConsentRecord(
      id: ConsentRecordID(entry.sequence), event: event, recordedAt: entry.time,
      previous: previous, statement: statement)
  }

  /// Appends an erasure and deletes the person's contents, salts and key.
  func erase(
    _ subject: SubjectKey, at now: Timestamp
  ) throws -> (entry: ConsentRecordID, records: Int)? {
    guard let person = try existing(subject) else { return nil }
    let commitment = LedgerCommitment.subject(Array(subject.stored.utf8), salt: person.salt)
    let entry = try append(
      .erased, subject: commitment, payload: LedgerCommitment.nothing, at: now)
    try connection.statement("DELETE FROM consent_contents WHERE subject = ?1").run(person.row)
    let count = connection.changes
    try connection.statement("DELETE FROM consent_subjects WHERE subject = ?1").run(person.row)
    return (ConsentRecordID(entry.sequence), count)
  }

  /// Appends an entry. Its time is never before the last one's: a clock that was set back does not
  /// make the ledger run backwards; the statement keeps its own times.
  private func append(
    _ event: ConsentEvent, subject: Digest, payload: Digest, at now: Timestamp
  ) throws -> LedgerEntry {
    let last = try connection.statement(
      """
      SELECT sequence, at, event, subject_commitment, payload_commitment, previous, hash
      FROM consent_entries ORDER BY sequence DESC LIMIT 1
      """
    ).first { try LedgerColumns.entry(of: $0) }
    let entry = LedgerEntry(
      sequence: (last?.0.sequence ?? 0) + 1, time: max(now, last?.0.time ?? now), event: event,
      subject: subject, payload: payload,
      previous: try last?.storedHash ?? LedgerEntry.genesis(of: store()))
    try connection.statement(
      """
      INSERT INTO consent_entries
        (sequence, at, event, subject_commitment, payload_commitment, previous, hash)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """
    ).run(
      entry.sequence, entry.time.milliseconds, event.rawValue, subject.bytes, payload.bytes,
      entry.previous.bytes, entry.hash.bytes)
    return entry
  }

  /// The store's id, which the first record brings about.
  private func store() throws -> [UInt8] {
    let known = try LedgerReader(connection).store()
    guard known.isEmpty else { return known }
    let id = Array(Self.salt().prefix(16))
    try connection.statement("INSERT INTO consent_store (one, id) VALUES (1, ?1)").run(id)
    return id
  }

  private func person(_ subject: SubjectKey) throws -> (row: Int64, salt: [UInt8]) {
    if let person = try existing(subject) { return person }
    let salt = Self.salt()
    try connection.statement("INSERT INTO consent_subjects (key, salt) VALUES (?1, ?2)")
      .run(subject.stored, salt)
    return (connection.lastInsertedRow, salt)
  }

  private func existing(_ subject: SubjectKey) throws -> (row: Int64, salt: [UInt8])? {
    try connection.statement("SELECT subject, salt FROM consent_subjects WHERE key = ?1")
      .first(subject.stored) { ($0.int64(0), $0.blob(1)) }
  }

  /// Random bytes from the system's generator.
  private static func salt() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<LedgerCommitment.saltByteCount).map { _ in
      UInt8.random(in: .min ... .max, using: &generator)
    }
  }
}
