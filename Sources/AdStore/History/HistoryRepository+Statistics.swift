// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import SQLiteKit

extension HistoryRepository {
  /// Counts what became of loads, for each unit, page, session, version or day.
  ///
  /// - Parameters:
  ///   - grouping: What to count for.
  ///   - filter: Which sessions and which unit.
  /// - Returns: The groups in order of their keys; those without a transition are left out.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchSession` for one the filter names.
  /// - Complexity: O(n), one ordered pass over the transitions of the unit, of the sessions where
  ///   they are few, or of all.
  public func statistics(
    by grouping: StatisticsGrouping, filter: StatisticsFilter = StatisticsFilter()
  ) throws -> [StatisticsGroup] {
    try database.read { connection in
      let sessions = try SelectedSessions(filter, connection)
      var groups = StatisticsGroups(grouping, sessions: sessions)
      if let unit = filter.unit {
        try groups.followUnits(only: try Self.number(of: unit, connection), connection)
      } else if try sessions.areFew(connection) {
        try groups.followSessions(connection)
      } else {
        try groups.followUnits(connection)
      }
      if filter.unit == nil { groups.notePeaks() }
      return try groups.result(connection)
    }
  }
}

// The fifth column of the two queries is the mode of a load and, of a display, whether the ad was
// visible: AdRect.overlaps in SQL, since reading eight numbers of every row would double the time.
extension StatisticsGroups {
  /// Follows the ads unit by unit, in the order in which the table is stored.
  fileprivate mutating func followUnits(
    only unit: Int64? = nil, _ connection: Connection
  ) throws {
    let (first, last) = (unit ?? .min, unit ?? .max)
    let transitions = try connection.statement(
      """
      SELECT unit, at, session, to_state,
        CASE to_state
          WHEN 1 THEN mode
          WHEN 2 THEN frame_x < viewport_x + viewport_width AND viewport_x < frame_x + frame_width
            AND frame_y < viewport_y + viewport_height AND viewport_y < frame_y + frame_height
            AND min(frame_width, frame_height, viewport_width, viewport_height) > 0
        END
      FROM transitions WHERE unit BETWEEN ?1 AND ?2 ORDER BY unit, at, session, sequence
      """
    ).query(first, last)
    let viewable = try connection.statement(
      """
      SELECT unit, at, session FROM viewable_impressions WHERE unit BETWEEN ?1 AND ?2
      ORDER BY unit, at, session
      """
    ).query(first, last)
    try follow(transitions, viewable, byUnit: true)
  }

  /// Follows the ads session by session.
  fileprivate mutating func followSessions(_ connection: Connection) throws {
    for place in 0..<sessions.count {
      let number = sessions[place].number
      let transitions = try connection.statement(
        """
        SELECT unit, at, session, to_state,
          CASE to_state
            WHEN 1 THEN mode
            WHEN 2 THEN frame_x < viewport_x + viewport_width AND viewport_x < frame_x + frame_width
              AND frame_y < viewport_y + viewport_height AND viewport_y < frame_y + frame_height
              AND min(frame_width, frame_height, viewport_width, viewport_height) > 0
          END
        FROM transitions INDEXED BY transitions_by_session WHERE session = ?1 ORDER BY sequence
        """
      ).query(number)
      let viewable = try connection.statement(
        "SELECT unit, at, session FROM viewable_impressions WHERE session = ?1 ORDER BY at"
      ).query(number)
      try follow(transitions, viewable, byUnit: false)
    }
  }

  /// Follows transitions and verdicts of viewability, both in the same order.
  private mutating func follow(
    _ transitions: consuming Cursor, _ viewable: consuming Cursor, byUnit: Bool
  ) throws {
    var hasViewable = try viewable.next()
    while try transitions.next() {
      let unit = transitions.row.int64(0)
      let time = transitions.row.int64(1)
      while hasViewable {
        let isDue =
          byUnit
          ? (viewable.row.int64(0), viewable.row.int64(1)) <= (unit, time)
          : viewable.row.int64(1) <= time
        guard isDue else { break }
        becomeViewable(viewable.row, byUnit: byUnit)
        hasViewable = try viewable.next()
      }
      try take(transitions.row, unit: unit, time: time, byUnit: byUnit)
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

  private mutating func take(
    _ row: borrowing Row, unit: Int64, time: Int64, byUnit: Bool
  ) throws {
    guard turn(unit: unit, session: row.int64(2), byUnit: byUnit) else { return }
    switch try LoadState(storedCode: row.int64(3)) {
    case .notLoaded: break
    case .fetched:
      let mode = try row.optionalInt64(4).map { code throws(StoreError) in
        try ServingMode(storedCode: code)
      }
      fold.fetch(at: time, mode: mode)
    case .displayed: fold.display(at: time, isVisible: row.bool(4))
    case .unloaded: fold.unload(at: time)
    }
  }
}
