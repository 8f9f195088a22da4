// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import SQLiteKit

/// Sorts ads in sessions into the groups of a grouping, and counts for each.
struct StatisticsGroups: Sendable {
  let sessions: SelectedSessions
  var fold = StatisticsFold()
  private let grouping: StatisticsGrouping
  /// The units in the order in which they came. Where groups are made of units, a unit's group has
  /// the number of its place.
  private var units: [Int64] = []
  private var placeOfUnit: [Int64: Int] = [:]
  /// By place of a session: its group, where groups are made of sessions, and whether anything
  /// happened in it.
  private var groupOfSession: [Int] = []
  private var isTouched: [Bool]
  /// By group, where groups are made of sessions.
  private var keys: [String] = []
  private var sessionCounts: [Int] = []
  private var lost: [Int] = []

  init(_ grouping: StatisticsGrouping, sessions: SelectedSessions) {
    self.grouping = grouping
    self.sessions = sessions
    isTouched = Array(repeating: false, count: sessions.all.count)
    guard grouping != .unit else { return }
    var groupOfKey: [String: Int] = [:]
    for session in sessions.all {
      let key = grouping.key(of: session)
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
  mutating func turn(unit: Int64, session: Int64, byUnit: Bool) -> Bool {
    guard let session = sessions.place(of: session) else { return false }
    let unit = place(of: unit, byUnit: byUnit)
    if fold.turn(outer: byUnit ? unit : session, inner: byUnit ? session : unit) { return true }
    let group = grouping == .unit ? unit : groupOfSession[session]
    if grouping == .unit { count(session, in: group) }
    isTouched[session] = true
    fold.begin(
      inner: byUnit ? session : unit, group: group,
      end: sessions.all[session].lastAt.milliseconds,
      isMeasured: sessions.all[session].measuresViewability)
    return true
  }

  /// Where a unit stands; one that comes in the order of units is the last one or new.
  private mutating func place(of unit: Int64, byUnit: Bool) -> Int {
    if units.last == unit { return units.count - 1 }
    if !byUnit, let place = placeOfUnit[unit] { return place }
    if !byUnit { placeOfUnit[unit] = units.count }
    if grouping == .unit { _ = addGroup() }
    units.append(unit)
    return units.count - 1
  }

  private mutating func count(_ session: Int, in group: Int) {
    sessionCounts[group] += 1
    lost[group] += sessions.all[session].lost
  }

  /// Adds what was counted of other units of the same sessions.
  mutating func add(_ other: StatisticsGroups) {
    for place in isTouched.indices where other.isTouched[place] { isTouched[place] = true }
    if grouping == .unit {
      units += other.units
      sessionCounts += other.sessionCounts
      lost += other.lost
    }
    fold.add(other.fold, apart: grouping == .unit)
  }

  /// The groups in which something happened, by key; with the sessions' peaks, where all units were
  /// counted.
  mutating func result(withPeaks: Bool, _ connection: Connection) throws -> [StatisticsGroup] {
    var keys = keys
    if grouping == .unit {
      for unit in units {
        keys.append(
          try connection.statement("SELECT id FROM unit_ids WHERE unit = ?1")
            .first(unit) { $0.text(0) } ?? "")
      }
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
  fileprivate func key(of session: SessionSummary) -> String {
    switch self {
    case .unit: ""
    case .page: session.page.rawValue
    case .session: session.id.rawValue
    case .appVersion: session.appVersion
    case .day: String(session.startedAt.description.prefix(10))
    }
  }
}
