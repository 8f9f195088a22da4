// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Foundation
import Testing

/// A page that goes on for another person.
@Suite struct AdSessionSubjectTests {
  private let fixture: SessionFixture
  private let other: SubjectKey

  init() throws {
    fixture = try SessionFixture()
    other = try SubjectKey("user-18")
  }

  /// What the other person answered before, somewhere else.
  private func recordOther(_ choice: ConsentChoice = .enabled) throws {
    try ConsentRepository(fixture.database).set(
      SessionFixture.statement(choice), for: other, at: ManualClock.start)
  }

  private func drops(_ effects: [PageEffect]) -> [ViewID] {
    effects.compactMap { if case .drop(let id) = $0 { id } else { nil } }
  }

  private func makes(_ effects: [PageEffect]) -> [ViewID] {
    effects.compactMap { if case .make(let id, _, _) = $0 { id } else { nil } }
  }

  @Test func `whoever logs in gets ads of their own in the same places, each proven by its person`()
    async throws
  {
    defer { fixture.clean() }
    try recordOther()
    let session = try await fixture.shown()
    let (first, view) = (session.id, try #require(session.view(of: SessionFixture.unit)))
    fixture.clock.advance(by: 1_000)
    var effects = session.change(subject: other)
    #expect(drops(effects) == [view])
    #expect(effects.contains(.clearData))
    fixture.clock.advance(by: 100)
    effects += session.tick()
    let new = try #require(session.view(of: SessionFixture.unit))
    #expect(makes(effects) == [new] && new != view)
    #expect(session.gate == .open(LoadPermit(record: ConsentRecordID(1), mode: .personalized)))
    #expect(session.subject == other && session.id != first)
    let second = session.id
    try await session.close()

    let history = HistoryRepository(fixture.database)
    let sessions = try history.sessions()
    #expect(Set(sessions.map(\.id)) == [first, second])
    #expect(sessions.allSatisfy { $0.isClosed })
    let loads = try history.list(limit: 10).entries.filter { $0.transition.to == .fetched }
    #expect(loads.map(\.session) == [second, first])
    #expect(loads.map(\.transition.permit?.record.rawValue) == [1, 2])
    var faults = 0
    let report = try ConsentRepository(fixture.database).checkLoads { _ in faults += 1 }
    #expect(report.loads == 2)
    #expect(faults == 0)
  }

  @Test func `of somebody who never answered nothing loads, whatever the one before allowed`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    _ = session.change(subject: other)
    fixture.look(session)
    #expect(session.gate == .closed(.unanswered))
    #expect(session.liveViews == 0)
    // What the one before says now is nothing to this session.
    try ConsentRepository(fixture.database).set(
      SessionFixture.statement(), for: fixture.subject, at: ManualClock.start.advanced(by: 1))
    fixture.look(session)
    #expect(session.gate == .closed(.unanswered))
    _ = try session.record(SessionFixture.statement())
    _ = try await session.storeAnswers(within: .seconds(60))
    fixture.look(session)
    #expect(session.state(of: SessionFixture.unit) == .displayed)
  }

  @Test func `who withdraws after a login is the person who logged in`() async throws {
    defer { fixture.clean() }
    try recordOther()
    let session = try await fixture.shown()
    _ = session.change(subject: other)
    fixture.look(session)
    #expect(session.liveViews == 1)
    let consent = ConsentRepository(fixture.database)
    try consent.withdraw(fixture.subject, at: ManualClock.start.advanced(by: 1))
    fixture.look(session)
    #expect(session.liveViews == 1)
    _ = session.withdraw()
    #expect(session.liveViews == 0)
    #expect(session.gate == .closed(.withdrawn))
  }

  @Test func `where the new person's answers cannot be read nothing loads until they can`()
    async throws
  {
    defer { fixture.clean() }
    try recordOther()
    let session = try await fixture.shown()
    await fixture.database.suspend(within: .seconds(60))
    _ = session.change(subject: other)
    #expect(session.gate == .closed(.failed))
    #expect(session.liveViews == 0)
    fixture.database.resume()
    fixture.look(session)
    #expect(session.gate.isOpen)
    #expect(session.liveViews == 1)
  }

  @Test func `a login in the background loads nothing before the app is back`() async throws {
    defer { fixture.clean() }
    try recordOther()
    let session = try await fixture.shown()
    _ = session.suspend()
    _ = session.change(subject: other)
    fixture.clock.advance(by: 1_000)
    #expect(session.liveViews == 0 && !session.gate.isOpen)
    _ = session.resume()
    fixture.look(session)
    #expect(session.gate == .open(LoadPermit(record: ConsentRecordID(1), mode: .personalized)))
    #expect(session.state(of: SessionFixture.unit) == .displayed)
  }

  @Test func `a consent platform that is followed has to tell of the new person first`()
    async throws
  {
    defer { fixture.clean() }
    try recordOther()
    let session = try await fixture.shown()
    let told = try ToldConsent.found(SessionFixture.statement())
    #expect(session.follow(.success([told])).error == nil)
    _ = session.change(subject: other)
    fixture.look(session)
    #expect(session.gate == .closed(.unanswered))
    #expect(session.follow(.success([told])).error == nil)
    fixture.look(session)
    #expect(session.gate.isOpen)
  }

  @Test func `a feed's banners go with the person, and others come under the new one's answer`()
    async throws
  {
    defer { fixture.clean() }
    try recordOther()
    var options = AdSession.Options()
    options.feed = try FeedPlan(unit: AdUnitID("feed-banner"), banners: 1)
    let session = try await fixture.shown(options)
    _ = session.handle(.feed(.banner(0, .received)))
    #expect(session.handle(.feed(.items(10))).contains(.feed(.place(banner: 0, slot: 0))))
    let effects = session.change(subject: other)
    let dropped = try #require(effects.firstIndex(of: .feed(.drop(banner: 0))))
    let loaded = effects.firstIndex {
      if case .feed(.load) = $0 { true } else { false }
    }
    #expect(try dropped < #require(loaded))
    try await session.close()
    let loads = try HistoryRepository(fixture.database).list(limit: 10).entries
      .filter {
        $0.transition.to == .fetched && $0.transition.unit.rawValue.hasPrefix("feed-banner")
      }
      .compactMap { $0.transition.permit?.record.rawValue }
    // The newest first.
    #expect(loads.first == 1 && loads.count > 1 && loads.dropFirst().allSatisfy { $0 == 2 })
  }

  @Test func `the same person again changes nothing, and streams go on for another one`()
    async throws
  {
    defer { fixture.clean() }
    try recordOther(.disabled)
    let session = try await fixture.shown()
    let gates = session.gates()
    let id = session.id
    #expect(drops(session.change(subject: fixture.subject)) == [])
    #expect(session.id == id)
    _ = session.change(subject: other)
    try await session.close()
    var told: [LoadGate] = []
    for await gate in gates { told.append(gate) }
    #expect(
      told
        == [(2, ServingMode.personalized), (1, .limited)].map { record, mode in
          .open(LoadPermit(record: ConsentRecordID(record), mode: mode))
        })
  }
}
