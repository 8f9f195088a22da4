// SPDX-License-Identifier: MIT
import AdConsent
public import AdModel
import AdSQLite

extension ConsentRepository {
  /// Reads the ledger's entries after a cursor as they stand there, without what they commit to.
  /// - Parameters:
  ///   - cursor: Where the export before ended.
  ///   - limit: How many at most, at least 1.
  ///   - now: The time of day, which the line behind a batch tells.
  /// - Returns: The entries in their order, and the cursor after them.
  /// - Throws: ``StoreError`` with `foreignCursor` for a cursor of another database or export, or of
  ///   a later state of this ledger than it is in now; with `corrupt` where hashes before the cursor are
  ///   gone.
  /// - Complexity: O(limit + log *n*) in the number of entries.
  public func exportEntries(
    after cursor: ExportCursor = .start(of: .entries), limit: Int, at now: Timestamp
  ) throws -> ExportBatch<ExportedEntry> {
    let limit = max(limit, 1)
    return try database.read { connection in
      let ledger = LedgerReader(connection)
      let store = try ledger.storeName()
      let last = try ledger.hash(of: cursor.batch).flatMap { ContentHash(hex: $0) }
      try cursor.require(
        of: .entries, store: store,
        isKnown: cursor.batch == 0 || last.map(ExportCursor.mark) == cursor.mark)
      let read = ExportedEntry.ReadLedger(
        before: try MerklePeaks(size: Int(cursor.batch), LedgerNodes(connection).node),
        size: try ledger.size(), time: now)
      let rows = try connection.statement(
        """
        SELECT sequence, at, event, subject_commitment, payload_commitment, previous, hash, actor,
          channel, reason
        FROM consent_entries WHERE sequence > ?1 ORDER BY sequence LIMIT ?2
        """
      ).all(cursor.batch, limit) { row in
        let sequence = row.int64(0)
        let hashes = (3...6).compactMap { ContentHash(bytes: row.blob($0)) }
        guard hashes.count == 4 else { throw StoreError.altered(sequence) }
        return ExportedEntry(
          store: store, sequence: sequence, time: Timestamp(milliseconds: row.int64(1)),
          event: row.text(2), subject: hashes[0], payload: hashes[1], actor: row.text(7),
          channel: row.text(8), reason: row.text(9), previous: hashes[2], hash: hashes[3],
          cursor: ExportCursor(
            stream: .entries, store: store, batch: sequence, place: now.milliseconds,
            mark: ExportCursor.mark(of: hashes[3])),
          ledger: read)
      }
      return ExportBatch(
        rows: rows, cursor: rows.last?.cursor ?? cursor, isLast: rows.count < limit)
    }
  }
}
