// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import SQLiteKit

extension HistoryRepository {
  /// Reads the transitions that were stored after a cursor.
  /// - Parameters:
  ///   - cursor: Where the export before ended.
  ///   - limit: How many rows at most, at least 1.
  ///   - simulated: Those of simulated sessions instead; they need a cursor of their own.
  /// - Returns: The rows and the cursor after them.
  /// - Throws: ``StoreError`` with `foreignCursor` for a cursor of another database or export, or of
  ///   a later state of this one than it is in now.
  /// - Complexity: O(limit · log n).
  public func export(
    after cursor: ExportCursor = .start, limit: Int, simulated: Bool = false
  ) throws -> ExportBatch<ExportRow> {
    try export(after: cursor, limit: limit, simulated: simulated, checksCursor: true)
  }

  /// The same; tests show what becomes of it if the cursor is not checked.
  func export(
    after cursor: ExportCursor, limit: Int, simulated: Bool = false, checksCursor: Bool
  ) throws -> ExportBatch<ExportRow> {
    let limit = max(limit, 1)
    return try database.read { connection in
      let place =
        checksCursor
        ? try ExportPlace(cursor, of: .transitions, connection)
        : ExportPlace(unchecked: cursor, store: try StoreID.name(connection))
      var (batch, sequence) = (cursor.batch, cursor.place)
      let first = TransitionColumns.count
      let rows = try connection.prepare(Self.exportSQL) {
        try $0.all(cursor.batch, cursor.place, limit, simulated) { row in
          (batch, sequence) = (row.int64(first + 3), row.int64(4))
          return ExportRow(
            entry: try TransitionColumns.entry(row), store: place.store, device: row.text(first),
            page: PageID(validated: row.text(first + 1)), appVersion: row.text(first + 2),
            entryHash: row.isNull(first + 4) ? nil : Hexadecimal.text(row.blob(first + 4)))
        }
      }
      return ExportBatch(
        rows: rows,
        cursor: rows.isEmpty
          ? cursor : try place.cursor(batch: batch, place: sequence, connection),
        isLast: rows.count < limit)
    }
  }

  private static let exportSQL = """
    SELECT \(TransitionColumns.list), s.device, s.page, s.app_version, b.batch, e.hash
    FROM batches AS b
    CROSS JOIN transitions AS t INDEXED BY transitions_by_session
      ON t.session = b.session AND t.sequence BETWEEN b.first_sequence AND b.last_sequence
    JOIN unit_ids AS u ON u.unit = t.unit
    JOIN sessions AS s ON s.session = t.session
    LEFT JOIN consent_entries AS e ON e.sequence = t.consent
    WHERE b.batch >= ?1 AND (b.batch > ?1 OR t.sequence > ?2) AND s.simulated = ?4
    ORDER BY b.batch, t.sequence LIMIT ?3
    """
}

/// Where an export goes on: a cursor that was found to be of this database.
struct ExportPlace {
  /// The database's id.
  let store: String
  private let start: ExportCursor

  /// Refuses a cursor that does not count in this database or in this export. Of one whose batch was
  /// pruned since, only the number is known.
  init(_ cursor: ExportCursor, of stream: ExportStream, _ connection: Connection) throws {
    self.init(unchecked: cursor, store: try StoreID.name(connection))
    guard cursor.stream == stream else {
      throw StoreError(
        .foreignCursor,
        "the cursor is of an export of \(cursor.stream.rawValue), not of \(stream.rawValue)",
        advice: "keep one cursor for each export")
    }
    let newest =
      try connection.statement("SELECT seq FROM sqlite_sequence WHERE name = 'batches'")
      .first { $0.int64(0) } ?? 0
    let mark = try Self.mark(ofBatch: cursor.batch, connection)
    guard cursor.store.isEmpty || cursor.store == store, cursor.batch <= newest,
      cursor.mark == 0 || mark ?? cursor.mark == cursor.mark
    else {
      throw StoreError(
        .foreignCursor,
        "the cursor is of another database, or of a later state of this one than it is in now",
        advice: "export from the beginning; rows that come twice are the same")
    }
  }

  init(unchecked cursor: ExportCursor, store: String) {
    start = cursor
    self.store = store
  }

  /// The cursor at a place of a batch.
  func cursor(batch: Int64, place: Int64, _ connection: Connection) throws -> ExportCursor {
    ExportCursor(
      stream: start.stream, store: store, batch: batch, place: place,
      mark: batch == start.batch
        ? start.mark : try Self.mark(ofBatch: batch, connection) ?? 0)
  }

  /// What tells a batch from the one of the same number in another database: 48 bits of a hash of
  /// its session. Nil where there is no such batch.
  private static func mark(ofBatch batch: Int64, _ connection: Connection) throws -> Int64? {
    try connection.statement(
      """
      SELECT s.id, s.started_at, b.first_sequence FROM batches AS b
      CROSS JOIN sessions AS s ON s.session = b.session WHERE b.batch = ?1
      """
    ).first(batch) { row in
      let name = "\(row.text(0)) \(row.int64(1)) \(row.int64(2))"
      return SHA256.hash(name).bytes.prefix(6).reduce(0) { $0 << 8 | Int64($1) } | 1
    }
  }
}
