// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// A person as the store holds them.
struct ConsentPerson {
  let row: Int64
  /// The key as it is stored.
  let key: String
  /// What the ledger's entries of the person carry.
  let commitment: ContentHash
}

/// Reads people and their records on one connection, each record held against its ledger entry.
struct ConsentReader {
  private let connection: Connection
  private let ledger: LedgerReader
  private let runs: CarriedRuns
  private let known: [ContentHash: ConsentStatement]

  /// From how many records on people are gone through in the order of their keys.
  private static let fewest = 20_000

  /// Makes a reader.
  /// - Parameter known: Statements that were read before, by the hashes that the ledger has of them: a
  ///   content that has the hash of one is that one, and is not read again.
  init(_ connection: Connection, knowing known: [ContentHash: ConsentStatement] = [:]) {
    self.connection = connection
    self.known = known
    ledger = LedgerReader(connection)
    runs = CarriedRuns(connection)
  }

  /// The person with a key, which must be hashed as the store's keys are.
  func person(_ subject: SubjectKey) throws -> ConsentPerson? {
    try SubjectSecret(connection).admit(subject)
    return try person(stored: subject.stored)
  }

  /// The person with a key as it is stored.
  func person(stored key: String) throws -> ConsentPerson? {
    try connection.statement(
      "SELECT subject, key, salt, rekeyed FROM consent_subjects WHERE key = ?1"
    ).first(key) { try person($0) }
  }

  /// The person that a record is of; nil where the record is gone.
  func person(ofRecord sequence: Int64) throws -> ConsentPerson? {
    let row = try connection.statement("SELECT subject FROM consent_contents WHERE sequence = ?1")
      .first(sequence) { $0.int64(0) }
    guard let row else { return nil }
    guard let person = try person(row: row) else { throw StoreError.altered(sequence) }
    return person
  }

  private func person(row: Int64) throws -> ConsentPerson? {
    try connection.statement(
      "SELECT subject, key, salt, rekeyed FROM consent_subjects WHERE subject = ?1"
    ).first(row) { try person($0) }
  }

  private func person(_ row: borrowing Row) throws -> ConsentPerson {
    let commitment = try ledger.commitment(
      key: row.text(1), salt: row.blob(2), rekeyed: row.optionalInt64(3))
    return ConsentPerson(row: row.int64(0), key: row.text(1), commitment: commitment)
  }

  /// All records of a person in the order in which they were received; `corrupt` where one is altered
  /// or its content is gone.
  ///
  /// All are read even where one is asked for: what was taken away from among them could be a
  /// withdrawal.
  func records(of person: ConsentPerson) throws -> [HeldRecord] {
    let entries = try ledger.entries(of: person.commitment)
    if let erasure = entries.first(where: { $0.event == .erased }) {
      throw StoreError.altered(erasure.sequence)
    }
    var contents = try connection.statement(
      "SELECT sequence, salt, content FROM consent_contents WHERE subject = ?1 ORDER BY sequence"
    ).query(person.row)
    var records: [HeldRecord] = []
    for entry in entries where entry.event.isRecord {
      guard try contents.next(), contents.row.int64(0) == entry.sequence else {
        throw StoreError.altered(entry.sequence)
      }
      let record = try record(
        entry, of: person, salt: contents.row.blob(1), content: contents.row.text(2),
        previous: records.last?.record.id)
      records.append(HeldRecord(entry: entry, record: record))
    }
    if try contents.next() { throw StoreError.altered(contents.row.int64(0)) }
    return records.count > 1 ? try runs.inOrder(records) : records
  }

  /// All records of a person, oldest first; none for an unknown person.
  func history(of subject: SubjectKey) throws -> [ConsentRecord] {
    try person(subject).map { try records(of: $0).map(\.record) } ?? []
  }

  /// Everything that a person said.
  func state(of subject: SubjectKey) throws -> ConsentState {
    ConsentState(try history(of: subject))
  }

  /// Decides for a person; closed, with the error, where a record is not as it was appended or the
  /// key is hashed otherwise than the store's keys.
  func answer(
    for subject: SubjectKey, at time: Timestamp, by gate: ConsentGate
  ) throws -> HeldAnswer {
    do {
      let held = try person(subject).map { try records(of: $0) } ?? []
      return HeldAnswer(
        answer: gate.answer(ConsentState(held.map(\.record)), at: time), failure: nil,
        statements: Dictionary(
          held.map { ($0.entry.payload, $0.record.statement) }, uniquingKeysWith: { $1 }))
    } catch let error as StoreError {
      return HeldAnswer(answer: .failed, failure: error, statements: [:])
    }
  }

