// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import TestSupport
import Testing

@testable import AdStore

@Suite struct HistoryPruningTests {
  let recorded: RecordedHistory
  let start = RecordedHistory.start

  init() throws {
    recorded = try RecordedHistory()
    var random = SeededRandom(seed: 3)
    for number in 0..<5 {
      try recorded.keep(
        recorded.session("s\(number)", after: Int64(number) * 86_400),
        recorded.randomTransitions(units: 4, count: 50, using: &random),
        viewable: [("unit-1", 5)])
    }
  }

  private func count(_ table: String) throws -> Int? {
    try recorded.store.outsider().prepare("SELECT count(*) FROM \(table)") {
      try $0.first { $0.int(0) }
    }
  }

  @Test func `a plan names whole sessions and deletes nothing`() throws {
    let plan = try recorded.history.prunePlan(
      .before(start.advanced(by: 2 * 86_400_000)), now: start)
    #expect(plan.sessions.map(\.id.rawValue) == ["s0", "s1"])
    #expect(plan.transitions == 100)
    #expect(plan.estimatedBytes > 0)
    #expect(try count("session_transitions") == 250)
  }

  @Test func `pruning deletes what the plan names and nothing else`() throws {
    let history = recorded.history
    let kept = try history.timeline(of: SessionID("s2"))
    let plan = try history.prunePlan(.before(start.advanced(by: 2 * 86_400_000)), now: start)
    let deleted = try history.prune(plan)
    #expect(deleted.sessions == plan.sessions && deleted.transitions == 100)
    #expect(try history.sessions().map(\.id.rawValue) == ["s4", "s3", "s2"])
    #expect(try count("session_transitions") == 150)
    #expect(try count("session_events") == 9)
    #expect(try count("transition_geometry") == 150)
    #expect(
      try count("session_units")
        == count("(SELECT DISTINCT session, unit FROM session_transitions)"))
    #expect(try count("batches") == 3)
    #expect(try history.timeline(of: SessionID("s2")) == kept)
    #expect(try recorded.store.outsider().foreignKeyCheck() == [])
    #expect(try history.prune(plan) == PruneOutcome())
  }

  @Test func `only a simulation that did not end, and is written no more, gives its name back`()
    throws
  {
    let history = recorded.history
    #expect(throws: StoreError.self) { try history.unfinishedSimulation(SessionID("s2")) }
    try recorded.keep(
      recorded.session("ended", simulated: true), [recorded.transition("u", to: .fetched, at: 1)])
    #expect(throws: StoreError.self) { try history.unfinishedSimulation(SessionID("ended")) }
    #expect(try history.unfinishedSimulation(SessionID("new")) == nil)

    let recorder = TransitionRecorder(
      try recorded.session("left", simulated: true), in: recorded.database, interval: nil)
    recorder.record([recorded.transition("u", to: .fetched, at: 1)])
    try recorder.flush()
    let read = try #require(try history.unfinishedSimulation(SessionID("left")))
    recorder.record([recorded.transition("u", to: .displayed, at: 2)])
    try recorder.flush()
    #expect(try !history.delete(read, at: start))
    let again = try #require(try history.unfinishedSimulation(SessionID("left")))
    #expect(try history.delete(again, at: start))
    #expect(try history.unfinishedSimulation(SessionID("left")) == nil)
    // Who records it yet is told that it is gone.
    recorder.record([recorded.transition("u", to: .unloaded, at: 3)])
    #expect(throws: StoreError.self) { try recorder.flush() }
  }

  @Test func `pruning to a size reaches it, and compacting gives the space back`() throws {
    var random = SeededRandom(seed: 4)
    for number in 0..<40 {
      // Short sessions and long ones: what one takes cannot be told from its transitions alone.
      try recorded.keep(
        recorded.session("more\(number)", after: Int64(number) * 90_000 - 9_000_000),
        recorded.randomTransitions(
          units: 40, count: number % 2 == 0 ? 900 : 5, using: &random))
    }
    func pages(_ name: String) throws -> Int64 {
      try recorded.store.outsider().prepare("PRAGMA \(name)") { try $0.first { $0.int64(0) } } ?? 0
    }
    func used() throws -> Int64 {
      try (pages("page_count") - pages("freelist_count")) * pages("page_size")
    }
    let whole = try used()
    for share: Int64 in [75, 50, 25] {
      let limit = max(whole * share / 100, 700_000)
      try recorded.history.prune(
        recorded.history.prunePlan(.toSize(bytes: limit), now: start.advanced(by: 90_000_000_000)))
      #expect(try used() <= limit)
      #expect(try count("sessions") ?? 0 > 0)
    }
    let before = try pages("page_count")
    #expect(try pages("freelist_count") > 0)
    let freed = try recorded.database.compact()
    let (after, size) = (try pages("page_count"), try pages("page_size"))
    #expect(freed > 0 && freed == (before - after) * size)
    #expect(try pages("freelist_count") == 0)
    #expect(try recorded.store.bytes().count == Int(after * size))
  }

  @Test func `pruning by age keeps what may still run`() throws {
    let running = try TransitionRecorder(
      recorded.session("running", after: -86_400), in: recorded.database)
    running.record([recorded.transition("x", to: .fetched, at: 1)])
    try running.flush()
    let soon = start.advanced(by: -86_400_000 + 1_000)
    let history = recorded.history
    #expect(try history.prunePlan(.before(soon), now: soon).sessions == [])
    let late = try history.prunePlan(.before(soon), now: start)
    #expect(late.sessions.map(\.id.rawValue) == ["running"])
    try running.close()
  }

  @Test func `pruning before a time keeps what ended at that very time`() throws {
    let history = recorded.history
    let last = try #require(try history.sessions().last)
    #expect(last.id.rawValue == "s0")
    func plan(_ time: Timestamp) throws -> [String] {
      try history.prunePlan(.before(time), now: start).sessions.map(\.id.rawValue)
    }
    #expect(try plan(last.lastAt) == [])
    #expect(try plan(last.lastAt.advanced(by: 1)) == ["s0"])
  }

  @Test func `a session that is not closed may still run for an hour after its last sign`() throws {
    let running = try TransitionRecorder(
      recorded.session("running", after: -86_400), in: recorded.database)
    running.record([recorded.transition("x", to: .fetched, at: 1)])
    try running.flush()
    let sign = start.advanced(by: -86_400_000 + 1)
    func plan(_ now: Timestamp) throws -> [String] {
      try recorded.history.prunePlan(.before(start), now: now).sessions.map(\.id.rawValue)
    }
    #expect(try plan(sign.advanced(by: 3_600_000)) == [])
    #expect(try plan(sign.advanced(by: 3_600_001)) == ["running"])
    try running.close()
  }

  @Test func `a file that is exactly as large as it may be is not pruned`() throws {
    let outsider = try recorded.store.outsider()
    func number(_ name: String) throws -> Int64 {
      try outsider.prepare("PRAGMA \(name)") { try $0.first { $0.int64(0) } } ?? 0
    }
    let used = try (number("page_count") - number("freelist_count")) * number("page_size")
    let history = recorded.history
    #expect(try history.prunePlan(.toSize(bytes: used), now: start).sessions == [])
    let plan = try history.prunePlan(.toSize(bytes: used - 1), now: start)
    #expect(plan.sessions.map(\.id.rawValue) == ["s0"])
  }

  @Test func `a session that was written after the plan is left`() throws {
    let history = recorded.history
    let waking = try TransitionRecorder(
      recorded.session("waking", after: -86_400), in: recorded.database)
    waking.record([recorded.transition("x", to: .fetched, at: 1)])
    try waking.flush()
    let plan = try history.prunePlan(.before(start.advanced(by: 86_400_000)), now: start)
    #expect(plan.sessions.map(\.id.rawValue) == ["waking", "s0"])
    waking.record([recorded.transition("x", to: .displayed, at: 2)])
    try waking.flush()
    let deleted = try history.prune(plan)
    #expect(deleted.sessions.map(\.id.rawValue) == ["s0"] && deleted.transitions == 50)
    #expect(try history.timeline(of: SessionID("waking")).entries.count == 2)
    try waking.close()
  }

  @Test func `pruning to a size deletes the oldest first and keeps what may still run`() throws {
    let history = recorded.history
    let running = try TransitionRecorder(
      recorded.session("running", after: -86_400), in: recorded.database)
    running.record([recorded.transition("x", to: .fetched, at: 1)])
    try running.flush()
    let soon = start.advanced(by: -86_400_000 + 1_000)
    let all = try history.prunePlan(.toSize(bytes: 0), now: soon)
    #expect(all.sessions.map(\.id.rawValue) == ["s0", "s1", "s2", "s3", "s4"])
    let part = try history.prunePlan(.toSize(bytes: all.estimatedBytes * 3 / 5), now: soon)
    #expect(part.sessions.map(\.id.rawValue) == ["s0", "s1", "s2"])
    #expect(try history.prunePlan(.toSize(bytes: .max), now: soon).sessions == [])
    let late = try history.prunePlan(.toSize(bytes: 0), now: start.advanced(by: 3_600_000))
    #expect(late.sessions.first?.id.rawValue == "running")
    try running.close()
  }
}
