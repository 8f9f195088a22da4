// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

extension HistoryRepository {
  /// Reads the transitions that were stored after a cursor.
  /// - Parameters:
  ///   - cursor: Where the export before ended.
  ///   - limit: How many rows at most, at least 1.
  ///   - simulated: Those of simulated sessions instead; they need a cursor of their own.
  /// - Returns: The rows and the cursor after them.
  /// - Throws: ``StoreError`` with `foreignCursor` for a cursor of another database or export, or of
  ///   a later state of this one than it is in now.
  /// - Complexity: Reads the sessions of the rows whole.
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
      var export = TransitionExport(store: place.store, connection)
      try export.append(upTo: limit, after: cursor, simulated: simulated)
      return ExportBatch(
        rows: export.rows,
        cursor: export.rows.isEmpty
          ? cursor
          : try place.cursor(batch: export.batch, place: export.sequence, connection),
        isLast: export.rows.count < limit)
    }
  }
}

/// The rows of one export of transitions, in the order in which their batches were stored.
private struct TransitionExport {
  /// A session whose transitions wait for their batches.
  private struct Session {
    let summary: SessionSummary
    let hasGeometry: Bool
    let replay: TrackGeometry?
    /// In order of sequence.
    let transitions: [StoredTransition]
  }

  /// The most transitions that are kept in memory for the batches to come.
  private static let most = 100_000

  private(set) var rows: [ExportRow] = []
  /// Where the last row stands.
  private(set) var (batch, sequence): (Int64, Int64) = (0, 0)
  private let store: String
  private let connection: Connection
  private var names: UnitNames
  private var sessions: [Int64: Session] = [:]
  private var held = 0

  init(store: String, _ connection: Connection) {
    self.store = store
    self.connection = connection
    names = UnitNames(connection)
  }

  mutating func append(
    upTo limit: Int, after cursor: ExportCursor, simulated: Bool
  ) throws {
    var batches = try connection.statement(
      """
      SELECT batch, session, first_sequence, last_sequence FROM batches AS b
      WHERE batch >= ?1 AND (SELECT simulated FROM sessions WHERE session = b.session) = ?2
      ORDER BY batch
      """
    ).query(cursor.batch, simulated)
    while rows.count < limit, try batches.next() {
      let number = batches.row.int64(0)
      let (first, last) = (batches.row.int64(2), batches.row.int64(3))
      let done = number == cursor.batch ? max(cursor.place, first - 1) : first - 1
      guard done < last, let session = try session(batches.row.int64(1)) else { continue }
      let start = session.transitions.partitioningIndex { $0.sequence > done }
      for transition in session.transitions[start...].prefix(limit - rows.count) {
        guard transition.sequence <= last else { break }
        rows.append(try row(of: transition, in: session))
        (batch, sequence) = (number, transition.sequence)
      }
    }
  }

  /// A session's transitions, which many batches share.
  private mutating func session(_ number: Int64) throws -> Session? {
    if let session = sessions[number] { return session }
    if held > Self.most { (sessions, held) = ([:], 0) }
    guard let summary = try SessionSummary.numbered(number, connection) else { return nil }
    let session = Session(
      summary: summary,
      hasGeometry: try connection.statement(
        "SELECT has_geometry FROM sessions WHERE session = ?1"
      ).first(number) { $0.bool(0) } ?? false,
      // A track that cannot be read is a matter for doctor, and keeps nothing from going out.
      replay: (try? HistoryRepository.geometry(of: summary, connection)) ?? nil,
      transitions: try TransitionColumns.transitions(of: number, connection))
    held += session.transitions.count
    sessions[number] = session
    return session
  }

  private mutating func row(
    of transition: StoredTransition, in session: Session
  ) throws -> ExportRow {
    let summary = session.summary
    let hash = try transition.consent.flatMap { try LedgerReader(connection).hash(of: $0) }
    var entry = HistoryEntry(
      transition, of: summary.id, startedAt: summary.startedAt,
      unit: try names.name(of: transition.unit),
      geometry: session.hasGeometry
        ? try TransitionColumns.geometry(of: transition.sequence, in: summary.number, connection)
        : nil)
    session.replay?.complete(&entry)
    return ExportRow(
      entry: entry,
      store: store, device: summary.device, page: summary.page, appVersion: summary.appVersion,
      entryHash: hash)
  }
}

extension Array {
  /// The place of the first element for which a condition holds that holds for all after it.
  func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
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
    let newest =
      try connection.statement("SELECT seq FROM sqlite_sequence WHERE name = 'batches'")
      .first { $0.int64(0) } ?? 0
    let mark = try Self.mark(ofBatch: cursor.batch, connection)
    try cursor.require(
      of: stream, store: store,
      isKnown: cursor.batch <= newest && (cursor.mark == 0 || mark ?? cursor.mark == cursor.mark))
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
      ExportCursor.mark(
        of: ContentHasher.hash("\(row.text(0)) \(row.int64(1)) \(row.int64(2))"))
    }
  }
}

extension ExportCursor {
  /// 48 bits of a hash, and never 0.
  static func mark(of hash: ContentHash) -> Int64 {
    hash.bytes.prefix(6).reduce(0) { $0 << 8 | Int64($1) } | 1
  }

  /// Refuses a cursor that does not count in a database or in an export.
  /// - Parameters:
  ///   - store: The database's id.
  ///   - isKnown: Whether the database has what it counts to.
  /// - Throws: ``StoreError`` with `foreignCursor`.
  func require(of stream: ExportStream, store: String, isKnown: Bool) throws {
    guard self.stream == stream else {
      throw StoreError(
        .foreignCursor,
        "the cursor is of an export of \(self.stream.rawValue), not of \(stream.rawValue)",
        advice: "keep one cursor for each export")
    }
    guard self.store.isEmpty || self.store == store, isKnown else {
      throw StoreError(
        .foreignCursor,
        "the cursor is of another database, or of a later state of this one than it is in now",
        advice: "export from the beginning; rows that come twice are the same")
    }
  }
}
