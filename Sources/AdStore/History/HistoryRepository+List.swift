// SPDX-License-Identifier: MIT
import AdModel
import SQLiteKit

extension HistoryRepository {
  /// Lists transitions, newest first.
  /// - Parameters:
  ///   - filter: Which ones.
  ///   - limit: How many at most.
  ///   - position: Where the page before ended; the list goes on after it.
  /// - Returns: The transitions, and where the next page begins.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchSession` for one the filter names.
  /// - Complexity: Reads the newest sessions of the time, or of the unit, until it has found enough:
  ///   of a unit only its own transitions, otherwise the sessions whole.
  public func list(
    _ filter: HistoryFilter = HistoryFilter(), limit: Int, after position: HistoryPosition? = nil
  ) throws -> HistoryPage {
    guard limit > 0 else { return HistoryPage(entries: [], next: position) }
    return try database.read { connection in
      // One more than asked for tells whether there is another page.
      let most = limit == .max ? limit : limit + 1
      var query = try ListQuery(filter, limit: most, after: position, connection)
      var entries = try query.entries()
      guard entries.count > limit else { return HistoryPage(entries: entries, next: nil) }
      entries.removeLast()
      return HistoryPage(entries: entries, next: entries.last?.position)
    }
  }
}

/// A list that is being found: the sessions by their ends, newest first, until none that is left can
/// have anything newer than what was found.
private struct ListQuery {
  /// A session whose transitions are looked through.
  private struct Session {
    let number: Int64
    let id: SessionID
    let startedAt: Timestamp
    let lastAt: Int64
    let hasGeometry: Bool

    /// Reads `session, id, started_at, last_at, has_geometry`.
    init(_ row: borrowing Row) throws(StoreError) {
      number = row.int64(0)
      id = SessionID(validated: row.text(1))
      startedAt = try row.time(2, of: "session '\(id)'")
      lastAt = row.int64(3)
      hasGeometry = row.bool(4)
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
  private let isWanted: [Bool]
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
    isWanted = TransitionKind.all.map { kind in
      (filter.states.isEmpty || filter.states.contains(kind.to))
        && (filter.causes.isEmpty || filter.causes.contains(kind.cause))
    }
  }

  mutating func entries() throws -> [HistoryEntry] {
    if let session {
      var cursor = try connection.statement(
        "SELECT session, id, started_at, last_at, has_geometry FROM sessions WHERE session = ?1"
      ).query(session)
      while try cursor.next() { try look(through: cursor.row) }
    } else {
      // What a position leaves out began after it.
      let latest = min(times.upperBound, position?.at ?? .max)
      var cursor =
        if let unit {
          try connection.statement(
            """
            SELECT s.session, s.id, s.started_at, s.last_at, s.has_geometry
            FROM unit_sessions AS u CROSS JOIN sessions AS s ON s.session = u.session
            WHERE u.unit = ?1 AND s.simulated = ?2 AND s.last_at >= ?3 AND s.started_at <= ?4
            ORDER BY s.last_at DESC, s.session DESC
            """
          ).query(unit.number, simulated, times.lowerBound, latest)
        } else {
          try connection.statement(
            """
            SELECT session, id, started_at, last_at, has_geometry
            FROM sessions INDEXED BY sessions_by_last
            WHERE simulated = ?1 AND last_at >= ?2 AND started_at <= ?3
            ORDER BY last_at DESC, session DESC
            """
          ).query(simulated, times.lowerBound, latest)
        }
      while try cursor.next() {
        guard try look(through: cursor.row) else { break }
      }
    }
    cut()
    return try named()
  }

  /// Takes what is wanted of a session; false where neither it nor any session after it has anything.
  @discardableResult
  private mutating func look(through row: borrowing Row) throws -> Bool {
    let session = try Session(row)
    if !bySequence, found.count >= limit {
      cut()
      if let last = found.last, session.lastAt < last.position.at { return false }
    }
    sessions.append(session)
    if let unit {
      try take(
        connection.statement(
          """
          SELECT session, unit, sequence, elapsed, kind, consent FROM session_transitions
          WHERE session = ?1 AND unit = ?2 ORDER BY sequence DESC
          """
        ).query(session.number, unit.number), of: session)
    } else {
      try take(
        connection.statement(
          """
          SELECT session, unit, sequence, elapsed, kind, consent FROM session_transitions
          WHERE session = ?1
          """
        ).query(session.number), of: session)
    }
    return true
  }

  private mutating func take(_ cursor: consuming Cursor, of session: Session) throws {
    while try cursor.next() {
      let kind = cursor.row.int64(4)
      // A kind that means nothing is not passed over in silence.
      guard !isWanted.indices.contains(Int(clamping: kind)) || isWanted[Int(kind)] else { continue }
      let at = session.startedAt.advanced(by: cursor.row.int64(3)).milliseconds
      guard times.contains(at) else { continue }
      let place = HistoryPosition(
        at: at, session: session.number, sequence: cursor.row.int64(2))
      if let position, !Self.precedes(position, place, bySequence: bySequence) { continue }
      found.append(
        Found(
          position: place, transition: try TransitionColumns.transition(cursor.row),
          session: sessions.count - 1))
    }
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
