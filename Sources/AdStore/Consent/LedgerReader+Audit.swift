// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdUpdate

extension LedgerReader {
  /// Recomputes everything, without trusting what is there.
  ///
  /// Entries and contents are read side by side, each in its own order: one pass over both.
  /// - Parameter checked: A head that an earlier audit found good: what is up to it is not read again,
  ///   where the ledger still goes on from it.
  static func audit(
    on connection: Connection, against heads: [LedgerHead], at now: Timestamp?,
    from checked: LedgerHead? = nil, keys: [LedgerEnrollment] = [],
    _ verifier: (any SignatureVerifier)? = nil,
    progress: (_ done: Int64, _ total: Int64) throws -> Void
  ) throws -> LedgerReport {
    let ledger = LedgerReader(connection)
    let total = try ledger.size()
    let audited = try checked.flatMap { try ledger.audited(upTo: $0) }
    let skipped = audited?.head.size ?? 0
    var audit = LedgerAudit(
      store: try ledger.store(), heads: try ledger.unproven(heads, upTo: skipped), now: now,
      after: audited)
    var people = Set<ContentHash>()
    if skipped > 0, try ledger.replacesKeys(after: skipped) {
      for (subject, person) in try ledger.knownPeople(upTo: skipped) {
        audit.take(person, of: subject)
        people.insert(subject)
      }
    }
    let nodes = LedgerNodes(connection)
    var contents = try FoundContents(connection, after: skipped)
    var entries = try connection.statement(
      """
      SELECT sequence, at, event, subject_commitment, payload_commitment, previous, hash, actor,
        channel, reason
      FROM consent_entries WHERE sequence > ?1 ORDER BY sequence
      """
    ).query(skipped)
    var done = skipped
    while try entries.next() {
      let (entry, storedHash) = LedgerColumns.found(in: entries.row)
      let isNoted = entry.event.isOfNobody
      if skipped > 0, !isNoted, people.insert(entry.subject).inserted {
        audit.take(try ledger.known(of: entry.subject, upTo: skipped), of: entry.subject)
      }
      let note = isNoted ? try ledger.note(of: entry.sequence) : nil
      audit.take(
        FoundLedgerEntry(
          entry: entry, storedHash: storedHash,
          content: isNoted
            ? note.map(FoundLedgerEntry.Content.init(ofNote:))
            : try contents.content(of: entry.sequence),
          note: note.flatMap { LedgerNote(entry.event, text: $0) },
          nodes: try nodes.completed(by: entry.sequence)))
      done += 1
      if done.isMultiple(of: 1_024) { try progress(done, total) }
    }
    return audit.report(
      lastKnown: try lastKnown(connection),
      hasAllNodes: try nodes.count() == LedgerNodes.count(of: done),
      secret: .some(try SubjectSecret(connection).checkValue()),
      ruling: try LedgerRuling.stored(connection),
      signatures: try SignatureAudit(connection, trusting: keys, by: verifier).report(
        after: skipped, size: done))
  }

  /// The highest sequence that a content or a signature belongs to.
  private static func lastKnown(_ connection: Connection) throws -> Int64? {
    try connection.statement(
      """
      SELECT max(sequence) FROM (
        SELECT max(sequence) AS sequence FROM consent_contents
        UNION ALL SELECT max(sequence) FROM consent_notes
        UNION ALL SELECT max(sequence) FROM consent_signatures)
      """
    ).first { $0.optionalInt64(0) } ?? nil
  }
}

extension FoundLedgerEntry.Content {
  fileprivate init(ofNote text: String) {
    self.init(
      subject: LedgerCommitment.nothing, payload: LedgerCommitment.note(Array(text.utf8)))
  }
}

/// The stored contents in the order of their entries, as what they commit to now.
private struct FoundContents: ~Copyable {
  private let connection: Connection
  private let ledger: LedgerReader
  private var rows: Cursor
  /// The sequence of the row that was reached; nil at the end.
  private var sequence: Int64? = .min

  init(_ connection: Connection, after sequence: Int64) throws {
    let rows = try connection.statement(
      """
      SELECT sequence, subject, salt, content FROM consent_contents
      WHERE sequence > ?1 ORDER BY sequence
      """
    ).query(sequence)
    self.connection = connection
    ledger = LedgerReader(connection)
    self.rows = rows
  }

  /// What the content of an entry commits to; nil where it is gone. Entries must be asked for in
  /// ascending order.
  mutating func content(of wanted: Int64) throws -> FoundLedgerEntry.Content? {
    while let sequence, sequence < wanted {
      self.sequence = try rows.next() ? rows.row.int64(0) : nil
    }
    guard sequence == wanted else { return nil }
    let (subject, rekeyed) = try person(rows.row.int64(1)) ?? (LedgerCommitment.nothing, nil)
    return FoundLedgerEntry.Content(
      subject: subject,
      payload: LedgerCommitment.payload(rows.row.blob(3), salt: rows.row.blob(2)),
      rekeyed: rekeyed)
  }

  /// What entries of a person carry, and by which of them the key is bound.
  private func person(_ row: Int64) throws -> (ContentHash, rekeyed: Int64?)? {
    try connection.statement("SELECT key, salt, rekeyed FROM consent_subjects WHERE subject = ?1")
      .first(row) { row in
        let rekeyed = row.optionalInt64(2)
        do {
          let subject = try ledger.commitment(
            key: row.text(0), salt: row.blob(1), rekeyed: rekeyed)
          return (subject, rekeyed)
        } catch let error as StoreError where error.code == .corrupt {
          return (LedgerCommitment.nothing, rekeyed)
        }
      }
  }
}

extension LedgerRuling {
  /// The settings of the gate as the file has them.
  static func stored(_ connection: Connection) throws -> LedgerRuling {
    let rows = try connection.statement("SELECT name, value FROM settings").all {
      ($0.text(0), $0.text(1))
    }
    return LedgerRuling(Dictionary(rows) { first, _ in first })
  }
}
