// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Testing

/// What an app's own tests do with the library, without WebKit and without waiting.
@Suite struct SimulatedPageTests {
  private let clock = ManualClock()
  private let units = [AdUnitID].fixture

  private func page(in database: AdDatabase) async throws -> SimulatedPage {
    SimulatedPage(
      try await AdSession.open(.fixture, in: database, subject: .fixture, clock: clock.clock))
  }

  @Test func `who scrolls sees ads come, and each load stands up to the check`() async throws {
    let database = try AdDatabase.fixture()
    let page = try await page(in: database)
    try await page.record(.accepting())
    page.scroll(to: 0)
    page.place(units)
    // Those within 800 points of the screen, and no others.
    #expect(Set(page.views.values.map(\.unit)) == [units[0], units[1]])
    clock.advance(by: 67)
    page.tick()
    page.finishLoading()
    #expect(page.views.values.filter { $0.renders == 1 }.map(\.unit) == [units[0]])
    clock.advance(by: 1_000)
    page.scroll(to: 1_000)
    #expect(page.made == 3)
    try await page.session.close()
    let report = try ConsentRepository(database).checkLoads { Issue.record("\($0)") }
    #expect(report.loads == 3)
  }

  @Test func `who declines gets ads of the limited kind, and who says nothing gets none`()
    async throws
  {
    let page = try await page(in: try AdDatabase.fixture())
    page.scroll(to: 0)
    page.place(units)
    #expect(page.made == 0)
    try await page.record(.declining())
    clock.advance(by: 67)
    page.tick()
    #expect(page.made == 2)
    guard case .open(let permit) = page.session.gate else {
      Issue.record("\(page.session.gate)")
      return
    }
    #expect(permit.mode == .limited)
    try await page.session.close()
  }

  @Test func `what a consent platform says is followed, and what it forgets ends`() async throws {
    let database = try AdDatabase.fixture()
    let page = try await page(in: database)
    let platform = await FakeConsentPlatform(knowing: try .accepting())
    var told: [Result<[ToldConsent], any Error>] = []
    let heard = await MainActor.run { Heard(platform) }
    await platform.forget()
    told = await heard.told
    await heard.end()
    #expect(told.count == 2)
    for told in told {
      let (effects, error) = page.session.follow(told)
      #expect(error == nil)
      page.perform(effects)
      _ = try await page.session.storeAnswers(within: .seconds(60))
    }
    #expect(!page.session.gate.isOpen)
    #expect(try ConsentRepository(database).current(of: .fixture)?.event == .given)
    try await page.session.close()
  }

  /// Hears what a platform tells.
  @MainActor private final class Heard {
    var told: [Result<[ToldConsent], any Error>] = []
    private var observation: ConsentObservation?

    init(_ platform: FakeConsentPlatform) {
      observation = platform.observe { self.told.append($0) }
    }

    func end() { observation = nil }
  }
}
