// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite

extension HistoryRepository {
  /// Reads the loads of the sessions that changed after a cursor, each session whole: also the loads
  /// that were read before, which may have ended meanwhile.
  /// - Parameters:
  ///   - cursor: Where the export before ended.
  ///   - limit: How many rows at most, at least 1.
  ///   - simulated: Simulated sessions instead of real ones; they need cursors of their own.
  /// - Returns: The rows, in the order in which their sessions changed last, and the cursor after
  ///   them.
  /// - Throws: ``StoreError`` with `foreignCursor` for a cursor of another database or export, or of
  ///   a later state of this one than it is in now.
  /// - Complexity: O(n log n) in the transitions of the sessions that are read.
  public func exportLoads(
    after cursor: ExportCursor = .start(of: .loads), limit: Int, simulated: Bool = false
  ) throws -> ExportBatch<ExportedLoad> {
    try export(.loads, after: cursor, limit: limit, simulated: simulated) {
      session, left, connection in
      let loads = try Self.loads(of: session.summary, connection)
      // What is done of a session counts only where it has not changed since.
      let done = session.revision == cursor.batch ? Int(clamping: max(cursor.place, 0)) : 0
      var names = UnitNames(connection)
      return try loads.enumerated().dropFirst(done).prefix(left).map { place, load in
        try ExportedLoad(
          load, of: session, place: Int64(place) + 1, unit: names.name(of: load.unit), connection)
      }
    }
  }

  /// Reads the sessions that changed after a cursor.
  /// - Parameters:
  ///   - cursor: Where the export before ended.
  ///   - limit: How many rows at most, at least 1.
  ///   - simulated: Simulated sessions instead of real ones; they need cursors of their own.
  /// - Returns: The rows, in the order in which they changed last, and the cursor after them.
  /// - Throws: ``StoreError`` with `foreignCursor` for a cursor of another database or export, or of
  ///   a later state of this one than it is in now.
  /// - Complexity: O(limit · log n), and what the tracks of the sessions have.
  public func exportSessions(
    after cursor: ExportCursor = .start(of: .sessions), limit: Int, simulated: Bool = false
  ) throws -> ExportBatch<ExportedSession> {
    try export(.sessions, after: cursor, limit: limit, simulated: simulated) {
      session, _, connection in
      guard session.revision > cursor.batch else { return [] }
      var row = session
      // A track that cannot be read is a matter for doctor, and keeps no session from going out.
      row.distances = (try? Self.track(of: session.summary, connection)).map(ExportedDistances.init)
      return [row]
    }
  }

  /// Reads loads, those of the sessions that began last first, within a session in order of time.
  /// - Parameters:
  ///   - filter: Which sessions, and of which unit.
  ///   - limit: How many at most.
  ///   - isWanted: Whether a load is one of them.
  /// - Throws: ``StoreError`` with `noSuchSession` for one the filter names.
  /// - Complexity: Reads sessions whole, with their tracks, until it has found enough.
  package func loads(
    matching filter: StatisticsFilter, limit: Int = .max,
    where isWanted: (ExportedLoad) throws -> Bool = { _ in true }
  ) throws -> [ExportedLoad] {
    try database.read { connection in
      let store = try StoreID.name(connection)
      var names = UnitNames(connection)
      var found: [ExportedLoad] = []
      for summary in try SelectedSessions(filter, connection).newestFirst {
        guard found.count < limit else { break }
        let revision = try connection.statement(
          "SELECT coalesce(max(batch), 0) FROM batches WHERE session = ?1"
        ).first(summary.number) { $0.int64(0) }
        let session = ExportedSession(
          store: store, revision: revision ?? 0, summary: summary, cursor: .start(of: .loads))
        for load in try Self.loads(of: summary, connection) where found.count < limit {
          let unit = try names.name(of: load.unit)
          guard filter.unit == nil || filter.unit == unit else { continue }
          let row = try ExportedLoad(load, of: session, place: 0, unit: unit, connection)
          if try isWanted(row) { found.append(row) }
        }
      }
      return found
    }
  }

  /// Walks the sessions from the one at which a cursor stands, in the order of their last batches.
  private func export<Row: ExportedRow>(
    _ stream: ExportStream, after cursor: ExportCursor, limit: Int, simulated: Bool,
    rows: (_ of: ExportedSession, _ atMost: Int, Connection) throws -> [Row]
  ) throws -> ExportBatch<Row> {
    let limit = max(limit, 1)
    return try database.read { connection in
      let place = try ExportPlace(cursor, of: stream, connection)
      var found: [Row] = []
      var last = cursor.batch - 1
      while found.count < limit {
        let sessions = try connection.statement(Self.changedSQL).all(last, simulated) {
          (batch: $0.int64(0), session: $0.int64(1))
        }
        guard let end = sessions.last else { break }
        for (batch, number) in sessions where found.count < limit {
          guard let summary = try SessionSummary.numbered(number, connection) else { continue }
          let session = ExportedSession(
            store: place.store, revision: batch, summary: summary,
            cursor: try place.cursor(batch: batch, place: 0, connection))
          found += try rows(session, limit - found.count, connection)
        }
        last = end.batch
      }
      let isLast = found.count < limit
      let next = found.last?.cursor ?? cursor
      return ExportBatch(rows: found, cursor: next, isLast: isLast)
    }
  }

