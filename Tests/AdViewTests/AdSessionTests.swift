// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Foundation
import Testing

@Suite struct AdSessionTests {
  private let fixture: SessionFixture

  init() throws { fixture = try SessionFixture() }

  @Test func `what another process withdraws drops every view at the next event, whatever it is`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    fixture.clock.advance(by: 10)
    try fixture.elsewhere {
      try ConsentRepository($0).withdraw(fixture.subject, at: ManualClock.start)
    }
    let effects = session.handle(.memoryWarning)
    #expect(effects.contains { if case .drop = $0 { true } else { false } })
    #expect(session.liveViews == 0)
    #expect(session.gate == .closed(.withdrawn))
  }

  @Test func `a check that comes late loads nothing that was withdrawn before it was due`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    fixture.clock.advance(by: 50)
    try fixture.elsewhere {
      try ConsentRepository($0).withdraw(fixture.subject, at: ManualClock.start.advanced(by: 50))
    }
    // The ad was to be displayed after 67 ms.
    fixture.clock.advance(by: 450)
    _ = session.tick()
    _ = session.suspend()
    await fixture.database.suspend(within: .seconds(30))
    fixture.database.resume()
    _ = session.resume()
    let entries = try HistoryRepository(fixture.database).list(limit: 10).entries
    #expect(entries.map(\.transition.to) == [.unloaded, .fetched])
    #expect(entries.first?.at == ManualClock.start.advanced(by: 50))
  }

  @Test func `a page where nothing happens looks by itself after an interval`() async throws {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    try fixture.elsewhere {
      try ConsentRepository($0).withdraw(fixture.subject, at: ManualClock.start)
    }
    fixture.clock.advance(by: 1_000)
    #expect(session.untilDeadline == 0)
    _ = session.tick()
    #expect(session.liveViews == 0)
  }

  @Test func `what this process withdraws is told, and holds at the next call`() async throws {
    defer { fixture.clean() }
    try await confirmation { told in
      let session = try AdSession(
        fixture.database, page: SessionFixture.page, subject: fixture.subject,
        clock: fixture.clock.clock, onChange: { told() })
      try ConsentRepository(fixture.database).set(
        SessionFixture.statement(), for: fixture.subject, at: ManualClock.start)
      _ = session.tick()
      #expect(session.gate == .open(LoadPermit(record: ConsentRecordID(1), mode: .personalized)))
    }
  }

  @Test func `another person's answer changes nothing`() async throws {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    try fixture.elsewhere { other in
      try ConsentRepository(other).set(
        SessionFixture.statement(.disabled), for: SubjectKey("user-18"), at: ManualClock.start)
    }
    fixture.clock.advance(by: 2_000)
    _ = session.tick()
    #expect(session.state(of: SessionFixture.unit) == .displayed)
  }

  @Test func `consent that runs out closes the gate at its moment`() async throws {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    let expiry = try #require(
      ConsentRepository(fixture.database).answer(for: fixture.subject, at: ManualClock.start)
        .expiresAt)
    fixture.clock.advance(by: expiry.milliseconds - ManualClock.start.milliseconds - 1)
    _ = session.tick()
    #expect(session.liveViews == 1)
    fixture.clock.advance(by: 1)
    _ = session.tick()
    #expect(session.gate == .closed(.expired))
    #expect(session.liveViews == 0)
  }

  @Test func `a unit that ad operations pause is unloaded, and active again it comes back`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    for (status, isLoaded) in [(InventoryUnit.Status.paused, false), (.active, true)] {
      try fixture.elsewhere { other in
        try InventoryRepository(other).change(by: "ops", at: ManualClock.start) { edit in
          if status == .paused {
            try edit.pause(SessionFixture.unit)
          } else {
            try edit.activate(SessionFixture.unit)
          }
        }
      }
      for _ in 0..<4 {
        fixture.clock.advance(by: 1_000)
        _ = session.tick()
      }
      #expect(session.state(of: SessionFixture.unit).isLoaded == isLoaded)
    }
  }

  @Test func `the settings of another process hold at the next look: template, names, policy`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    try fixture.elsewhere { other in
      try InventoryRepository(other).change(by: "ops", at: ManualClock.start) { edit in
        try edit.setSettings { settings in
          settings.template = try TemplateURL("https://ads.example/t.html")
          settings.contract.namespace = "ours"
        }
      }
    }
    var bundles: [InjectionBundle] = []
    for _ in 0..<3 {
      fixture.clock.advance(by: 1_000)
      for effect in session.tick() {
        if case .make(_, _, let bundle) = effect { bundles.append(bundle) }
      }
    }
    #expect(bundles.map(\.template.description) == ["https://ads.example/t.html"])
    #expect(bundles.map(\.contract.namespace) == ["ours"])
    #expect(session.settings.contract.namespace == "ours")

    _ = try session.record(SessionFixture.statement(.disabled))
    _ = try await session.storeAnswers(within: .seconds(60))
    #expect(session.gate.isOpen)
    try fixture.elsewhere { other in
      try InventoryRepository(other).change(by: "officer", at: ManualClock.start) { edit in
        try edit.setSettings { $0.gate.policy = .consented }
      }
    }
    fixture.clock.advance(by: 1_000)
    _ = session.tick()
    #expect(session.gate.isOpen == false)
    #expect(session.liveViews == 0)
  }

  @Test func `a session may go by settings of its own, whatever the store says later`() async throws
  {
    defer { fixture.clean() }
    var options = AdSession.Options()
    options.settings = { $0.gate.policy = .consented }
    let session = try AdSession(
      fixture.database, page: SessionFixture.page, subject: fixture.subject, options: options,
      clock: fixture.clock.clock)
    _ = try session.record(SessionFixture.statement(.disabled))
    _ = try await session.storeAnswers(within: .seconds(60))
    #expect(session.gate.isOpen == false)
    try InventoryRepository(fixture.database).change(by: "ops", at: ManualClock.start) { edit in
      try edit.setSettings { $0.liveViews = 2 }
    }
    fixture.clock.advance(by: 1_000)
    _ = session.tick()
    #expect(session.settings.liveViews == 2)
    #expect(session.gate.isOpen == false)
  }

  @Test func `the debug switch of another process works at the next look`() async throws {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    try fixture.elsewhere { other in
      try InventoryRepository(other).change(by: "dev", at: ManualClock.start) { edit in
        try edit.setDebugging(true)
      }
    }
    var bundles: [InjectionBundle] = []
    for _ in 0..<3 {
      fixture.clock.advance(by: 1_000)
      for effect in session.tick() {
        if case .make(_, _, let bundle) = effect { bundles.append(bundle) }
      }
    }
    #expect(bundles.map(\.isDebug) == [true])
  }

  @Test func `a suspended session holds no file, and goes on where it was`() async throws {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    _ = session.suspend()
    await fixture.database.suspend(within: .seconds(30))
    fixture.database.resume()
    #expect(session.nextDeadline == nil)
    // The last connection takes the log away as it closes.
    #expect(!FileManager.default.fileExists(atPath: fixture.path + "-wal"))
    #expect(throws: StoreError.self) {
      try ConsentRepository(fixture.database).withdraw(fixture.subject, at: ManualClock.start)
    }
    _ = session.handle(.viewport(AdRect(x: 0, y: 50, width: 393, height: 852)))
    #expect(session.report.failedBatches == 0)
    try fixture.elsewhere {
      try ConsentRepository($0).withdraw(fixture.subject, at: ManualClock.start)
    }
    #expect(session.liveViews == 1)
    _ = session.resume()
    #expect(session.liveViews == 0)
    #expect(session.gate == .closed(.withdrawn))
  }

  @Test func `what was decided before a sleep is on the disk when it begins`() async throws {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    _ = session.suspend()
    await fixture.database.suspend(within: .seconds(30))
    fixture.database.resume()
    let other = try AdDatabase(path: fixture.path, access: .readOnly)
    let entries = try HistoryRepository(other).list(limit: 10).entries
    #expect(entries.map(\.transition.unit) == [SessionFixture.unit])
    _ = session.resume()
  }

  @Test func `every load of a session stands up to the check, and is dated by the time of day`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    fixture.clock.advance(by: 100)
    _ = session.tick()
    fixture.clock.advance(by: 2_000)
    _ = session.tick()
    try await session.close()
    let entries = try HistoryRepository(fixture.database).list(limit: 10).entries
    #expect(entries.map(\.transition.to) == [.displayed, .fetched])
    #expect(
      entries.allSatisfy {
        ManualClock.start <= $0.at && $0.at <= ManualClock.start.advanced(by: 100)
      })
    let consent = ConsentRepository(fixture.database)
    #expect(try consent.checkLoads { _ in }.loads == 1)
    let summary = try HistoryRepository(fixture.database).sessions().first
    #expect(summary?.id == session.id)
  }

  @Test func `an ad that did not come until its session was closed is missed in the history, once`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    fixture.clock.advance(by: 67)
    _ = session.tick()
    fixture.clock.advance(by: 2_000)
    try await session.close()
    try await session.close()
    let events = try HistoryRepository(fixture.database).timeline(of: session.id).events
    #expect(events.map(\.event) == [.missed(afterWaiting: 2_067)])
    #expect(events.map(\.at) == [ManualClock.start.advanced(by: 2_067)])
    let counted = try HistoryRepository(fixture.database).statistics(by: .session)
    #expect(counted.map(\.statistics.timeMissed) == [2_067])
  }

  @Test func `what a session loads is judged by its own rules, and not by the settings of later`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    fixture.clock.advance(by: 5_000)
    var refusal = try SessionFixture.statement(.disabled)
    refusal.updatedAt = fixture.clock.clock.timeOfDay()
    _ = try session.record(refusal)
    _ = try await session.storeAnswers(within: .seconds(60))
    fixture.clock.advance(by: 5_000)
    _ = session.tick()
    try await session.close()
    let consent = ConsentRepository(fixture.database)
    let later = LoadCheck(gate: ConsentGate(policy: .consented))
    #expect(try consent.checkLoads(by: later) { _ in }.disallowed == 0)
    #expect(try consent.checkLoads(by: later, rules: .given) { _ in }.disallowed == 1)
  }

  @Test
  func `12, a policy's answer, a reply and a load that are under way as it closes change nothing`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    let view = try #require(session.view(of: SessionFixture.unit))
    let request = NavigationRequest(
      target: "https://example.test/", place: .mainFrame, cause: .other, gesture: .unknown,
      initialURL: nil, sourceURL: nil)
    #expect(session.decide(request, in: view) == .allow)
    try await session.close()
    let stored = try HistoryRepository(fixture.database).list(limit: 10).entries.count
    #expect(session.decide(request, in: view) == .cancel && session.nextDeadline == nil)
    for report in [
      ViewReport.committed, .finished, .rendered(nil), .answered("{}"), .failed(.failed),
      .terminated, .clicked,
    ] { #expect(session.handle(.view(view, report)) == []) }
    for event in [PageEvent.memoryWarning, .reload(SessionFixture.unit), .app(.foreground), .tick] {
      #expect(session.handle(event) == [])
    }
    #expect(session.suspend() == [] && session.resume() == [])
    try await session.close()
    #expect(try HistoryRepository(fixture.database).list(limit: 10).entries.count == stored)
  }

  @Test func `a page that the inventory does not have is refused`() throws {
    defer { fixture.clean() }
    #expect(throws: StoreError.self) {
      try AdSession(
        fixture.database, page: PageID("nowhere"), subject: fixture.subject,
        clock: fixture.clock.clock)
    }
  }
}
