// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import SQLiteKit

/// Sorts ads in sessions into the groups of a grouping, and counts for each.
struct StatisticsGroups {
  let sessions: SelectedSessions
  var fold = StatisticsFold()
  private let grouping: StatisticsGrouping
  private var groupOfUnit: [Int64: Int] = [:]
  private var units: [Int64] = []
  /// By place of a session: its group, where groups are made of sessions, and whether anything
  /// happened in it.
  private var groupOfSession: [Int] = []
  private var isTouched: [Bool]
  private var keys: [String] = []
  private var sessionCounts: [Int] = []
  private var lost: [Int] = []

  init(_ grouping: StatisticsGrouping, sessions: SelectedSessions) {
    self.grouping = grouping
    self.sessions = sessions
    isTouched = Array(repeating: false, count: sessions.count)
    guard grouping != .unit else { return }
    var groupOfKey: [String: Int] = [:]
    for place in 0..<sessions.count {
      let key = grouping.key(of: sessions[place])
      let group = groupOfKey[key] ?? addGroup(key)
      groupOfKey[key] = group
      groupOfSession.append(group)
    }
  }

  private mutating func addGroup(_ key: String) -> Int {
    keys.append(key)
    sessionCounts.append(0)
    lost.append(0)
    return fold.addGroup()
  }

  /// Turns to an ad in a session; false where the session is not selected.
  mutating func turn(unit: Int64, session: Int64, byUnit: Bool) -> Bool {
    guard let place = sessions.place(of: session) else { return false }
    let (outer, inner) = byUnit ? (unit, session) : (session, unit)
    if fold.turn(outer: outer, inner: inner) { return true }
    let summary = sessions[place]
    let group = group(unit: unit, place: place)
    if grouping == .unit || !isTouched[place] {
      sessionCounts[group] += 1
      lost[group] += summary.lost
    }
    isTouched[place] = true
    fold.begin(
      inner: inner, group: group, end: summary.lastAt.milliseconds,
      isMeasured: summary.measuresViewability)
    return true
  }

  private mutating func group(unit: Int64, place: Int) -> Int {
    guard grouping == .unit else { return groupOfSession[place] }
    if let group = groupOfUnit[unit] { return group }
    units.append(unit)
    let group = addGroup("")
    groupOfUnit[unit] = group
    return group
  }

  /// Notes the most units loaded at once, which the sessions know.
  mutating func notePeaks() {
    guard grouping != .unit else { return }
    for place in 0..<sessions.count where isTouched[place] {
      fold.notePeak(sessions[place].peakLoaded, of: groupOfSession[place])
    }
  }

  /// The groups in which something happened, by key.
  func result(_ connection: Connection) throws -> [StatisticsGroup] {
    var keys = keys
    for (group, unit) in units.enumerated() {
      keys[group] =
        try connection.statement("SELECT id FROM unit_ids WHERE unit = ?1")
        .first(unit) { $0.text(0) } ?? ""
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

extension SelectedSessions {
  /// Whether going session by session reads less than going through everything.
  func areFew(_ connection: Connection) throws -> Bool {
    let all = try connection.statement("SELECT coalesce(sum(transitions), 0) FROM sessions")
      .first { $0.int(0) }
    return transitions < (all ?? 0) / 8
  }
}
