// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

extension HistoryRepository {
  /// Lists transitions, newest first.
  /// - Parameters:
  ///   - limit: How many at most.
  ///   - position: Where the page before ended; the list goes on after it.
  ///   - withGeometry: Whether the sessions of the transitions are replayed for where ads and viewport
  ///     were.
  /// - Returns: The transitions, and where the next page begins.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchSession` for one the filter names; with
  ///   `corrupt` where a track cannot be replayed.
  /// - Complexity: Reads the newest sessions of the time, or of the unit, until it has found enough:
  ///   of a unit only its own transitions, otherwise the sessions whole.
  public func list(
    _ filter: HistoryFilter = HistoryFilter(), limit: Int, after position: HistoryPosition? = nil,
    withGeometry: Bool = false
  ) throws -> HistoryPage {
    guard limit > 0 else { return HistoryPage(entries: [], next: position) }
    return try database.read { connection in
      // One more than asked for tells whether there is another page.
      let most = limit == .max ? limit : limit + 1
      var query = try ListQuery(filter, limit: most, after: position, connection)
      var entries = try query.entries()
      guard entries.count > limit else {
        if withGeometry { try query.complete(&entries) }
        return HistoryPage(entries: entries, next: nil)
      }
      entries.removeLast()
      if withGeometry { try query.complete(&entries) }
      return HistoryPage(entries: entries, next: entries.last?.position)
    }
  }
}

/// A list that is being found: the sessions by their ends, or those of a unit by their numbers, newest
/// first, until none that is left can have anything newer than what was found.
private struct ListQuery {
  /// A session whose transitions are looked through.
  private struct Session {
    let number: Int64
    let id: SessionID
    let startedAt: Timestamp
    let hasGeometry: Bool

    /// Reads `id, started_at, has_geometry`.
    init(_ number: Int64, _ row: borrowing Row, from column: Int32) throws(StoreError) {
      self.number = number
      id = SessionID(validated: row.text(column))
      startedAt = try row.time(column + 1, of: "session '\(id)'")
      hasGeometry = row.bool(column + 2)
    }
  }

  private struct Found {
    let position: HistoryPosition
    let transition: StoredTransition
    /// The place of its session in `sessions`.
    let session: Int
  }

  private let limit: Int
  private let position: HistoryPosition?
  private let simulated: Bool
  private let bySequence: Bool
  private let times: Range<Int64>
  private let session: Int64?
  private let unit: (id: AdUnitID, number: Int64)?
  private let states: Set<LoadState>
  private let causes: Set<TransitionCause>
  private let connection: Connection
  private var sessions: [Session] = []
  private var found: [Found] = []

  init(
    _ filter: HistoryFilter, limit: Int, after position: HistoryPosition?, _ connection: Connection
  ) throws {
    self.limit = limit
    self.position = position
    self.connection = connection
    simulated = filter.simulated
    bySequence = filter.session != nil
    session = try filter.session.map { try HistoryRepository.session($0, connection).number }
    unit = try filter.unit.map { ($0, try HistoryRepository.number(of: $0, connection)) }
    let since = filter.since?.milliseconds ?? .min
    times = since..<max(since, filter.until?.milliseconds ?? .max)
    states = filter.states
    causes = filter.causes
    found.reserveCapacity(min(limit, 256))
  }

  mutating func entries() throws -> [HistoryEntry] {
    if let session {
      try lookThrough(onlySession: session)
    } else if let unit {
      try lookThrough(unit: unit.number)
    } else {
      try lookThroughSessions()
    }
    cut()
    return try named()
  }

  private mutating func lookThrough(onlySession number: Int64) throws {
    let session = try connection.statement(
      "SELECT id, started_at, has_geometry FROM sessions WHERE session = ?1"
    ).first(number) { try Session(number, $0, from: 0) }
    guard let session else { return }
    sessions.append(session)
    guard let unit else { return try takeAll() }
    var rows = try connection.statement(
      """
      SELECT session, unit, sequence, elapsed, kind, consent FROM session_transitions
      WHERE unit = ?1 AND session = ?2
      """
    ).query(unit.number, number)
    while try rows.next() { take(try TransitionColumns.transition(rows.row)) }
  }

  /// So many sessions of a unit are looked at after enough was found in newer ones, before it is
  /// asked whether any session can have more; a rare unit has fewer, and they cost less than the
  /// question.
  private static let patience = 32

