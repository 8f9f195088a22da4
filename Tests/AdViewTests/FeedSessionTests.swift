// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Foundation
import Testing

/// A feed of an app's own, whose page is joined to a database.
@Suite struct FeedSessionTests {
  private let fixture: SessionFixture

  init() throws { fixture = try SessionFixture() }

  /// A session that is seen, of a page with a feed that keeps one banner ahead.
  private func seen() async throws -> AdSession {
    var options = AdSession.Options()
    options.feed = try FeedPlan(unit: AdUnitID("feed-banner"), banners: 1)
    let session = try await AdSession.open(
      SessionFixture.page, in: fixture.database, subject: fixture.subject, options: options,
      clock: fixture.clock.clock)
    _ = session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)))
    return session
  }

  @Test func `a feed hears within a second what another process says, without an event`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await seen()
    func next() throws -> [PageEffect] {
      let wait = try #require(session.untilDeadline)
      #expect(wait <= 1_000)
      fixture.clock.advance(by: wait)
      return session.tick()
    }
    try fixture.elsewhere {
      try ConsentRepository($0).set(
        SessionFixture.statement(), for: fixture.subject, at: ManualClock.start)
    }
    #expect(try next().contains(.feed(.load(banner: 0))))
    try fixture.elsewhere {
      try ConsentRepository($0).withdraw(fixture.subject, at: ManualClock.start.advanced(by: 1_500))
    }
    #expect(try next().contains(.feed(.drop(banner: 0))))
  }

  @Test func `what the ads of a feed did is in the history, each request with its consent`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await seen()
    _ = session.handle(.feed(.items(10)))
    // The disk may have it before either returns.
    var opened = try session.record(SessionFixture.statement())
    opened += try await session.storeAnswers(within: .seconds(60))
    #expect(opened.contains(.feed(.load(banner: 0))))
    _ = session.handle(.feed(.banner(0, .received)))
    let batch = session.handle(.feed(.items(10)))
    #expect(batch.contains(.feed(.place(banner: 0, slot: 3))))
    _ = session.handle(.feed(.row(3, isOnScreen: true)))
    // A refresh, after two to three minutes.
    var loads: [PageEffect] = []
    while !loads.contains(.feed(.load(banner: 0))) {
      fixture.clock.advance(by: session.untilDeadline ?? 1_000)
      loads = session.tick()
    }
    let withdrawn = session.withdraw()
    #expect(withdrawn.contains(.feed(.drop(banner: 0))))
    try await session.close()
    #expect(session.report.lost == 0)

    let entries = try HistoryRepository(fixture.database).list(limit: 50).entries.reversed()
    let lives = Dictionary(grouping: entries, by: \.transition.unit.rawValue)
      .mapValues { $0.map(\.transition.to) }
    #expect(lives["feed-banner#0"] == [.fetched, .displayed, .unloaded])
    #expect(lives.count >= 3 && lives.values.allSatisfy { $0.last == .unloaded })
    let fetches = entries.filter { $0.transition.to == .fetched }
    #expect(fetches.count == lives.count && fetches.allSatisfy { $0.mode == .personalized })
    // The proof of every load stands.
    let report = try ConsentRepository(fixture.database).checkLoads { _ in }
    #expect(report.loads == fetches.count && report.disallowed == 0)
  }
}
