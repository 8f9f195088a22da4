// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// Who was erased, so that an import of older answers does not bring them back.
///
/// Only people whose keys are hashed: of a plain key any mark would confirm a guess. Whoever has key and
/// secret can tell the mark; nobody else can tell anything from it.
struct ErasedPeople {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Remembers a person who is being erased.
  /// - Parameter key: The key as it is stored.
  func add(_ key: String, at time: Timestamp) throws {
    guard key.hasPrefix(SubjectKey.hashPrefix) else { return }
    try add(LedgerCommitment.tombstone(Array(key.utf8)), at: time)
  }

  /// When a person was erased last; nil where nobody knows.
  func time(of subject: SubjectKey) throws -> Timestamp? {
    guard subject.secretCheck != nil || subject.looksHashed else { return nil }
    return try time(of: LedgerCommitment.tombstone(Array(subject.stored.utf8)))
  }

  /// Takes over whom another database remembers.
  func take(over other: ErasedPeople) throws {
    var rows = try other.connection.statement("SELECT mark, erased_at FROM consent_tombstones")
      .query()
    while try rows.next() {
      guard let mark = ContentHash(bytes: rows.row.blob(0)) else { continue }
      try add(mark, at: Timestamp(milliseconds: rows.row.int64(1)))
    }
  }

  /// Goes over to another secret: forgets everybody but those whose plain keys are given.
  /// - Parameter keys: Keys as they were stored until now, with what they are stored as from now on.
  /// - Returns: How many were forgotten.
  func rename(_ keys: some Sequence<(old: String, new: String)>) throws -> Int {
    var kept: [ContentHash: Timestamp] = [:]
    for (old, new) in keys {
      guard let time = try time(of: LedgerCommitment.tombstone(Array(old.utf8))) else { continue }
      kept[LedgerCommitment.tombstone(Array(new.utf8))] = time
    }
    try connection.statement("DELETE FROM consent_tombstones").run()
    let forgotten = connection.changes - kept.count
    for (mark, time) in kept { try add(mark, at: time) }
    return forgotten
  }

  private func time(of mark: ContentHash) throws -> Timestamp? {
    try connection.statement("SELECT erased_at FROM consent_tombstones WHERE mark = ?1")
      .first(mark.bytes) { Timestamp(milliseconds: $0.int64(0)) }
  }

  private func add(_ mark: ContentHash, at time: Timestamp) throws {
    try connection.statement(
      """
      INSERT INTO consent_tombstones (mark, erased_at) VALUES (?1, ?2)
      ON CONFLICT (mark) DO UPDATE SET erased_at = max(erased_at, excluded.erased_at)
      """
    ).run(mark.bytes, time.milliseconds)
  }
}
