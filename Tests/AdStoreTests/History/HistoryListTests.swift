// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import TestSupport
import Testing

@testable import AdStore

@Suite struct HistoryListTests {
  static let seed: UInt64 = 0x5EED_0001
  let recorded: RecordedHistory

  init() throws {
    recorded = try RecordedHistory()
    var random = SeededRandom(seed: Self.seed)
    for number in 0..<4 {
      // Sessions overlap in time, as on a device that shows two pages.
      try recorded.keep(
        recorded.session("s\(number)", after: Int64(number) * 60),
        recorded.randomTransitions(units: 5, count: 60, using: &random))
    }
  }

  /// What a list must show, found by reading every session and sorting.
  private func expected(_ filter: HistoryFilter) throws -> [HistoryEntry] {
    try recorded.history.sessions().flatMap {
      try recorded.history.timeline(of: $0.id).entries
    }.filter { entry in
      (filter.unit == nil || entry.transition.unit == filter.unit)
        && (filter.session == nil || entry.session == filter.session)
        && (filter.states.isEmpty || filter.states.contains(entry.transition.to))
        && (filter.causes.isEmpty || filter.causes.contains(entry.transition.cause))
        && (filter.since.map { entry.at >= $0 } ?? true)
        && (filter.until.map { entry.at < $0 } ?? true)
    }.sorted {
      ($0.transition.time, $0.position.session, $0.sequence)
        > ($1.transition.time, $1.position.session, $1.sequence)
    }
  }

  static func filter(_ change: (inout HistoryFilter) -> Void) -> HistoryFilter {
    var filter = HistoryFilter()
    change(&filter)
    return filter
  }

  static let unit = AdUnitID(validated: "unit-3")
  static let session = SessionID(validated: "s2")
  static let filters: [HistoryFilter] = [
    filter { _ in },
    filter { $0.unit = unit },
    filter { $0.session = session },
    filter {
      $0.unit = unit
      $0.session = session
    },
    filter { $0.states = [.unloaded, .fetched] },
    filter { $0.causes = [.leftUnloadZone] },
    filter {
      $0.unit = unit
      $0.causes = [.enteredDisplayZone, .reenteredFetchZone]
      $0.since = RecordedHistory.start.advanced(by: 100_000)
    },
    filter {
      $0.since = RecordedHistory.start.advanced(by: 60_000)
      $0.until = RecordedHistory.start.advanced(by: 200_000)
    },
    filter {
      $0.session = session
      $0.states = [.displayed]
      $0.until = RecordedHistory.start.advanced(by: 250_000)
    },
  ]

  @Test(arguments: filters.indices, [1, 7, 1_000])
  func `a filter shows the same, page by page, as sorting everything`(
    index: Int, limit: Int
  ) throws {
    let filter = Self.filters[index]
    let expected = try expected(filter)
    #expect(!expected.isEmpty)
    var found: [HistoryEntry] = []
    var position: HistoryPosition?
    repeat {
      let page = try recorded.history.list(filter, limit: limit, after: position)
      #expect(page.entries.count <= limit)
      found += page.entries
      position = try page.next.map { try HistoryPosition($0.description) }
    } while position != nil
    #expect(found == expected, "seed \(Self.seed)")
  }

  @Test func `since is the first moment shown, and until the first that is not`() throws {
    try recorded.keep(
      recorded.session("edges", after: 100_000),
      (1...4).map { recorded.transition("edge-\($0)", to: .fetched, at: Int64($0)) })
    let start = RecordedHistory.start.advanced(by: 100_000_000)
    let filter = Self.filter {
      $0.since = start.advanced(by: 2)
      $0.until = start.advanced(by: 4)
    }
    let shown = try recorded.history.list(filter, limit: 10).entries
    #expect(shown.map(\.transition.unit.rawValue) == ["edge-3", "edge-2"])
  }

  @Test func `what is stored while a list is read does not repeat or hide anything`() throws {
    let first = try recorded.history.list(limit: 50)
    try recorded.keep(
      recorded.session("later", after: 100_000), [recorded.transition("x", to: .fetched, at: 1)])
    let second = try recorded.history.list(limit: 1_000, after: first.next)
    #expect(first.entries.count + second.entries.count == 240)
    #expect(Set(first.entries).isDisjoint(with: second.entries))
  }

