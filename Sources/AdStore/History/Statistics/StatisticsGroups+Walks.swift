// SPDX-License-Identifier: MIT
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
        SELECT unit, session, elapsed FROM session_impressions
        WHERE unit BETWEEN ?1 AND ?2 ORDER BY unit, session, elapsed
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
          SELECT v.unit, v.session, v.elapsed
          FROM session_units AS u
          CROSS JOIN session_impressions AS v ON v.unit = u.unit AND v.session = u.session
          WHERE u.session = ?1 ORDER BY u.unit, v.elapsed
          """
        ).query(session.number))
    }
  }

  /// Follows transitions and verdicts of viewability, both in the order of unit and session.
  private mutating func follow(
    _ transitions: consuming Cursor, _ viewable: consuming Cursor
  ) throws {
    var hasViewable = try viewable.next()
    while try transitions.next() {
      let key = (transitions.row.int64(0), transitions.row.int64(1))
      let time = transitions.row.int64(2)
      while hasViewable,
        (viewable.row.int64(0), viewable.row.int64(1), viewable.row.int64(2))
          <= (key.0, key.1, time)
      {
        becomeViewable(viewable.row)
        hasViewable = try viewable.next()
      }
      let kind = try TransitionKind(databaseValue: transitions.row.int64(3))
      if turn(unit: key.0, session: key.1) { fold.append(kind, at: time) }
    }
    while hasViewable {
      becomeViewable(viewable.row)
      hasViewable = try viewable.next()
    }
    endLives()
  }

  private mutating func becomeViewable(_ row: borrowing Row) {
    if turn(unit: row.int64(0), session: row.int64(1)) { fold.becomeViewable() }
  }
}
