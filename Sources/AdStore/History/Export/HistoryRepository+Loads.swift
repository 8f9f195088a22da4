// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite

extension HistoryRepository {
  /// Reads the loads that ended after a cursor: each goes out once.
  ///
  /// A load ends with its view, else with its session: as that is closed, or as the next session begins
  /// after a process that did not live to close it.
  /// - Parameters:
  ///   - cursor: Where the export before ended.
  ///   - limit: How many rows at most, at least 1.
  ///   - simulated: Simulated sessions instead of real ones; they need cursors of their own.
  ///   - unfinished: Those that stand, too; each comes again whenever its session goes on, and the row
  ///     with the greater revision holds.
  /// - Returns: The rows, in the order in which they ended, and the cursor after them.
  /// - Throws: ``StoreError`` with `foreignCursor` for a cursor of another database or export, or of
  ///   a later state of this one than it is in now.
  /// - Complexity: O(n log n) in the transitions of the sessions that changed.
  public func exportLoads(
    after cursor: ExportCursor = .start(of: .loads), limit: Int, simulated: Bool = false,
    unfinished: Bool = false
  ) throws -> ExportBatch<ExportedLoad> {
    let limit = max(limit, 1)
    return try database.read { connection in
      let place = try ExportPlace(cursor, of: .loads, connection)
      var export = LoadExport(from: place, hasUnfinished: unfinished, connection)
      try export.append(upTo: limit, after: cursor, simulated: simulated)
      return ExportBatch(
        rows: export.rows, cursor: export.rows.last?.cursor ?? cursor,
        isLast: export.rows.count < limit)
    }
  }

  /// Reads the sessions that ended after a cursor: each goes out once.
  /// - Parameters:
  ///   - cursor: Where the export before ended.
  ///   - limit: How many rows at most, at least 1.
  ///   - simulated: Simulated sessions instead of real ones; they need cursors of their own.
  ///   - unfinished: Those that go on, too; each comes again whenever it changed.
  /// - Returns: The rows, in the order in which they changed last, and the cursor after them.
  /// - Throws: ``StoreError`` with `foreignCursor` for a cursor of another database or export, or of
  ///   a later state of this one than it is in now.
  /// - Complexity: O(limit · log n), and what the tracks of the sessions have.
  public func exportSessions(
    after cursor: ExportCursor = .start(of: .sessions), limit: Int, simulated: Bool = false,
    unfinished: Bool = false
  ) throws -> ExportBatch<ExportedSession> {
    let limit = max(limit, 1)
    return try database.read { connection in
      let place = try ExportPlace(cursor, of: .sessions, connection)
      var rows: [ExportedSession] = []
      var changed = try connection.statement(Self.changedSQL).query(cursor.batch, simulated)
      while rows.count < limit, try changed.next() {
        let batch = changed.row.int64(0)
        guard let summary = try SessionSummary.numbered(changed.row.int64(1), connection),
          unfinished || summary.isOver
        else { continue }
        rows.append(
          ExportedSession(
            store: place.store, revision: batch, summary: summary,
            cursor: try place.cursor(batch: batch, place: 0, connection),
            // A track that cannot be read is a matter for doctor, and keeps no session from going out.
            distances: (try? Self.track(of: summary, connection)).map(ExportedDistances.init)))
      }
      return ExportBatch(
        rows: rows, cursor: rows.last?.cursor ?? cursor, isLast: rows.count < limit)
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

  /// Batches that are the newest of their session, of real or of simulated sessions.
  private static let changedSQL: StaticString = """
    SELECT b.batch, b.session FROM batches AS b
    WHERE b.batch > ?1 AND NOT EXISTS (
      SELECT 1 FROM batches AS later INDEXED BY batches_by_session
      WHERE later.session = b.session AND later.batch > b.batch
    ) AND (
      SELECT simulated FROM sessions WHERE session = b.session AND weight > 0
    ) = ?2
    ORDER BY b.batch
    """

  /// The loads of a session, each with what is wrong with it, and why.
  private static func loads(
    of session: SessionSummary, _ connection: Connection
  ) throws -> [SessionLoads.Load] {
    var fold = try fold(of: session, connection)
    try diagnose(&fold, of: session, connection)
    return fold.loads
  }

  /// Finds what is wrong with the loads of a session, and why.
  /// - Parameter wanted: The places of those of which it is asked why; nil for all.
  static func diagnose(
    _ fold: inout SessionLoads, _ wanted: Set<Int>? = nil, of session: SessionSummary,
    _ connection: Connection
  ) throws {
    var names = UnitNames(connection)
    // A track that cannot be read is a matter for doctor, and keeps no load from going out.
    try fold.diagnose(
      wanted, by: session.track == .whole ? try? track(of: session, connection) : nil,
      session: session.span
    ) { try names.name(of: $0) }
  }

  /// The loads of a session whose fetch is known, in milliseconds since it began.
  static func lives(of session: SessionSummary, _ connection: Connection) throws -> [LoadLife] {
    var names = UnitNames(connection)
    var fold = try fold(of: session, connection)
    try fold.diagnose(by: nil, session: session.span) { try names.name(of: $0) }
    return try fold.lives(in: session.span) { try names.name(of: $0) }.map(\.life)
  }

  /// The loads of a session, of which nobody has asked what is wrong.
  static func fold(
    of session: SessionSummary, _ connection: Connection
  ) throws -> SessionLoads {
    let number = session.number
    let started = session.startedAt
    var events = try connection.statement(
      """
      SELECT e.unit, e.elapsed, e.event, e.waited
      FROM session_units AS u
      CROSS JOIN session_events AS e ON e.unit = u.unit AND e.session = u.session
      WHERE u.session = ?1 AND e.event IN (0, 1, 5, 6, 7, 11) ORDER BY e.elapsed, e.unit, e.event
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
  init(
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
    timeMissed = load.missed.map { Int64(Int32(clamping: $0)) }
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
