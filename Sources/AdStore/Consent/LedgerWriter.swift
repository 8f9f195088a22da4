// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// Appends to the ledger inside a write transaction.
struct LedgerWriter {
  private let connection: Connection
  private let origin: EntryOrigin
  private let reader: ConsentReader
  private let ledger: LedgerReader

  /// - Parameter origin: Who has entries appended, how and why.
  init(_ connection: Connection, as origin: EntryOrigin) {
    self.connection = connection
    self.origin = origin
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
    let known = try reader.person(subject)
    if let check = subject.secretCheck, try SubjectSecret(connection).checkValue() == nil {
      try adopt(check, of: 0, at: now)
    }
    let person = try known ?? add(subject)
    let entry = try append(
      event, subject: person.commitment,
      payload: LedgerCommitment.payload(Array(content.utf8), salt: salt), at: now)
    try connection.statement(
      "INSERT INTO consent_contents (sequence, subject, salt, content) VALUES (?1, ?2, ?3, ?4)"
    ).run(entry.sequence, person.row, salt, content)
    return ConsentRecord(
      id: ConsentRecordID(entry.sequence), event: event, recordedAt: entry.time,
      previous: previous, statement: statement, origin: origin)
  }

  /// Appends an erasure and deletes the person's contents, salts and key; nil where nothing is held
  /// of the person.
  func erase(
    _ subject: SubjectKey, at now: Timestamp
  ) throws -> (entry: ConsentRecordID, records: Int)? {
    guard let person = try reader.person(subject) else { return nil }
    if let hold = try ledger.hold(of: person.commitment) { throw StoreError.legalHold(hold) }
    return try erase(person, at: now)
  }

  /// Appends an erasure and deletes the person's contents, salts and key, and what pages were told of them.
  /// - Parameters:
  ///   - time: When the erasure was received.
  ///   - other: Who erased where it was received; nil for whoever acts here.
  func erase(
    _ person: ConsentPerson, at time: Timestamp, by other: EntryOrigin? = nil
  ) throws -> (entry: ConsentRecordID, records: Int) {
    let entry = try append(.erased, of: person, at: time, by: other)
    try connection.statement(
      """
      UPDATE session_consents SET script = NULL, salt = NULL WHERE script IS NOT NULL
        AND record IN (SELECT sequence FROM consent_contents WHERE subject = ?1)
      """
    ).run(person.row)
    try connection.statement("DELETE FROM consent_contents WHERE subject = ?1").run(person.row)
    let count = connection.changes
    try connection.statement("DELETE FROM consent_subjects WHERE subject = ?1").run(person.row)
    try ErasedPeople(connection).add(person.key, at: time)
    return (ConsentRecordID(entry.sequence), count)
  }

  /// Appends what happened to a person and has no content.
  @discardableResult
  func append(
    _ event: ConsentEvent, of person: ConsentPerson, at time: Timestamp,
    by other: EntryOrigin? = nil
  ) throws -> LedgerEntry {
    try append(
      event, subject: person.commitment, payload: LedgerCommitment.nothing, at: time, by: other)
  }

  /// Appends what is of nobody.
  @discardableResult
  func append(_ note: LedgerNote, at now: Timestamp) throws -> LedgerEntry {
    let content = try note.json.text()
    let entry = try append(
      note.event, subject: LedgerCommitment.nothing,
      payload: LedgerCommitment.note(Array(content.utf8)), at: now)
    try connection.statement("INSERT INTO consent_notes (sequence, content) VALUES (?1, ?2)")
      .run(entry.sequence, content)
    return entry
  }

  /// Appends that keys are hashed with another secret from here on, and keeps its check value.
  /// - Parameter people: Of how many people the keys were replaced, by the entries right before.
  func adopt(_ check: ContentHash, of people: Int, at now: Timestamp) throws {
    let secret = SubjectSecret(connection)
    try append(
      .keyed(
        LedgerKeying(people: Int64(people), before: try secret.checkValue(), after: check)),
      at: now)
    try secret.replace(by: check)
  }

  /// Appends a record that another ledger received, as it stood there: its commitment, its time and
  /// whoever had it appended stay.
  func append(_ record: CarriedRecord, of person: ConsentPerson) throws {
    let entry = try append(
      record.entry.event, subject: person.commitment,
      payload: LedgerCommitment.payload(Array(record.content.utf8), salt: record.salt),
      at: record.entry.time, by: record.entry.origin)
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
    _ event: ConsentEvent, subject: ContentHash, payload: ContentHash, at now: Timestamp,
    by other: EntryOrigin? = nil
  ) throws -> LedgerEntry {
    let origin = other ?? origin
    let last = try ledger.last()
    let (sequence, isBeyond) = (last?.sequence ?? 0).addingReportingOverflow(1)
    guard !isBeyond else { throw StoreError.altered(sequence &- 1) }
    let entry = LedgerEntry(
      sequence: sequence, time: now, event: event, subject: subject, payload: payload,
      origin: origin,
      previous: try last?.hash ?? LedgerEntry.genesis(of: StoreID.make(connection)))
    try connection.statement(
      """
      INSERT INTO consent_entries
        (sequence, at, event, subject_commitment, payload_commitment, actor, channel, reason,
          previous, hash)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """
    ).run(
      entry.sequence, entry.time.milliseconds, event.rawValue, subject.bytes, payload.bytes,
      origin.actor.rawValue, origin.channel, origin.reason, entry.previous.bytes, entry.hash.bytes)
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
  static func salt() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<LedgerCommitment.saltByteCount).map { _ in
      UInt8.random(in: .min ... .max, using: &generator)
    }
  }
}
