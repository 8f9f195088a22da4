// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// Appends to the ledger inside a write transaction.
struct LedgerWriter {
  private let connection: Connection
  private let reader: ConsentReader
  private let ledger: LedgerReader

  init(_ connection: Connection) {
    self.connection = connection
    reader = ConsentReader(connection)
    ledger = LedgerReader(connection)
  }

  /// Appends a record with its content.
  func append(
    _ statement: ConsentStatement, for subject: SubjectKey, as event: ConsentEvent,
    after previous: ConsentRecordID?, at now: Timestamp
  ) throws -> ConsentRecord {
    let content = try statement.json.text()
    let salt = Self.salt()
    let person = try reader.person(subject) ?? add(subject)
    try SubjectSecret(connection).adopt(subject)
    let entry = try append(
      event, subject: person.commitment,
      payload: LedgerCommitment.payload(Array(content.utf8), salt: salt), at: now)
    try connection.statement(
      "INSERT INTO consent_contents (sequence, subject, salt, content) VALUES (?1, ?2, ?3, ?4)"
    ).run(entry.sequence, person.row, salt, content)
    return ConsentRecord(
      id: ConsentRecordID(entry.sequence), event: event, recordedAt: entry.time,
      previous: previous, statement: statement)
  }

  /// Appends an erasure and deletes the person's contents, salts and key; nil where nothing is held
  /// of the person.
  func erase(
    _ subject: SubjectKey, at now: Timestamp
  ) throws -> (entry: ConsentRecordID, records: Int)? {
    guard let person = try reader.person(subject) else { return nil }
    return try erase(person, at: now)
  }

  /// Appends an erasure and deletes the person's contents, salts and key.
  /// - Parameter time: When the erasure was received.
  func erase(
    _ person: ConsentPerson, at time: Timestamp
  ) throws -> (entry: ConsentRecordID, records: Int) {
    let entry = try append(
      .erased, subject: person.commitment, payload: LedgerCommitment.nothing, at: time)
    try connection.statement("DELETE FROM consent_contents WHERE subject = ?1").run(person.row)
    let count = connection.changes
    try connection.statement("DELETE FROM consent_subjects WHERE subject = ?1").run(person.row)
    return (ConsentRecordID(entry.sequence), count)
  }

  /// Appends that the ledger was restored in the place of another.
  func append(_ restoring: LedgerRestoring, at now: Timestamp) throws {
    try append(.restored, noting: restoring.json, at: now)
  }

  /// Appends how the seals of the history stand.
  func append(_ sealing: LedgerSealing, at now: Timestamp) throws {
    try append(.sealed, noting: sealing.json, at: now)
  }

  private func append(_ event: ConsentEvent, noting json: JSONValue, at now: Timestamp) throws {
    let content = try json.text()
    let entry = try append(
      event, subject: LedgerCommitment.nothing,
      payload: LedgerCommitment.note(Array(content.utf8)), at: now)
    try connection.statement("INSERT INTO consent_notes (sequence, content) VALUES (?1, ?2)")
      .run(entry.sequence, content)
  }

  /// Appends a record that another ledger received, as it stood there: its commitment and its time
  /// stay.
  func append(_ record: CarriedRecord, of person: ConsentPerson) throws {
    let entry = try append(
      record.event, subject: person.commitment,
      payload: LedgerCommitment.payload(Array(record.content.utf8), salt: record.salt),
      at: record.time)
    try connection.statement(
      "INSERT INTO consent_contents (sequence, subject, salt, content) VALUES (?1, ?2, ?3, ?4)"
    ).run(entry.sequence, person.row, record.salt, record.content)
  }

  /// Adds a person as another ledger knows them, so that both can tell that it is the same.
  /// - Parameters:
  ///   - key: The key as it is stored.
  ///   - salt: The salt that the other ledger has; nil for a new one.
  ///   - commitment: What the other ledger's entries carry, where it does not follow from key and
  ///     salt; an entry then ties it to them.
  ///   - time: When the person was first heard of.
  func add(
    key: String, salt: [UInt8]?, commitment: ContentHash?, at time: Timestamp
  ) throws -> ConsentPerson {
    let salt = salt ?? Self.salt()
    let own = LedgerCommitment.subject(Array(key.utf8), salt: salt)
    var rekeyed: Int64?
    if let commitment, commitment != own {
      rekeyed = try append(.rekeyed, subject: commitment, payload: own, at: time).sequence
    }
    try connection.statement(
      "INSERT INTO consent_subjects (key, salt, rekeyed) VALUES (?1, ?2, ?3)"
    ).run(key, salt, rekeyed)
    return ConsentPerson(
      row: connection.lastInsertedRow, key: key,
      commitment: rekeyed == nil ? own : commitment ?? own)
  }

  /// Replaces a person's key and salt. The ledger goes on under the person's commitment, which the
  /// new entry ties to the new key; what the old key was can no longer be told from a guess.
  func rekey(
    _ person: ConsentPerson, to key: SubjectKey, at now: Timestamp
  ) throws -> ConsentRecordID {
    let salt = Self.salt()
    let entry = try append(
      .rekeyed, subject: person.commitment,
      payload: LedgerCommitment.subject(Array(key.stored.utf8), salt: salt), at: now)
    try connection.statement(
      "UPDATE consent_subjects SET key = ?2, salt = ?3, rekeyed = ?4 WHERE subject = ?1"
    ).run(person.row, key.stored, salt, entry.sequence)
    return ConsentRecordID(entry.sequence)
  }

  /// Appends an entry at the time at which it is received, whatever the last one's is: a clock that
  /// ran ahead must not falsify what follows. The chain does not need times in order; an audit
  /// names those that run back, and those that are of the future.
  private func append(
    _ event: ConsentEvent, subject: ContentHash, payload: ContentHash, at now: Timestamp
  ) throws -> LedgerEntry {
    let last = try ledger.last()
    let (sequence, isBeyond) = (last?.sequence ?? 0).addingReportingOverflow(1)
    guard !isBeyond else { throw StoreError.altered(sequence &- 1) }
    let entry = LedgerEntry(
      sequence: sequence, time: now, event: event, subject: subject,
      payload: payload,
      previous: try last?.hash ?? LedgerEntry.genesis(of: StoreID.make(connection)))
    try connection.statement(
      """
      INSERT INTO consent_entries
        (sequence, at, event, subject_commitment, payload_commitment, previous, hash)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """
    ).run(
      entry.sequence, entry.time.milliseconds, event.rawValue, subject.bytes, payload.bytes,
      entry.previous.bytes, entry.hash.bytes)
    try LedgerNodes(connection).extend(to: entry.sequence)
    return entry
  }

  private func add(_ subject: SubjectKey) throws -> ConsentPerson {
    let salt = Self.salt()
    try connection.statement("INSERT INTO consent_subjects (key, salt) VALUES (?1, ?2)")
      .run(subject.stored, salt)
    return ConsentPerson(
      row: connection.lastInsertedRow, key: subject.stored,
      commitment: LedgerCommitment.subject(Array(subject.stored.utf8), salt: salt))
  }

  /// Random bytes from the system's generator.
  private static func salt() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<LedgerCommitment.saltByteCount).map { _ in
      UInt8.random(in: .min ... .max, using: &generator)
    }
  }
}
