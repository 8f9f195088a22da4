// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdSystem
import TestSupport
import Testing

@testable import AdLoading
@testable import AdStore

@Suite struct LoadExportTests {
  static let seed: UInt64 = 0x5EED_0120
  let recorded: RecordedHistory

  init() throws { recorded = try RecordedHistory() }

  /// Exports until nothing is left, handing the cursor on as text.
  private func exportAll(
    after cursor: ExportCursor = .start(of: .loads), limit: Int = 1_000, unfinished: Bool = false
  ) throws -> (rows: [ExportedLoad], cursor: ExportCursor) {
    var rows: [ExportedLoad] = []
    var cursor = cursor
    while true {
      let batch = try recorded.history.exportLoads(
        after: ExportCursor(cursor.description), limit: limit, unfinished: unfinished)
      #expect(batch.rows.count <= limit)
      rows += batch.rows
      cursor = batch.cursor
      if batch.isLast { return (rows, cursor) }
    }
  }

  private func time(_ offset: Int64) -> Timestamp { RecordedHistory.start.advanced(by: offset) }

  @Test func `a load says why it was late, and which distance would have done`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("a"), in: recorded.database, interval: nil)
    let gate = LoadGate.open(LoadPermit(record: recorded.record, mode: .limited))
    var engine = RecordedEngine(under: LoadingTerms(gate: gate), recorder)
    let unit = AdUnitID(validated: "u")
    let place = AdRect(x: 36, y: 3_000, width: 320, height: 320)
    func view(_ y: Double) -> LoadingEvent {
      .viewport(AdRect(x: 0, y: y, width: 393, height: 800))
    }
    _ = try engine.handle(view(0), at: 5_000)
    _ = try engine.handle(.frame(AdFrame(unit: unit, frame: place)), at: 5_000)
    _ = try engine.handle(view(2_900), at: 9_000)
    _ = try engine.handle(.tick, at: 9_100)
    for (event, time) in [
      (AdEvent.parsed, 9_300), (.rendered(nil), 9_400), (.appeared(afterWaiting: 400), 9_400),
    ]
      as [(AdEvent, Int64)]
    {
      recorder.record([.became(event, unit, at: time)])
    }
    try recorder.close(at: 20_000)
    let row = try #require(try exportAll().rows.first)
    #expect(row.isLate && row.fault == LoadFault(.late, .outrunLead, .init(.fetch, 2_201)))
    let line = String(decoding: row.line, as: UTF8.self)
    #expect(line.contains(#""why":"outrunLead","remedy":"fetch","remedyDistance":2201"#))
    let listed = try recorded.history.loads(matching: StatisticsFilter()) { $0.fault != nil }
    #expect(listed.map(\.fault) == [row.fault])
    #expect(try recorded.history.loads(matching: StatisticsFilter()) { $0.isWasted }.isEmpty)
    // Without what the engine was told, nobody knows.
    try recorded.database.write { try $0.execute("UPDATE sessions SET track = 2") }
    #expect(try exportAll().rows.first?.fault == LoadFault(.late, nil))
  }

  @Test func `a load is one row with its times, its cause, its mode and its consent`() throws {
    try recorded.keep(
      recorded.session("a"),
      [
        recorded.transition("u", to: .fetched, at: 100, mode: .limited),
        recorded.transition("u", to: .displayed, at: 350, y: 500),
        recorded.transition("u", to: .unloaded, at: 9_000),
        recorded.transition("u", to: .notLoaded, at: 9_500),
        recorded.transition("u", to: .fetched, at: 9_567),
      ], viewable: [("u", 1_500)], end: 20_000)
    let rows = try exportAll().rows
    let head = try ConsentRepository(recorded.database).head(at: RecordedHistory.start)
    let first = try #require(rows.first)
    #expect(first.session.store == head.store && first.session.summary.id.rawValue == "a")
    #expect(first.unit.rawValue == "u" && first.sequence == 1)
    #expect(
      [first.fetchedAt, first.displayedAt, first.viewableAt, first.endedAt]
        == [time(100), time(350), time(1_500), time(9_000)])
    #expect(first.leadTime == 250 && first.timeToAd == 0 && first.timeDisplayed == 7_500)
    #expect(first.renderedAt == time(1_500) && first.appearedAt == time(1_500))
    #expect(first.endCause == .leftUnloadZone && first.isUnloaded && !first.isLate)
    #expect(!first.isChurn && !first.isWasted)
    #expect(first.mode == .limited && first.consentRecord == recorded.record)
    let hash = try recorded.store.outsider().prepare(
      "SELECT lower(hex(hash)) FROM consent_entries WHERE sequence = ?1"
    ) { try $0.first(recorded.record.rawValue) { $0.text(0) } }
    #expect(first.entryHash == hash)
    let second = try #require(rows.dropFirst().first)
    #expect(rows.count == 2 && second.sequence == 5)
    #expect(second.isChurn && second.isWasted && second.endedAt == nil)
    #expect(second.timeDisplayed == nil && second.leadTime == nil)
  }

  @Test func `a load of which nobody saw anything says for how long its place was seen`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("a"), in: recorded.database, interval: nil)
    let unit = AdUnitID(validated: "u")
    recorder.record([
      recorded.transition("u", to: .fetched, at: 1),
      recorded.transition("u", to: .displayed, at: 9),
    ])
    recorder.record([.became(.missed(afterWaiting: 4_000), unit, at: 9_000)])
    recorder.record([recorded.transition("u", to: .unloaded, at: 4_000)])
    recorder.record([recorded.transition("u", to: .notLoaded, at: 4_001)])
    recorder.record([recorded.transition("u", to: .fetched, at: 4_002)])
    recorder.record([.became(.missed(afterWaiting: 500), unit, at: 9_500)])
    try recorder.close(at: 9_500)
    let rows = try exportAll().rows
    #expect(rows.map(\.timeMissed) == [4_000, 500] && rows.allSatisfy { $0.timeToAd == nil })
    #expect(String(decoding: rows[0].line, as: UTF8.self).contains(#""timeMissedMs":4000,"#))
    let counted = try recorded.history.statistics(by: .session).map(\.statistics.timeMissed)
    #expect(counted == [4_500])
    let told = try recorded.history.timeline(of: SessionID("a")).events.map(\.event)
    #expect(told == [.missed(afterWaiting: 4_000), .missed(afterWaiting: 500)])
  }

  /// What a group of loads comes to, in the figures of the statistics.
  private struct Sums: Equatable {
    var counts: [Int]
    var time: Int64
    var leadTimes: [Int64]
    var timesToAd: [Int64]
    var timeMissed: Int64
    var sessions: Int
  }

  private func sums(_ loads: [ExportedLoad]) -> Sums {
    func count(_ isCounted: (ExportedLoad) -> Bool) -> Int { loads.count(where: isCounted) }
    return Sums(
      counts: [
        count { $0.fetchedAt != nil }, count { $0.displayedAt != nil }, count { $0.isWasted },
        count { $0.isLate }, count { $0.isChurn }, count { $0.isUnloaded },
        count { $0.mode == .personalized }, count { $0.mode == .limited },
        count(\.isBlank), loads.reduce(0) { $0 + $1.impressions },
        loads.reduce(0) { $0 + $1.viewableImpressions },
      ],
      time: loads.reduce(0) { $0 + ($1.timeDisplayed ?? 0) },
      leadTimes: loads.compactMap(\.leadTime).sorted(),
      timesToAd: loads.compactMap(\.timeToAd).sorted(),
      timeMissed: loads.reduce(0) { $0 + ($1.timeMissed ?? 0) },
      sessions: Set(loads.map(\.session.summary.id)).count)
  }

  private func sums(_ group: StatisticsGroup) -> Sums {
    let counts = group.statistics
    return Sums(
      counts: [
        counts.fetches, counts.displays, counts.wastedFetches, counts.lateDisplays, counts.churn,
        counts.unloads, counts.personalizedFetches, counts.limitedFetches,
        counts.blankDisplays, counts.impressions, counts.viewableImpressions,
      ], time: counts.timeDisplayed, leadTimes: counts.leadTimes.map(Int64.init).sorted(),
      timesToAd: counts.timesToAd.map(Int64.init).sorted(), timeMissed: counts.timeMissed,
      sessions: group.sessions)
  }

  @Test(arguments: [false, true])
  func `the loads of a unit come to its statistics, also where transitions are lost`(
    isLossy: Bool
  ) throws {
    var random = SeededRandom(seed: Self.seed)
    for number in 0..<20 {
      let transitions = recorded.randomTransitions(
        units: 5, count: 60, mode: number % 3 == 0 ? .limited : .personalized, using: &random)
      let viewable = transitions.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        .map { ($0.unit.rawValue, $0.time - 5_000 + Int64.random(in: 0...2_000, using: &random)) }
      let kept = transitions.filter { _ in !isLossy || Int.random(in: 0..<3, using: &random) > 0 }
      try recorded.keep(
        recorded.session("s\(number)", measured: number % 4 > 0), kept, viewable: viewable,
        end: number % 2 == 0 ? 900_000 : nil)
    }
    let loads = Dictionary(grouping: try exportAll(limit: 7).rows, by: \.unit.rawValue)
    let groups = try recorded.history.statistics(by: .unit)
    #expect(groups.map(\.key) == loads.keys.sorted())
    for group in groups {
      #expect(sums(loads[group.key] ?? []) == sums(group), "\(group.key), seed \(Self.seed)")
    }
  }

  @Test(arguments: [1, 3, 1_000])
  func `a load goes out once, when it has ended, and those that stand as their session ends`(
    limit: Int
  ) throws {
    let running = try TransitionRecorder(
      recorded.session("a"), in: recorded.database, interval: nil)
    running.record([
      recorded.transition("u", to: .fetched, at: 1), recorded.transition("v", to: .fetched, at: 2),
    ])
    try running.flush()
    let (first, cursor) = try exportAll(limit: limit)
    #expect(first == [])
    try recorded.keep(recorded.session("b"), [recorded.transition("u", to: .fetched, at: 1)])
    running.record([
      recorded.transition("u", to: .displayed, at: 9),
      recorded.transition("u", to: .unloaded, at: 20),
    ])
    try running.flush()
    running.record([recorded.transition("u", to: .notLoaded, at: 30)])
    try running.flush()
    let (second, next) = try exportAll(after: cursor, limit: limit)
    #expect(second.map { $0.session.summary.id.rawValue } == ["b", "a"])
    #expect(second[1].displayedAt == time(9) && second[1].endedAt == time(20))
    try running.close(at: 5_100)
    let (third, end) = try exportAll(after: next, limit: limit)
    #expect(third.map(\.unit.rawValue) == ["v"])
    #expect(third[0].revision > second[1].revision)
    #expect(try exportAll(after: end, limit: limit).rows == [])
    #expect(try exportAll(limit: limit).rows.map(\.line) == (second + third).map(\.line))
  }

  @Test(arguments: [1, 3, 1_000])
  func `those that stand come again and again where they are asked for`(limit: Int) throws {
    let running = try TransitionRecorder(
      recorded.session("a"), in: recorded.database, interval: nil)
    running.record([
      recorded.transition("u", to: .fetched, at: 1), recorded.transition("v", to: .fetched, at: 2),
    ])
    try running.flush()
    let (first, cursor) = try exportAll(limit: limit, unfinished: true)
    #expect(first.map(\.unit.rawValue) == ["u", "v"] && first.allSatisfy(\.isWasted))
    running.recordViewable(AdUnitID(validated: "u"), at: 5_010)
    try running.flush()
    #expect(try exportAll(after: cursor, limit: limit, unfinished: true).rows.count == 2)
    running.record([
      recorded.transition("u", to: .displayed, at: 9),
      recorded.transition("u", to: .unloaded, at: 20),
    ])
    try running.flush()
    let (second, next) = try exportAll(after: cursor, limit: limit, unfinished: true)
    #expect(second.map(\.endedAt) == [time(20), nil])
    #expect(second[1].revision > first[1].revision)
    try running.close(at: 5_100)
    let (third, end) = try exportAll(after: next, limit: limit, unfinished: true)
    #expect(third.map(\.unit.rawValue) == ["v"], "what has ended does not come again")
    #expect(try exportAll(after: end, limit: limit, unfinished: true).rows == [])
  }

  @Test func `what a process did not live to end goes out as the next session begins`() throws {
    let dead = try TransitionRecorder(recorded.session("a"), in: recorded.database, interval: nil)
    dead.record([recorded.transition("u", to: .fetched, at: 1)])
    try dead.flush()
    let (none, cursor) = try exportAll()
    #expect(none == [])
    #expect(try recorded.history.exportSessions(limit: 10).rows == [])
    // Another process knows nothing of it.
    recorded.database.sessions.withLock { $0.running = [] }
    try recorded.keep(
      recorded.session("b", after: 60), [recorded.transition("v", to: .fetched, at: 1)])
    let (rows, next) = try exportAll(after: cursor)
    #expect(rows.map { $0.session.summary.id.rawValue } == ["b", "a"])
    #expect(
      try recorded.history.exportSessions(limit: 10).rows.map(\.summary.id.rawValue) == ["b", "a"])
    // It went on after all: what it changes comes, and nothing is lost.
    dead.record([recorded.transition("u", to: .displayed, at: 9)])
    try dead.flush()
    #expect(try exportAll(after: next).rows == [])
    try dead.close(at: 5_100)
    let again = try exportAll(after: next).rows
    #expect(again.map(\.displayedAt) == [time(9)])
    #expect(again[0].sequence == rows[1].sequence && again[0].revision > rows[1].revision)
  }

  @Test func `sessions come once they are over, or for each change where that is asked for`() throws
  {
    let history = recorded.history
    let recorder = try TransitionRecorder(
      recorded.session("a"), in: recorded.database, interval: nil)
    let empty = try history.exportSessions(limit: 10, unfinished: true)
    #expect(empty.rows == [], "nothing happened yet")
    recorder.record([recorded.transition("u", to: .fetched, at: 1)])
    try recorder.flush()
    #expect(try history.exportSessions(limit: 10).rows == [])
    let first = try history.exportSessions(after: empty.cursor, limit: 10, unfinished: true)
    #expect(first.rows.map(\.summary.isClosed) == [false])
    try recorder.close(at: 6_000)
    let second = try history.exportSessions(after: first.cursor, limit: 10, unfinished: true)
    #expect(second.rows.map(\.summary.isClosed) == [true])
    #expect(second.rows.map(\.summary.lastAt) == [time(1_000)])
    #expect(
      try history.exportSessions(after: second.cursor, limit: 10, unfinished: true).rows == [])
    #expect(try history.exportSessions(limit: 10).rows == second.rows)
  }

  @Test func `a row is one line of JSON with the keys of its table`() throws {
    try recorded.keep(recorded.session("a"), [recorded.transition("u", to: .fetched, at: 1)])
    let load = try #require(try exportAll().rows.first)
    let session = try #require(try recorded.history.exportSessions(limit: 1).rows.first)
    for (line, keys) in [
      (load.line, [ExportField<ExportedLoad>].all.map(\.key)),
      (session.line, [ExportField<ExportedSession>].all.map(\.key)),
    ] {
      #expect(line.last == 10 && line.count { $0 == 10 } == 1)
      let object = try JSONNode(try JSONReader.read(line)).members()
      #expect(object.map { "\($0.0)" } == keys)
      #expect(Set(keys).count == keys.count)
    }
  }
}
