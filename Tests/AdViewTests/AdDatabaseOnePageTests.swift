// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Testing

@Suite struct AdDatabaseOnePageTests {
  @Test func `an app without an inventory shows the units that it places, by its own thresholds`()
    async throws
  {
    let clock = ManualClock()
    let page = PageID(validated: "page")
    let database = try AdDatabase.holding(
      page, thresholds: try LoadingThresholds(fetch: 100, display: 50, unload: 200),
      now: ManualClock.start)
    let person = try SubjectKey("person")
    let session = try AdSession(database, page: page, subject: person, clock: clock.clock)
    _ = try session.record(SessionFixture.statement())
    _ = try await session.storeAnswers(within: .seconds(60))
    _ = session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)))
    let (near, far) = (AdUnitID(validated: "near"), AdUnitID(validated: "far"))
    _ = session.handle(
      .place([
        AdFrame(unit: near, frame: AdRect(x: 0, y: 940, width: 320, height: 320)),
        AdFrame(unit: far, frame: AdRect(x: 0, y: 960, width: 320, height: 320)),
      ]))
    #expect(session.state(of: near) == .fetched && session.state(of: far) == .notLoaded)
    try await session.close()
  }

  @Test func `a session that is made and let go of leaves nothing in the history`() throws {
    let fixture = try SessionFixture()
    defer { fixture.clean() }
    for _ in 0..<20 {
      _ = try AdSession(
        fixture.database, page: SessionFixture.page, subject: fixture.subject,
        clock: fixture.clock.clock)
    }
    let sessions = try HistoryRepository(fixture.database).sessions(limit: 30)
    #expect(sessions.isEmpty)
  }
}
