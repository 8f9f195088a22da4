// SPDX-License-Identifier: MIT
import AdLoading
public import AdModel
import AdSQLite

/// The past sessions and the transitions of their ads.
///
/// ```swift
/// let history = HistoryRepository(database)
/// var filter = HistoryFilter()
/// filter.unit = try AdUnitID("div-gpt-ad-mobile_1")
/// let page = try history.list(filter, limit: 100)
/// let perPage = try history.statistics(by: .page)
/// ```
public struct HistoryRepository: Sendable {
  let database: AdDatabase

  /// Works on the history of a database.
  public init(_ database: AdDatabase) {
    self.database = database
  }

  /// Reads at most so many sessions, those that began last first.
  /// - Parameters:
  ///   - limit: How many at most.
  ///   - simulated: Simulated sessions instead of real ones.
  /// - Throws: ``StoreError``.
  public func sessions(limit: Int = 100, simulated: Bool = false) throws -> [SessionSummary] {
    try database.read { connection in
      try connection.prepare(
        SessionSummary.select
          + " WHERE simulated = ?2 ORDER BY started_at DESC, session DESC LIMIT ?1"
      ) { try $0.all(limit, simulated) { try SessionSummary($0) } }
    }
  }

  /// Reads one session with all that happened in it.
  /// - Returns: The session, its transitions and its viewable impressions.
  /// - Throws: ``StoreError`` with `noSuchSession`; `corrupt` where its track cannot be read.
  /// - Complexity: O(n log n) in the session's transitions, and a replay of its track, where it has
  ///   one.
  public func timeline(of id: SessionID) throws -> SessionTimeline {
    try database.read { connection in
      let session = try Self.session(id, connection)
      var names = UnitNames(connection)
      var entries = try TransitionColumns.transitions(of: session.number, connection).map {
        HistoryEntry(
          $0, of: id, startedAt: session.startedAt, unit: try names.name(of: $0.unit),
          geometry: try TransitionColumns.geometry(
            of: $0.sequence, in: session.number, connection))
      }
      if entries.contains(where: { $0.geometry == nil }) {
        let replay = try Self.geometry(of: session, connection)
        for place in entries.indices { replay?.complete(&entries[place]) }
      }
      let events = try connection.statement(
        """
        SELECT e.unit, e.elapsed, e.event, e.waited, e.width, e.height
        FROM session_units AS s
        CROSS JOIN session_events AS e ON e.unit = s.unit AND e.session = s.session
        JOIN unit_ids AS u ON u.unit = e.unit
        WHERE s.session = ?1 ORDER BY e.elapsed, u.id, e.event
        """
      ).all(session.number) {
        AdHistoryEvent(
          unit: try names.name(of: $0.int64(0)), at: session.startedAt.advanced(by: $0.int64(1)),
          event: try AdEvent(storedIn: $0, from: 2))
      }
      return SessionTimeline(session: session, entries: entries, events: events)
    }
  }

  /// Makes sure that a simulation can be kept under a name.
  /// - Returns: What one that was interrupted left under it, and has to go first; see
  ///   ``delete(_:at:)``.
  /// - Throws: ``StoreError`` with `sessionExists` where any other session has the name.
  package func unfinishedSimulation(_ id: SessionID) throws -> SessionSummary? {
    guard let found = try database.read({ try Self.sessionIfPresent(id, $0) }) else { return nil }
    guard found.isSimulated, !found.isClosed else { throw StoreError.sessionExists(id) }
    return found
  }

  static func session(_ id: SessionID, _ connection: Connection) throws -> SessionSummary {
    guard let found = try sessionIfPresent(id, connection) else {
      throw StoreError.noSuchSession(id)
    }
    return found
  }

  private static func sessionIfPresent(
    _ id: SessionID, _ connection: Connection
  ) throws -> SessionSummary? {
    try connection.prepare(SessionSummary.select + " WHERE id = ?1") {
      try $0.first(id.rawValue) { try SessionSummary($0) }
    }
  }

  static func number(of unit: AdUnitID, _ connection: Connection) throws -> Int64 {
    let number = try connection.statement("SELECT unit FROM unit_ids WHERE id = ?1")
      .first(unit.rawValue) { $0.int64(0) }
    guard let number else {
      throw StoreError(
        .noSuchUnit, "neither inventory nor history has an ad unit '\(unit)'",
        recovery: .listLoadedUnits)
    }
    return number
  }
}
