// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite

extension HistoryRepository {
  /// The database's random id, as its exports have it.
  package func store() throws -> String { try database.read { try StoreID.name($0) } }

  /// Reads the sessions that a filter leaves, oldest first; its unit leaves out nothing.
  /// - Throws: ``StoreError`` with `noSuchSession` for one the filter names.
  package func sessions(matching filter: StatisticsFilter) throws -> [SessionSummary] {
    try database.read { try SelectedSessions(filter, $0).all }
  }

  /// Counts what became of loads, for each unit, page, session, version or day.
  ///
  /// - Returns: The groups in order of their keys; those without a transition are left out.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchSession` for one the filter names.
  /// - Complexity: O(n), one ordered pass over the transitions of the unit, of the sessions where
  ///   they are few, or of all; the last on several processors where there is much to read.
  public func statistics(
    by grouping: StatisticsGrouping, filter: StatisticsFilter = StatisticsFilter()
  ) throws -> [StatisticsGroup] {
    try statistics(by: grouping, filter: filter, sharedFrom: 50_000)
  }

  /// Counts, on several processors where at least so many transitions have to be read.
  func statistics(
    by grouping: StatisticsGrouping, filter: StatisticsFilter, sharedFrom limit: Int
  ) throws -> [StatisticsGroup] {
    var shared: SharedUnits?
    let groups = try database.read { connection -> [StatisticsGroup] in
      let sessions = try SelectedSessions(filter, connection)
      var groups = StatisticsGroups(
        grouping, sessions: sessions, utcOffset: filter.utcOffset)
      if let unit = filter.unit {
        let number = try Self.number(of: unit, connection)
        try groups.follow(units: number...number, connection)
      } else if try sessions.areFew(connection) {
        try groups.followSelected(connection)
      } else if sessions.transitions < limit {
        try groups.follow(units: .min ... .max, connection)
      } else {
        shared = try SharedUnits(sessions, connection)
        return []
      }
      return try groups.result(withPeaks: filter.unit == nil, connection)
    }
    guard let shared else { return groups }
    guard var sum = try sum(by: grouping, filter: filter, of: shared) else {
      return try statistics(by: grouping, filter: filter, sharedFrom: .max)
    }
    return try database.read { try sum.result(withPeaks: true, $0) }
  }

  /// Counts on several processors; nil where something was recorded or pruned meanwhile, so that
  /// not all of them read the same moment.
  private func sum(
    by grouping: StatisticsGrouping, filter: StatisticsFilter, of shared: SharedUnits
  ) throws -> StatisticsGroups? {
    let parts = try database.concurrentRead { connection -> StatisticsGroups? in
      let sessions = try SelectedSessions(filter, connection)
      guard sessions == shared.sessions else { return nil }
      var groups = StatisticsGroups(
        grouping, sessions: sessions, utcOffset: filter.utcOffset)
      while let units = shared.next() { try groups.follow(units: units, connection) }
      return groups
    }
    var sum = StatisticsGroups(
      grouping, sessions: shared.sessions, utcOffset: filter.utcOffset)
    for part in parts {
      guard let part else { return nil }
      sum.add(part)
    }
    return sum
  }
}
