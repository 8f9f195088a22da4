// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite
import TestSupport
import Testing

@testable import AdStore

@Suite struct HistoryStatisticsTests {
  static let seed: UInt64 = 0x5EED_0002
  let recorded: RecordedHistory

  init() throws {
    recorded = try RecordedHistory()
    var random = SeededRandom(seed: Self.seed)
    for number in 0..<12 {
      let transitions = recorded.randomTransitions(
        units: 6, count: 80, mode: number % 2 == 0 ? .limited : .personalized, using: &random)
      let viewable = transitions.filter { $0.to == .displayed }
        .filter { _ in Bool.random(using: &random) }
        .map { ($0.unit.rawValue, $0.time - 5_000 + 1_000) }
      try recorded.keep(
        recorded.session(
          "s\(number)", page: number % 3 == 0 ? "front" : "sport",
          version: number < 5 ? "1.0" : "1.1", after: Int64(number) * 12_000,
          measured: number % 4 != 1, arm: [nil, "today", "wide"][number % 3]),
        transitions, viewable: viewable, end: 800_000)
    }
  }

  private func statistics(
    _ grouping: StatisticsGrouping, _ change: (inout StatisticsFilter) -> Void = { _ in }
  ) throws -> [StatisticsGroup] {
    var filter = StatisticsFilter()
    change(&filter)
    let alone = try recorded.history.statistics(by: grouping, filter: filter)
    let shared = try recorded.history.statistics(by: grouping, filter: filter, sharedFrom: 0)
    #expect(alone.map(\.key) == shared.map(\.key))
    for (one, other) in zip(alone, shared) {
      #expect(numbers(one.statistics) == numbers(other.statistics), "shared out, seed \(Self.seed)")
      #expect(one.statistics.peakLoaded == other.statistics.peakLoaded)
      #expect(one.sessions == other.sessions && one.lost == other.lost)
    }
    return alone
  }

  /// Counts of a group, in an order of their own, for comparing.
  private func numbers(_ statistics: LoadStatistics) -> [Int64] {
    let counts = [
      statistics.fetches, statistics.displays, statistics.unloads, statistics.wastedFetches,
      statistics.churn, statistics.lateDisplays, statistics.impressions,
      statistics.blankDisplays, statistics.viewableImpressions, statistics.limitedFetches,
      statistics.personalizedFetches,
    ]
    return counts.map(Int64.init) + [statistics.timeDisplayed]
      + statistics.leadTimePercentiles([5, 50]) + statistics.timeToAdPercentiles([50, 75, 95])
  }

  /// What one group of sessions comes to, counted session by session as they were lived.
  private func lived(_ sessions: [SessionSummary]) throws -> LoadStatistics {
    var sum = LoadStatistics()
    for session in sessions {
      let timeline = try recorded.history.timeline(of: session.id)
      var counting = SessionStatistics(isMeasured: session.measuresViewability)
      var events = timeline.events[...]
      for entry in timeline.entries {
        while let next = events.first, next.at <= entry.at {
          counting.count(next.event, of: next.unit, at: next.at.milliseconds)
          events.removeFirst()
        }
        counting.count(entry.transition)
      }
      for rest in events {
        counting.count(rest.event, of: rest.unit, at: rest.at.milliseconds)
      }
      sum.add(counting.ended(at: session.lastAt.milliseconds))
    }
    return sum
  }

  @Test func `a group comes to what its sessions came to as they were lived`() throws {
    let sessions = try recorded.history.sessions()
    let ways: [(StatisticsGrouping, (SessionSummary) -> String)] = [
      (.page, { $0.page.rawValue }), (.session, { $0.id.rawValue }),
      (.appVersion, { $0.appVersion }), (.day, { String($0.startedAt.description.prefix(10)) }),
      (.arm, { $0.arm.map { "near/\($0.arm)" } ?? "" }),
    ]
    for (grouping, key) in ways {
      let groups = try statistics(grouping)
      let expected = Dictionary(grouping: sessions, by: key)
      #expect(groups.map(\.key) == expected.keys.sorted())
      for group in groups {
        let lived = try lived(expected[group.key] ?? [])
        #expect(numbers(group.statistics) == numbers(lived), "\(grouping), seed \(Self.seed)")
        #expect(group.statistics.peakLoaded == lived.peakLoaded)
        #expect(group.sessions == expected[group.key]?.count)
      }
    }
  }

