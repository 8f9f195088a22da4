// SPDX-License-Identifier: MIT
import AdModel
import SQLiteKit

extension HistoryRepository {
  /// Reads the transitions that were stored after a cursor.
  /// - Parameters:
  ///   - cursor: Where the export before ended.
  ///   - limit: How many rows at most, at least 1.
  /// - Returns: The rows and the cursor after them.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(limit · log n).
  public func export(after cursor: ExportCursor = .start, limit: Int) throws -> ExportBatch {
    let limit = max(limit, 1)
    return try database.read { connection in
      var last = cursor
      let first = TransitionColumns.count
      let rows = try connection.prepare(Self.exportSQL) {
        try $0.all(cursor.batch, cursor.sequence, limit) { row in
          last = ExportCursor(batch: row.int64(first + 3), sequence: row.int64(4))
          return ExportRow(
            entry: try TransitionColumns.entry(row), device: row.text(first),
            page: PageID(validated: row.text(first + 1)), appVersion: row.text(first + 2))
        }
      }
      return ExportBatch(rows: rows, cursor: last, isLast: rows.count < limit)
    }
  }

  private static let exportSQL = """
    SELECT \(TransitionColumns.list), s.device, s.page, s.app_version, b.batch
    FROM batches AS b
    CROSS JOIN transitions AS t INDEXED BY transitions_by_session
      ON t.session = b.session AND t.sequence BETWEEN b.first_sequence AND b.last_sequence
    JOIN unit_ids AS u ON u.unit = t.unit
    JOIN sessions AS s ON s.session = t.session
    WHERE b.batch >= ?1 AND (b.batch > ?1 OR t.sequence > ?2)
    ORDER BY b.batch, t.sequence LIMIT ?3
    """
}