  /// All records of the person that a record is of; none where it is gone.
  func history(including id: ConsentRecordID) throws -> [ConsentRecord] {
    try person(ofRecord: id.rawValue).map { try records(of: $0).map(\.record) } ?? []
  }

  /// Goes through what people said, in the order of the keys, from after one.
  /// - Parameter conditions: Only people of whom a record may be one that they want.
  func states(
    after key: String, matching conditions: [ConsentCondition], limit: Int
  ) throws -> [(key: String, state: ConsentState)] {
    let says =
      conditions.isEmpty
      ? ""
      : """
      AND EXISTS (
        SELECT 1 FROM consent_contents AS c CROSS JOIN consent_entries AS e
          ON e.sequence = c.sequence
        WHERE c.subject = s.subject AND \(conditions.map(\.sql).joined(separator: " AND ")))
      """
    let keys = try connection.prepare(
      "SELECT key FROM consent_subjects AS s WHERE key > ? \(says) ORDER BY key LIMIT ?"
    ) { try $0.all(list: [key] + conditions.flatMap(\.values) + [limit]) { $0.text(0) } }
    return try keys.map { ($0, try state(stored: $0)) }
  }

  /// The keys of people in order, from after one.
  func keys(after key: String, limit: Int) throws -> [String] {
    try connection.statement(
      "SELECT key FROM consent_subjects WHERE key > ?1 ORDER BY key LIMIT ?2"
    ).all(key, limit) { $0.text(0) }
  }

  /// Everything that was said by the person with a key as it is stored.
  func state(stored key: String) throws -> ConsentState {
    ConsentState(try person(stored: key).map { try records(of: $0).map(\.record) } ?? [])
  }

  /// The keys of the people of whom a record may be one that conditions want, in order; nil where there
  /// are too many to sort them, or where no index tells.
  func few(matching conditions: [ConsentCondition]) throws -> [String]? {
    for condition in conditions {
      let sequences = "SELECT sequence FROM \(condition.table) WHERE \(condition.sql) LIMIT ?"
      let values: [any Bindable] = condition.values + [Self.fewest]
      let count = try connection.prepare("SELECT count(*) FROM (\(sequences))") { statement in
        try statement.all(list: values) { Int($0.int64(0)) }.first
      }
      guard let count, count < Self.fewest else { continue }
      return try connection.prepare(
        """
        SELECT DISTINCT key FROM (\(sequences)) CROSS JOIN consent_contents USING (sequence)
          CROSS JOIN consent_subjects USING (subject)
        ORDER BY key
        """
      ) { try $0.all(list: values) { $0.text(0) } }
    }
    return nil
  }

  /// What the ledger tells of a record that was erased: its entry and those that followed for the
  /// same person up to the erasure, oldest first.
  func entries(ofErased id: ConsentRecordID) throws -> [LedgerEntry] {
    guard let entry = try ledger.entry(id.rawValue) else { return [] }
    let entries = try ledger.entries(of: entry.subject).filter { $0.sequence >= entry.sequence }
    return entries.last?.event == .erased ? entries : []
  }

  /// The record that an entry and its content make, once they agree.
  private func record(
    _ entry: LedgerEntry, of person: ConsentPerson, salt: [UInt8], content: String,
    previous: ConsentRecordID?
  ) throws -> ConsentRecord {
    let payload = LedgerCommitment.payload(Array(content.utf8), salt: salt)
    guard person.commitment == entry.subject, payload == entry.payload else {
      throw StoreError.altered(entry.sequence)
    }
    let statement: ConsentStatement
    do {
      statement =
        try known[payload] ?? ConsentStatement(json: JSONNode(JSONReader.read(text: content)))
    } catch {
      throw StoreError.altered(entry.sequence)
    }
    return ConsentRecord(
      id: ConsentRecordID(entry.sequence), event: entry.event, recordedAt: entry.time,
      previous: previous, statement: statement, origin: entry.origin)
  }
}