  /// Batches that are the newest of their session, of real or of simulated sessions.
  private static let changedSQL: StaticString = """
    SELECT b.batch, b.session FROM batches AS b
    WHERE b.batch > ?1 AND NOT EXISTS (
      SELECT 1 FROM batches AS later INDEXED BY batches_by_session
      WHERE later.session = b.session AND later.batch > b.batch
    ) AND (SELECT simulated FROM sessions WHERE session = b.session) = ?2
    ORDER BY b.batch LIMIT 64
    """

  /// The loads of a session, each with what is wrong with it, and why.
  private static func loads(
    of session: SessionSummary, _ connection: Connection
  ) throws -> [SessionLoads.Load] {
    var fold = try fold(of: session, connection)
    var names = UnitNames(connection)
    // A track that cannot be read is a matter for doctor, and keeps no load from going out.
    try fold.diagnose(
      by: session.track == .whole ? try? track(of: session, connection) : nil,
      session: session.span
    ) { try names.name(of: $0) }
    return fold.loads
  }

  /// The loads of a session whose fetch is known, in milliseconds since it began.
  static func lives(of session: SessionSummary, _ connection: Connection) throws -> [LoadLife] {
    var names = UnitNames(connection)
    var fold = try fold(of: session, connection)
    try fold.diagnose(by: nil, session: session.span) { try names.name(of: $0) }
    return try fold.lives(in: session.span) { try names.name(of: $0) }.map(\.life)
  }

  private static func fold(
    of session: SessionSummary, _ connection: Connection
  ) throws -> SessionLoads {
    let number = session.number
    let started = session.startedAt
    var events = try connection.statement(
      """
      SELECT e.unit, e.elapsed, e.event, e.waited
      FROM session_units AS u
      CROSS JOIN session_events AS e ON e.unit = u.unit AND e.session = u.session
      WHERE u.session = ?1 AND e.event IN (0, 1, 5, 6, 7) ORDER BY e.elapsed, e.unit, e.event
      """
    ).all(number) { row in
      (
        unit: row.int64(0), at: started.advanced(by: row.int64(1)).milliseconds,
        event: try AdEvent(storedIn: row, from: 2, hasSize: false)
      )
    }[...]
    var fold = SessionLoads(isMeasured: session.measuresViewability)
    func append(until time: Int64) {
      while let next = events.first, next.at <= time {
        fold.append(next.event, of: next.unit, at: next.at)
        events.removeFirst()
      }
    }
    for transition in try TransitionColumns.transitions(of: number, connection) {
      let at = started.advanced(by: transition.elapsed).milliseconds
      append(until: at)
      fold.append(transition, at: at)
    }
    append(until: .max)
    return fold
  }
}

extension SessionSummary {
  /// From its beginning to its last sign, in milliseconds since 1970.
  fileprivate var span: ClosedRange<Int64> {
    startedAt.milliseconds...max(lastAt, startedAt).milliseconds
  }
}

extension ExportedLoad {
  /// Names what the fold knows by numbers.
  fileprivate init(
    _ load: SessionLoads.Load, of session: ExportedSession, place: Int64, unit: AdUnitID,
    _ connection: Connection
  ) throws {
    self.init(
      session: session, cursor: session.cursor.at(place), unit: unit, sequence: load.sequence)
    fetchedAt = load.fetchedAt.map(Timestamp.init(milliseconds:))
    displayedAt = load.displayedAt.map(Timestamp.init(milliseconds:))
    renderedAt = load.renderedAt.map(Timestamp.init(milliseconds:))
    appearedAt = load.appearedAt.map(Timestamp.init(milliseconds:))
    // As the statistics keep it.
    timeToAd = load.waited.map { Int64(Int32(clamping: $0)) }
    impressions = load.impressions
    viewableImpressions = load.viewableImpressions
    viewableAt = load.viewableAt.map(Timestamp.init(milliseconds:))
    if (session.summary.measuresViewability ? load.renderedAt : load.displayedAt) != nil {
      let last = session.summary.lastAt.milliseconds
      timeDisplayed = load.shown + (load.shownSince.map { max(last - $0, 0) } ?? 0)
    }
    endedAt = load.endedAt.map(Timestamp.init(milliseconds:))
    endCause = load.endCause
    isUnloaded = load.isUnloaded
    isLate = load.isLate
    isChurn = load.isChurn
    fault = load.fault
    mode = load.mode
    consentRecord = load.consent.map(ConsentRecordID.init)
    entryHash = try load.consent.flatMap { try LedgerReader(connection).hash(of: $0) }
  }
}

extension ExportCursor {
  /// The cursor at another place of its batch.
  fileprivate func at(_ place: Int64) -> ExportCursor {
    ExportCursor(stream: stream, store: store, batch: batch, place: place, mark: mark)
  }
}
