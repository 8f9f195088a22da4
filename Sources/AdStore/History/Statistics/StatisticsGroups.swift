// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite

/// Sorts ads in sessions into the groups of a grouping, and counts for each.
struct StatisticsGroups: Sendable {
  let sessions: SelectedSessions
  var fold = StatisticsFold()
  private let grouping: StatisticsGrouping
  /// Where groups are made of units: the units by group, and the group of each.
  private var units: [Int64] = []
  private var groupOfUnit: [Int64: Int] = [:]
  /// The unit whose life is followed, and in which session, and that session's place; -1 where it is
  /// not selected.
  private var current: (unit: Int64, session: Int64)?
  private var place = -1
  /// By place of a session: its group, where groups are made of sessions, and whether anything
  /// happened in it.
  private var groupOfSession: [Int] = []
  private var isTouched: [Bool]
  /// By group, where groups are made of sessions.
  private var keys: [String] = []
  private var sessionCounts: [Int] = []
  private var lost: [Int] = []

  init(_ grouping: StatisticsGrouping, sessions: SelectedSessions, utcOffset: Int) {
    self.grouping = grouping
    self.sessions = sessions
    isTouched = Array(repeating: false, count: sessions.all.count)
    guard grouping != .unit else { return }
    var groupOfKey: [String: Int] = [:]
    for session in sessions.all {
      let key = grouping.key(of: session, utcOffset: utcOffset)
      if groupOfKey[key] == nil {
        groupOfKey[key] = addGroup()
        keys.append(key)
      }
      groupOfSession.append(groupOfKey[key] ?? 0)
    }
  }

  private mutating func addGroup() -> Int {
    sessionCounts.append(0)
    lost.append(0)
    return fold.addGroup()
  }

  /// Turns to an ad in a session; false where the session is not selected.
  mutating func turn(unit: Int64, session: Int64) -> Bool {
    if let current, current == (unit, session) { return place >= 0 }
    if current?.session != session { place = sessions.place(of: session) ?? -1 }
    current = (unit, session)
    guard place >= 0 else { return false }
    let summary = sessions.all[place]
    let group = grouping == .unit ? group(of: unit) : groupOfSession[place]
    if grouping == .unit { count(place, in: group) }
    isTouched[place] = true
    // The times of a session's events count from its beginning.
    fold.begin(
      group: group, end: summary.lastAt.milliseconds - summary.startedAt.milliseconds,
      isMeasured: summary.measuresViewability)
    return true
  }

  mutating func endLives() {
    fold.endLife()
    current = nil
  }

  private mutating func group(of unit: Int64) -> Int {
    if let group = groupOfUnit[unit] { return group }
    let group = addGroup()
    groupOfUnit[unit] = group
    units.append(unit)
    return group
  }

  private mutating func count(_ session: Int, in group: Int) {
    sessionCounts[group] += 1
    lost[group] += sessions.all[session].lost
  }

  /// Adds what was counted of others of the same sessions.
  mutating func add(_ other: StatisticsGroups) {
    for place in isTouched.indices where other.isTouched[place] { isTouched[place] = true }
    for (number, statistics) in other.fold.groups.enumerated() {
      guard grouping == .unit else {
        fold.add(statistics, to: number)
        continue
      }
      let group = group(of: other.units[number])
      fold.add(statistics, to: group)
      sessionCounts[group] += other.sessionCounts[number]
      lost[group] += other.lost[number]
    }
  }

  /// The groups in which something happened, by key; with the sessions' peaks, where all units were
  /// counted.
  mutating func result(withPeaks: Bool, _ connection: Connection) throws -> [StatisticsGroup] {
    var keys = keys
    if grouping == .unit {
      var names = UnitNames(connection)
      for unit in units { keys.append(try names.name(of: unit).rawValue) }
    } else {
      for session in isTouched.indices where isTouched[session] {
        count(session, in: groupOfSession[session])
        guard withPeaks else { continue }
        fold.notePeak(sessions.all[session].peakLoaded, of: groupOfSession[session])
      }
    }
    return keys.indices.filter { sessionCounts[$0] > 0 }.map { group in
      StatisticsGroup(
        key: keys[group], sessions: sessionCounts[group], lost: lost[group],
        statistics: fold.groups[group])
    }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

extension StatisticsGrouping {
  fileprivate func key(of session: SessionSummary, utcOffset: Int) -> String {
    switch self {
    case .unit: ""
    case .page: session.page.rawValue
    case .session: session.id.rawValue
    case .appVersion: session.appVersion
    case .day:
      String(
        session.startedAt.advanced(by: Int64(clamping: utcOffset) * 60_000).description.prefix(10))
    case .arm: session.arm.map { "\($0.experiment)/\($0.arm)" } ?? ""
    case .attribute(let name): session.attributes.values[name] ?? ""
    }
  }
}
