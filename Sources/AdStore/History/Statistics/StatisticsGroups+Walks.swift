// SPDX-License-Identifier: MIT
import AdModel
import SQLiteKit

extension StatisticsGroups {
  // The fifth column is the mode of a load and, of a display, whether the ad was visible.
  private static let columns = """
    SELECT unit, at, session, to_state, CASE to_state WHEN 1 THEN mode WHEN 2 THEN visible END
    FROM transitions
    """

  /// Counts the ads of a range of units, unit by unit, in the order in which the table is stored.
  mutating func followUnits(_ units: ClosedRange<Int64>, _ connection: Connection) throws {
    // Where the range ends is seen here, which is quicker than asking SQLite of every row.
    let byUnit = Self.columns + " WHERE unit >= ?1 ORDER BY unit, at, session, sequence"
    try connection.reuse(byUnit) { statement in
      let viewable = try connection.statement(
        """
        SELECT unit, at, session FROM viewable_impressions WHERE unit BETWEEN ?1 AND ?2
        ORDER BY unit, at, session
        """
      ).query(units.lowerBound, units.upperBound)
      try follow(
        try statement.query(units.lowerBound), viewable, upTo: units.upperBound, byUnit: true)
    }
  }

  /// Counts the ads session by session.
  mutating func followSessions(_ connection: Connection) throws {
    let bySession =
      Self.columns + " INDEXED BY transitions_by_session WHERE session = ?1 ORDER BY sequence"
    try connection.reuse(bySession) { statement in
      for session in sessions.all {
        let viewable = try connection.statement(
          "SELECT unit, at, session FROM viewable_impressions WHERE session = ?1 ORDER BY at"
        ).query(session.number)
        try follow(
          try statement.query(session.number), viewable, upTo: .max, byUnit: false)
      }
    }
  }

  /// Follows transitions and verdicts of viewability, both in the same order.
  private mutating func follow(
    _ transitions: consuming Cursor, _ viewable: consuming Cursor, upTo last: Int64, byUnit: Bool
  ) throws {
    var hasViewable = try viewable.next()
    while try transitions.next() {
      let unit = transitions.row.int64(0)
      guard unit <= last else { break }
      let time = try transitions.row.time(1, of: "a transition of ad unit number \(unit)")
        .milliseconds
      while hasViewable {
        let isDue =
          byUnit
          ? (viewable.row.int64(0), viewable.row.int64(1)) <= (unit, time)
          : viewable.row.int64(1) <= time
        guard isDue else { break }
        becomeViewable(viewable.row, byUnit: byUnit)
        hasViewable = try viewable.next()
      }
      try append(transitions.row, unit: unit, time: time, byUnit: byUnit)
    }
    while hasViewable {
      becomeViewable(viewable.row, byUnit: byUnit)
      hasViewable = try viewable.next()
    }
    fold.endLives()
  }

  private mutating func becomeViewable(_ row: borrowing Row, byUnit: Bool) {
    guard turn(unit: row.int64(0), session: row.int64(2), byUnit: byUnit) else { return }
    fold.becomeViewable()
  }

  private mutating func append(
    _ row: borrowing Row, unit: Int64, time: Int64, byUnit: Bool
  ) throws {
    guard turn(unit: unit, session: row.int64(2), byUnit: byUnit) else { return }
    switch try LoadState(databaseValue: row.int64(3)) {
    case .notLoaded: fold.end(at: time)
    case .fetched:
      let mode = try row.optionalInt64(4).map { code throws(StoreError) in
        try ServingMode(databaseValue: code)
      }
      fold.fetch(at: time, mode: mode)
    case .displayed: fold.display(at: time, isVisible: row.bool(4))
    case .unloaded: fold.unload(at: time)
    }
  }
}
