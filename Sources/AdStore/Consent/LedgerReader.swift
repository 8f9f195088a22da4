// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// Reads the ledger of one connection.
///
/// Every statement reads one table by one key or in one order. A join would leave the way through
/// it to statistics, which may be of a time when the tables were nearly empty.
struct LedgerReader {
  let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// The store's id; empty before the first record.
  func store() throws -> [UInt8] {
    try StoreID.read(connection)
  }

  func storeName() throws -> String { Hexadecimal.text(try store()) }

  /// How many entries there are, where none is missing.
  func size() throws -> Int64 {
    try connection.statement("SELECT max(sequence) FROM consent_entries")
      .first { $0.int64(0) } ?? 0
  }

  /// One entry.
  func entry(_ sequence: Int64) throws -> LedgerEntry? {
    try entries(sequence...sequence).first
  }

  /// The stored hash of an entry in hexadecimal digits; nil where there is none.
  func hash(of sequence: Int64) throws -> String? {
    try connection.statement("SELECT hash FROM consent_entries WHERE sequence = ?1")
      .first(sequence) { Hexadecimal.text($0.blob(0)) }
  }

  /// The last entry.
  func last() throws -> LedgerEntry? {
    try connection.statement(
      """
      SELECT sequence, at, event, subject_commitment, payload_commitment, previous, hash, actor,
        channel, reason
      FROM consent_entries ORDER BY sequence DESC LIMIT 1
      """
    ).first { try LedgerColumns.entry(of: $0) }
  }

  /// All entries of a person, oldest first.
  func entries(of subject: ContentHash) throws -> [LedgerEntry] {
    try connection.statement(
      """
      SELECT sequence, at, event, subject_commitment, payload_commitment, previous, hash, actor,
        channel, reason
      FROM consent_entries WHERE subject_commitment = ?1 ORDER BY sequence
      """
    ).all(subject.bytes) { try LedgerColumns.entry(of: $0) }
  }

  /// The entries after one, oldest first.
  func entries(after sequence: Int64, limit: Int) throws -> [LedgerEntry] {
    sequence == .max ? [] : try entries(sequence + 1 ... .max, limit: limit)
  }

  /// Goes through the entries after one, oldest first; some thousand are in memory.
  func forEachEntry(
    after sequence: Int64, _ body: (LedgerEntry) throws -> Void
  ) throws {
    var last: Int64? = sequence
    while let start = last {
      let entries = try entries(after: start, limit: 4_096)
      for entry in entries { try body(entry) }
      last = entries.last?.sequence
    }
  }

  /// The stored content of an entry that is of nobody; nil where there is none.
  func note(of sequence: Int64) throws -> String? {
    try connection.statement("SELECT content FROM consent_notes WHERE sequence = ?1")
      .first(sequence) { $0.text(0) }
  }

  /// What an entry that is of nobody says; nil where that is not what was appended.
  /// - Parameter head: A state of the ledger that the entry has to be proven to be of, where nothing else
  ///   tells that it is.
  func boundNote(of sequence: Int64, in head: LedgerHead? = nil) throws -> LedgerNote? {
    let found: LedgerEntry?
    do {
      found = try entry(sequence)
    } catch let error as StoreError where error.code == .corrupt {
      return nil
    }
    guard let entry = found, let text = try note(of: sequence),
      entry.payload == LedgerCommitment.note(Array(text.utf8))
    else { return nil }
    if let head {
      let (place, size) = (Int(sequence - 1), Int(head.size))
      guard
        let path = try MerkleTree.inclusionProof(
          of: place, size: size, LedgerNodes(connection).node),
        MerkleTree.proves(inclusion: path, of: entry.hash, at: place, size: size, root: head.root)
      else { return nil }
    }
    return LedgerNote(entry.event, text: text)
  }

  /// Every restoring with the number of its entry, oldest first; `corrupt` where one is not what was
  /// appended.
  func restorings() throws -> [(sequence: Int64, restoring: LedgerRestoring)] {
    let sequences = try connection.statement(
      "SELECT sequence FROM consent_entries WHERE event = 'restored' ORDER BY sequence"
    ).all { $0.int64(0) }
    return try sequences.map { sequence in
      guard case .restored(let restoring)? = try boundNote(of: sequence) else {
        throw StoreError.altered(sequence)
      }
      return (sequence, restoring)
    }
  }

  /// The entry since which a person's records are held as evidence; nil where they are not.
  func hold(of subject: ContentHash) throws -> LedgerEntry? {
    let last = try entries(of: subject).last { $0.event == .held || $0.event == .released }
    return last?.event == .held ? last : nil
  }

  /// The ledger's state, by the hashes that are kept of it; `corrupt` where the last entry is not what
  /// was appended. Whether the others are, an audit tells.
  func head(at now: Timestamp) throws -> LedgerHead {
    let size = try last()?.sequence ?? 0
    return LedgerHead(
      store: try storeName(), size: size,
      root: try MerkleTree.root(size: Int(size), LedgerNodes(connection).node), time: now)
  }

  private func entries(
    _ sequences: ClosedRange<Int64>, limit: Int = .max
  ) throws -> [LedgerEntry] {
    try connection.statement(
      """
      SELECT sequence, at, event, subject_commitment, payload_commitment, previous, hash, actor,
        channel, reason
      FROM consent_entries WHERE sequence BETWEEN ?1 AND ?2 ORDER BY sequence LIMIT ?3
      """
    ).all(sequences.lowerBound, sequences.upperBound, limit) { try LedgerColumns.entry(of: $0) }
  }

  /// The commitment that the entries of a person carry; `corrupt` where the stored key is not the
  /// one that the ledger says.
  ///
  /// It follows from key and salt, or, once the key was replaced, from the entry that says so.
  func commitment(key: String, salt: [UInt8], rekeyed: Int64?) throws -> ContentHash {
    let own = LedgerCommitment.subject(Array(key.utf8), salt: salt)
    guard let rekeyed else { return own }
    guard let entry = try entry(rekeyed), entry.event == .rekeyed, entry.payload == own else {
      throw StoreError.altered(rekeyed)
    }
    return entry.subject
  }
}

/// The columns of a ledger entry, which queries select first and in this order: sequence, at, event,
/// subject_commitment, payload_commitment, previous, hash, actor, channel, reason.
enum LedgerColumns {
  /// The entry, where its hash follows from it.
  static func entry(of row: borrowing Row) throws -> LedgerEntry {
    let (entry, storedHash) = found(in: row)
    guard entry.hash == storedHash else { throw StoreError.altered(row.int64(0)) }
    return entry
  }

  /// The entry as it stands there. What cannot be an entry becomes one whose hash does not fit.
  static func found(in row: borrowing Row) -> (LedgerEntry, storedHash: ContentHash) {
    // No entry hashes to this.
    let nothing = LedgerCommitment.nothing
    let event = ConsentEvent(rawValue: row.text(2))
    let hashes = (3...6).map { ContentHash(bytes: row.blob($0)) }
    let actor = EntryOrigin.Actor(rawValue: row.text(7))
    let isEntry = event != nil && actor != nil && !hashes.contains(nil)
    let entry = LedgerEntry(
      sequence: row.int64(0), time: Timestamp(milliseconds: row.int64(1)),
      event: event ?? .erased, subject: hashes[0] ?? nothing, payload: hashes[1] ?? nothing,
      origin: EntryOrigin(actor: actor ?? .app, told: row.text(8), row.text(9)),
      previous: hashes[2] ?? nothing)
    return (entry, isEntry ? hashes[3] ?? nothing : nothing)
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