  @Test(arguments: [
    (
      "SELECT elapsed, kind FROM session_transitions WHERE unit = 2 "
        + "ORDER BY session DESC, sequence DESC", "PRIMARY KEY (unit=?)"
    ),
    (
      "SELECT elapsed, kind FROM session_transitions WHERE unit BETWEEN 1 AND 9 "
        + "ORDER BY unit, session, sequence", "PRIMARY KEY (unit>? AND unit<?)"
    ),
    ("SELECT unit FROM session_units WHERE session = 1 ORDER BY unit", "PRIMARY KEY (session=?)"),
    (
      "SELECT session FROM sessions INDEXED BY sessions_by_last WHERE last_at >= 5 "
        + "ORDER BY last_at DESC, session DESC", "INDEX sessions_by_last (last_at>?)"
    ),
    (
      "SELECT min(session) FROM sessions INDEXED BY sessions_by_last WHERE last_at >= 5",
      "INDEX sessions_by_last (last_at>?)"
    ),
  ])
  func `a question needs one index and no sorting`(sql: String, plan: String) throws {
    let outsider = try recorded.store.outsider()
    let steps = try outsider.prepare("EXPLAIN QUERY PLAN " + sql) { try $0.all { $0.text(3) } }
    #expect(steps.count == 1 && steps[0].contains(plan), "\(steps)")
  }

  @Test func `of a unit in many sessions an old one that outlived them is not forgotten`() throws {
    try recorded.keep(
      recorded.session("old", after: 1_000),
      (0..<3).map { recorded.transition("many", to: .displayed, at: $0 * 900_000) })
    for number in 0..<90 as Range<Int64> {
      try recorded.keep(
        recorded.session("many-\(number)", after: 2_000 + number * 9),
        [recorded.transition("many", to: .fetched, at: 1)])
    }
    let filter = Self.filter { $0.unit = AdUnitID(validated: "many") }
    let all = try expected(filter)
    #expect(all.count == 93)
    for limit in [1, 2, 7, 40] {
      #expect(
        try recorded.history.list(filter, limit: limit).entries == Array(all.prefix(limit)))
    }
  }

  @Test func `what began before and ended after others is found among them`() throws {
    // The first of them outlives all the others, and one says that it began in another year.
    try recorded.keep(
      recorded.session("long", after: -500),
      (0..<200).map { recorded.transition("unit-3", to: .displayed, at: $0 * 9_000) })
    try recorded.keep(
      recorded.session("past", after: -40_000_000),
      (0..<9).map { recorded.transition("unit-3", to: .displayed, at: $0 * 1_000) })
    for unit in [nil, Self.unit] {
      let filter = Self.filter { $0.unit = unit }
      var found: [HistoryEntry] = []
      var position: HistoryPosition?
      repeat {
        let page = try recorded.history.list(filter, limit: 11, after: position)
        found += page.entries
        position = page.next
      } while position != nil
      #expect(found == (try expected(filter)), "seed \(Self.seed)")
    }
  }

  @Test func `a unit or a session that nobody knows is an error`() throws {
    let history = recorded.history
    let unit = Self.filter { $0.unit = AdUnitID(validated: "nobody") }
    let session = Self.filter { $0.session = SessionID(validated: "nobody") }
    #expect(storeCode { _ = try history.list(unit, limit: 1) } == .noSuchUnit)
    #expect(storeCode { _ = try history.list(session, limit: 1) } == .noSuchSession)
    #expect(storeCode { _ = try history.timeline(of: SessionID("nobody")) } == .noSuchSession)
  }

  @Test(arguments: ["", "1", "1.2", "1.2.3.4", "a.b.c", "1.2.-", "01.2.3", "1..3", "1.2.3 "])
  func `a position that this program did not write is refused`(text: String) {
    #expect(storeCode { _ = try HistoryPosition(text) } == .badCursor)
  }

  @Test func `sessions are listed newest first`() throws {
    #expect(try recorded.history.sessions().map(\.id.rawValue) == ["s3", "s2", "s1", "s0"])
    #expect(try recorded.history.sessions(limit: 1).map(\.transitions) == [60])
  }
}
