// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import SQLiteKit

/// Reads the ledger as it was found, without trusting it.
struct LedgerReader {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// The store's id; empty before the first record.
  func store() throws -> [UInt8] {
    try connection.statement("SELECT id FROM consent_store").first { $0.blob(0) } ?? []
  }

  func storeName() throws -> String { Hexadecimal.text(try store()) }

  /// The hashes of all entries in order, each of which follows from its entry.
  func hashes() throws -> [Digest] {
    try connection.statement(
      """
      SELECT sequence, at, event, subject_commitment, payload_commitment, previous, hash
      FROM consent_entries ORDER BY sequence
      """
    ).all { try LedgerColumns.entry(of: $0).storedHash }
  }

  func audit(against heads: [LedgerHead]) throws -> LedgerReport {
    var audit = LedgerAudit(store: try store(), heads: heads)
    var rows = try connection.statement(
      """
      SELECT e.sequence, e.at, e.event, e.subject_commitment, e.payload_commitment, e.previous,
        e.hash, s.key, s.salt, c.salt, c.content
      FROM consent_entries AS e
      LEFT JOIN consent_contents AS c ON c.sequence = e.sequence
      LEFT JOIN consent_subjects AS s ON s.subject = c.subject
      ORDER BY e.sequence
      """
    ).query()
    while try rows.next() {
      let (entry, storedHash) = LedgerColumns.found(in: rows.row)
      audit.take(
        FoundLedgerEntry(
          entry: entry, storedHash: storedHash, content: Self.content(of: rows.row)))
    }
    return audit.report(lastKnown: try lastKnown())
  }

  /// What the stored key, salts and content commit to now.
  private static func content(of row: borrowing Row) -> FoundLedgerEntry.Content? {
    guard let text = row.optionalText(10) else { return nil }
    return FoundLedgerEntry.Content(
      subject: LedgerCommitment.subject(Array(row.text(7).utf8), salt: row.blob(8)),
      payload: LedgerCommitment.payload(Array(text.utf8), salt: row.blob(9)))
  }

  /// The highest sequence that a content belongs to.
  private func lastKnown() throws -> Int64? {
    try connection.statement("SELECT max(sequence) FROM consent_contents")
      .first { $0.optionalInt64(0) } ?? nil
  }
}
