// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite

extension StatisticsGroups {
  /// Counts the units whose numbers lie in a range in all sessions, in the order in which they are
  /// stored.
  mutating func follow(units: ClosedRange<Int64>, _ connection: Connection) throws {
    try follow(
      connection.statement(
        """
        SELECT unit, session, elapsed, kind FROM session_transitions
        WHERE unit BETWEEN ?1 AND ?2 ORDER BY unit, session, sequence
        """
      ).query(units.lowerBound, units.upperBound),
      connection.statement(
        """
        SELECT unit, session, elapsed, event, waited FROM session_events
        WHERE unit BETWEEN ?1 AND ?2 AND event IN (0, 5, 6, 7, 11)
        ORDER BY unit, session, elapsed, event
        """
      ).query(units.lowerBound, units.upperBound))
  }

  /// Counts the selected sessions one by one.
  mutating func followSelected(_ connection: Connection) throws {
    for session in sessions.all {
      try follow(
        connection.statement(
          """
          SELECT t.unit, t.session, t.elapsed, t.kind
          FROM session_units AS u
          CROSS JOIN session_transitions AS t ON t.unit = u.unit AND t.session = u.session
          WHERE u.session = ?1 ORDER BY u.unit, t.sequence
          """
        ).query(session.number),
        connection.statement(
          """
          SELECT e.unit, e.session, e.elapsed, e.event, e.waited
          FROM session_units AS u
          CROSS JOIN session_events AS e ON e.unit = u.unit AND e.session = u.session
          WHERE u.session = ?1 AND e.event IN (0, 5, 6, 7, 11) ORDER BY u.unit, e.elapsed, e.event
          """
        ).query(session.number))
    }
  }

  /// Follows transitions and what became of ads, both in the order of unit and session.
  private mutating func follow(
    _ transitions: consuming Cursor, _ events: consuming Cursor
  ) throws {
    var hasEvent = try events.next()
    while try transitions.next() {
      let key = (transitions.row.int64(0), transitions.row.int64(1))
      let time = transitions.row.int64(2)
      while hasEvent,
        (events.row.int64(0), events.row.int64(1), events.row.int64(2)) <= (key.0, key.1, time)
      {
        try append(events.row)
        hasEvent = try events.next()
      }
      let kind = try TransitionKind(databaseValue: transitions.row.int64(3))
      if turn(unit: key.0, session: key.1) { fold.append(kind, at: time) }
    }
    while hasEvent {
      try append(events.row)
      hasEvent = try events.next()
    }
    endLives()
  }

  private mutating func append(_ row: borrowing Row) throws {
    guard turn(unit: row.int64(0), session: row.int64(1)) else { return }
    fold.append(try AdEvent(storedIn: row, from: 3, hasSize: false), at: row.int64(2))
  }
}
