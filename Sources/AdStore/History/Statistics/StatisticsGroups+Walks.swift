// SPDX-License-Identifier: MIT
import AdModel
import SQLiteKit

extension StatisticsGroups {
  /// Counts the sessions whose numbers lie in a range, in the order in which they are stored.
  mutating func follow(_ sessions: ClosedRange<Int64>, _ connection: Connection) throws {
    try follow(
      connection.statement(
        """
        SELECT session, unit, elapsed, kind FROM session_transitions
        WHERE session BETWEEN ?1 AND ?2 ORDER BY session, unit, sequence
        """
      ).query(sessions.lowerBound, sessions.upperBound),
      connection.statement(
        """
        SELECT session, unit, elapsed FROM session_impressions
        WHERE session BETWEEN ?1 AND ?2 ORDER BY session, unit, elapsed
        """
      ).query(sessions.lowerBound, sessions.upperBound))
  }

  /// Counts one unit in all sessions.
  mutating func follow(unit: Int64, _ connection: Connection) throws {
    try follow(
      connection.statement(
        """
        SELECT t.session, t.unit, t.elapsed, t.kind
        FROM unit_sessions AS u
        CROSS JOIN session_transitions AS t ON t.session = u.session AND t.unit = u.unit
        WHERE u.unit = ?1 ORDER BY u.session, t.sequence
        """
      ).query(unit),
      connection.statement(
        """
        SELECT v.session, v.unit, v.elapsed
        FROM unit_sessions AS u
        CROSS JOIN session_impressions AS v ON v.session = u.session AND v.unit = u.unit
        WHERE u.unit = ?1 ORDER BY u.session, v.elapsed
        """
      ).query(unit))
  }

  /// Counts the selected sessions one by one.
  mutating func followSelected(_ connection: Connection) throws {
    for session in sessions.all { try follow(session.number...session.number, connection) }
  }

  /// Follows transitions and verdicts of viewability, both in the order of session and unit.
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
      if turn(session: key.0, unit: key.1) { fold.append(kind, at: time) }
    }
    while hasViewable {
      becomeViewable(viewable.row)
      hasViewable = try viewable.next()
    }
    endLives()
  }

  private mutating func becomeViewable(_ row: borrowing Row) {
    if turn(session: row.int64(0), unit: row.int64(1)) { fold.becomeViewable() }
  }
}