  /// Goes from the newest session back: all that became of a unit lies together.
  private mutating func lookThrough(unit: Int64) throws {
    // The + keeps SQLite from weighing an index that has the simulated sessions alone, for which it
    // would compile the statement anew each time.
    var rows = try connection.statement(
      """
      SELECT t.session, t.unit, t.sequence, t.elapsed, t.kind, t.consent,
        s.id, s.started_at, s.has_geometry
      FROM session_transitions AS t CROSS JOIN sessions AS s ON s.session = t.session
      WHERE t.unit = ?1 AND t.session >= ?2 AND +s.simulated = ?3
      ORDER BY t.session DESC, t.sequence DESC
      """
    ).query(
      unit, times.lowerBound > .min ? try oldestSession(endingAt: times.lowerBound) : .min,
      simulated)
    var (sessionsMore, oldest) = (0, Int64.min)
    // The session whose rows these are; those of one lie together.
    var session: Int64?
    while try rows.next() {
      let transition = try TransitionColumns.transition(rows.row)
      if session != transition.session {
        session = transition.session
        if found.count >= limit { sessionsMore += 1 }
        if sessionsMore == Self.patience {
          cut()
          oldest = try oldestSession(endingAt: found.last?.position.at ?? .max)
        }
        if transition.session < oldest { break }
        sessions.append(try Session(transition.session, rows.row, from: 6))
      }
      take(transition)
    }
  }

  /// The smallest number of a session that has anything at a time or later.
  private func oldestSession(endingAt time: Int64) throws -> Int64 {
    let found = try connection.statement(
      "SELECT min(session) FROM sessions INDEXED BY sessions_by_last WHERE last_at >= ?1"
    ).first(time) { $0.optionalInt64(0) }
    return (found ?? nil) ?? .max
  }

  private mutating func lookThroughSessions() throws {
    // What a position leaves out began after it.
    var rows = try connection.statement(
      """
      SELECT session, last_at, id, started_at, has_geometry
      FROM sessions INDEXED BY sessions_by_last
      WHERE +simulated = ?1 AND last_at >= ?2 AND started_at <= ?3
      ORDER BY last_at DESC, session DESC
      """
    ).query(simulated, times.lowerBound, min(times.upperBound, position?.at ?? .max))
    while try rows.next() {
      if found.count >= limit {
        cut()
        // Neither it nor any session after it has anything.
        if let last = found.last, rows.row.int64(1) < last.position.at { break }
      }
      sessions.append(try Session(rows.row.int64(0), rows.row, from: 2))
      try takeAll()
    }
  }

  private mutating func takeAll() throws {
    var rows = try TransitionColumns.rows(of: sessions[sessions.count - 1].number, connection)
    while try rows.next() { take(try TransitionColumns.transition(rows.row)) }
  }

  /// Takes a transition of the last of `sessions` where it is wanted.
  private mutating func take(_ transition: StoredTransition) {
    let place = sessions.count - 1
    let at = sessions[place].startedAt.advanced(by: transition.elapsed).milliseconds
    guard times.contains(at), states.isEmpty || states.contains(transition.kind.to),
      causes.isEmpty || causes.contains(transition.kind.cause)
    else { return }
    let here = HistoryPosition(at: at, session: transition.session, sequence: transition.sequence)
    if let position, !Self.precedes(position, here, bySequence: bySequence) { return }
    found.append(Found(position: here, transition: transition, session: place))
  }

  /// Whether a list has one place before another. Within a session, the order of sequence is the order
  /// of time.
  private static func precedes(
    _ left: HistoryPosition, _ right: HistoryPosition, bySequence: Bool
  ) -> Bool {
    if bySequence { return left.sequence > right.sequence }
    return (left.at, left.session, left.sequence) > (right.at, right.session, right.sequence)
  }

  private mutating func cut() {
    found.sort { [bySequence] in
      Self.precedes($0.position, $1.position, bySequence: bySequence)
    }
    if found.count > limit { found.removeLast(found.count - limit) }
  }

  /// Takes from the tracks where ads and viewport were.
  func complete(_ entries: inout [HistoryEntry]) throws {
    let places = Dictionary(grouping: entries.indices) { entries[$0].position.session }
    for (number, places) in places where places.contains(where: { entries[$0].geometry == nil }) {
      guard let session = try SessionSummary.numbered(number, connection),
        let replay = try HistoryRepository.geometry(of: session, connection)
      else { continue }
      for place in places { replay.complete(&entries[place]) }
    }
  }

  private func named() throws -> [HistoryEntry] {
    var names =
      unit.map { UnitNames(connection, knowing: $0.id, as: $0.number) } ?? UnitNames(connection)
    return try found.map { found in
      let session = sessions[found.session]
      return HistoryEntry(
        found.transition, of: session.id, startedAt: session.startedAt,
        unit: try names.name(of: found.transition.unit),
        geometry: session.hasGeometry
          ? try TransitionColumns.geometry(
            of: found.transition.sequence, in: session.number, connection) : nil)
    }
  }
}
