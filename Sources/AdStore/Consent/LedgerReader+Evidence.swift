// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

extension LedgerReader {
  /// An entry with what its commitments were made of; nil where there is no such entry, or its content
  /// was erased.
  /// - Throws: ``StoreError`` with `corrupt` where they do not agree.
  static func evidence(
    of id: ConsentRecordID, on connection: Connection
  ) throws -> LedgerEvidence? {
    try connection.statement(
      """
      SELECT e.sequence, e.at, e.event, e.subject_commitment, e.payload_commitment, e.previous,
        e.hash, e.actor, e.channel, e.reason, s.key, s.salt, c.salt, c.content
      FROM consent_entries AS e
      CROSS JOIN consent_contents AS c ON c.sequence = e.sequence
      CROSS JOIN consent_subjects AS s ON s.subject = c.subject
      WHERE e.sequence = ?1
      """
    ).first(id.rawValue) { row in
      let (entry, storedHash) = LedgerColumns.found(in: row)
      let evidence = LedgerEvidence(
        entry: entry, subject: row.text(10), subjectSalt: row.blob(11), content: row.text(13),
        payloadSalt: row.blob(12))
      guard entry.hash == storedHash, evidence.contentAgrees else {
        throw StoreError.altered(id.rawValue)
      }
      return evidence
    }
  }
}