  @Test func `units add up to everything`() throws {
    let units = try statistics(.unit)
    #expect(units.map(\.key) == (0..<6).map { "unit-\($0)" })
    var sum = LoadStatistics()
    for unit in units { sum.add(unit.statistics) }
    #expect(numbers(sum) == numbers(try lived(recorded.history.sessions())))
    #expect(sum.peakLoaded == nil)
  }

  @Test func `few sessions are counted session by session, and come to the same`() throws {
    let all = try statistics(.session)
    for group in all {
      let alone = try statistics(.session) { $0.session = SessionID(validated: group.key) }
      #expect(alone.map(\.key) == [group.key])
      #expect(alone.map { numbers($0.statistics) } == [numbers(group.statistics)])
    }
    let units = try statistics(.unit) { $0.session = SessionID(validated: "s3") }
    var sum = LoadStatistics()
    for unit in units { sum.add(unit.statistics) }
    let s3 = try #require(all.first { $0.key == "s3" })
    #expect(numbers(sum) == numbers(s3.statistics))
  }

  @Test func `a filter counts only what it names`() throws {
    let sport = try statistics(.session) { $0.page = PageID(validated: "sport") }
    #expect(sport.count == 8)
    let old = try statistics(.session) { $0.appVersion = "1.0" }
    #expect(old.count == 5)
    let wide = try statistics(.session) {
      $0.experiment = ExperimentID(validated: "near")
      $0.arm = ArmID(validated: "wide")
    }
    #expect(wide.map(\.key) == ["s11", "s2", "s5", "s8"])
    let near = try statistics(.arm) { $0.experiment = ExperimentID(validated: "near") }
    #expect(near.map(\.key) == ["near/today", "near/wide"])
    #expect(try statistics(.arm) { $0.experiment = ExperimentID(validated: "far") } == [])
    let some = try statistics(.session) {
      $0.since = RecordedHistory.start.advanced(by: 24_000_000)
      $0.until = RecordedHistory.start.advanced(by: 60_000_000)
    }
    #expect(some.map(\.key) == ["s2", "s3", "s4"])
    let unit = try statistics(.page) { $0.unit = AdUnitID(validated: "unit-2") }
    let all = try statistics(.unit)
    #expect(
      unit.reduce(0) { $0 + $1.statistics.fetches }
        == all.first { $0.key == "unit-2" }?.statistics.fetches)
    #expect(unit.allSatisfy { $0.statistics.peakLoaded == nil })
    #expect(try statistics(.day) { $0.page = PageID(validated: "none") } == [])
  }

  @Test func `what sessions lack is added up, and a session counts for each of its units`() throws {
    let good = recorded.transition("lossy", to: .displayed, at: 10)
    let other = recorded.transition("other", to: .displayed, at: 20)
    let refused = LoadTransition(
      time: good.time, unit: good.unit, from: .unloaded, to: .displayed, cause: good.cause,
      frame: good.frame, viewport: good.viewport)
    for (number, lost) in [2, 3].enumerated() {
      try recorded.keep(
        recorded.session("lossy-\(number)", page: "lossy", version: "9"),
        Array(repeating: refused, count: lost) + (number == 0 ? [good] : [good, other]))
    }
    for grouping in [StatisticsGrouping.page, .appVersion] {
      let groups = try statistics(grouping) { $0.appVersion = "9" }
      #expect(groups.map(\.lost) == [5] && groups.map(\.sessions) == [2])
    }
    let sessions = try statistics(.session) { $0.appVersion = "9" }
    #expect(sessions.map(\.lost) == [2, 3])
    let units = try statistics(.unit) { $0.appVersion = "9" }
    #expect(units.map(\.key) == ["lossy", "other"])
    #expect(units.map(\.lost) == [5, 3] && units.map(\.sessions) == [2, 1])
    let all = try statistics(.unit).filter { ["lossy", "other"].contains($0.key) }
    #expect(all.map(\.lost) == [5, 3])
  }

  @Test(arguments: [
    AdRect(x: 0, y: 851, width: 320, height: 320), AdRect(x: 0, y: 852, width: 320, height: 320),
    AdRect(x: 0, y: -320, width: 320, height: 320),
    AdRect(x: 0, y: -319.5, width: 320, height: 320),
    AdRect(x: 393, y: 0, width: 320, height: 320), AdRect(x: -320, y: 0, width: 320, height: 320),
    AdRect(x: 10, y: 10, width: 0, height: 320), AdRect(x: 10, y: 10, width: 320, height: -5),
    AdRect(x: -10, y: -10, width: 9_000, height: 9_000),
  ])
  func `unmeasured, late is what overlaps the viewport, by the model's own rule`(frame: AdRect)
    throws
  {
    let shown = recorded.transition("edge", to: .displayed, at: 10)
    let transition = LoadTransition(
      time: shown.time, unit: shown.unit, from: shown.from, to: shown.to, cause: shown.cause,
      frame: frame, viewport: shown.viewport)
    try recorded.keep(recorded.session("edge", measured: false), [transition])
    let late = try statistics(.unit) { $0.session = SessionID(validated: "edge") }
      .map(\.statistics.lateDisplays)
    #expect(late == [frame.overlaps(shown.viewport) ? 1 : 0])
  }

  @Test(arguments: [
    ("SELECT count(*) FROM transitions WHERE to_state = 1", 0),
    ("SELECT count(*) FROM transitions WHERE to_state = 2", 1),
    ("SELECT count(*) FROM transitions WHERE to_state = 3", 2),
    (
      """
      SELECT count(*) FROM transitions JOIN sessions AS s USING (session)
      WHERE to_state = 2 AND NOT s.measured
        AND frame_x < viewport_x + viewport_width AND viewport_x < frame_x + frame_width
        AND frame_y < viewport_y + viewport_height AND viewport_y < frame_y + frame_height
      """, 5
    ),
    ("SELECT count(*) FROM transitions WHERE mode = 2", 9),
    (
      """
      SELECT count(*) FROM (
        SELECT to_state, at - lag(at, 2) OVER (PARTITION BY unit, session ORDER BY sequence) AS gap,
          lag(to_state, 2) OVER (PARTITION BY unit, session ORDER BY sequence) AS before
        FROM transitions
      ) WHERE to_state = 1 AND before = 3 AND gap <= 30000
      """, 4
    ),
  ])
  func `plain SQL counts the same`(sql: String, index: Int) throws {
    var sum = LoadStatistics()
    // What is late is told by transitions alone only where nobody measured it.
    for group in try statistics(.session) {
      let session = try recorded.history.timeline(of: SessionID(validated: group.key)).session
      if index != 5 || !session.measuresViewability { sum.add(group.statistics) }
    }
    let outsider = try recorded.store.outsider()
    let expected = try outsider.withViews {
      try outsider.prepare(sql) { try $0.first { $0.int64(0) } }
    }
    #expect(numbers(sum)[index] == expected, "seed \(Self.seed)")
  }

  @Test(arguments: [
    (0, ["2026-11-21", "2026-11-22"]), (120, ["2026-11-21", "2026-11-22"]),
    (-420, ["2026-11-20", "2026-11-21"]), (840, ["2026-11-21", "2026-11-22"]),
  ])
  func `days begin at the midnight of whoever reads, as far ahead of UTC as the filter says`(
    minutes: Int, expected: [String]
  ) throws {
    // At 06:26 UTC, and a day later at 05:26.
    for (name, seconds) in [("a", Int64(0)), ("b", 23 * 3_600)] {
      try recorded.keep(
        recorded.session(name, page: "zones", after: seconds),
        [recorded.transition("u", to: .fetched, at: 1)])
    }
    var filter = StatisticsFilter()
    filter.page = PageID(validated: "zones")
    filter.utcOffset = minutes
    let history = recorded.history
    #expect(try history.statistics(by: .day, filter: filter).map(\.key) == expected)
    #expect(
      try history.statistics(by: .day, filter: filter, sharedFrom: 0).map(\.key) == expected)
  }
}
