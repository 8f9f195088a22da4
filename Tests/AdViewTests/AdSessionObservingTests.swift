// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Testing

#if canImport(Observation)
  import Observation
#endif

/// Streams of what a session is, and the time for which it sleeps.
@Suite(.timeLimit(.minutes(60))) struct AdSessionObservingTests {
  private let fixture: SessionFixture
  private let unit = SessionFixture.unit

  init() throws { fixture = try SessionFixture() }

  private func open() async throws -> AdSession {
    try await AdSession.open(
      SessionFixture.page, in: fixture.database, subject: fixture.subject,
      clock: fixture.clock.clock)
  }

  private func place(in session: AdSession) {
    _ = session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)))
    _ = session.handle(
      .place([AdFrame(unit: unit, frame: AdRect(x: 36, y: 100, width: 320, height: 320))]))
  }

  private func all<Value: Sendable>(_ stream: AsyncStream<Value>) async -> [Value] {
    var values: [Value] = []
    for await value in stream { values.append(value) }
    return values
  }

  @Test func `gates come with the one that is there, and once for each change`() async throws {
    defer { fixture.clean() }
    let session = try await open()
    let gates = session.gates()
    _ = session.tick()
    _ = session.tick()
    _ = try session.record(SessionFixture.statement())
    _ = try await session.storeAnswers(within: .seconds(60))
    _ = session.tick()
    _ = session.withdraw()
    try await session.close()
    let told = await all(gates)
    #expect(told.map(\.isOpen).first == false)
    #expect(told.map(\.isOpen).contains(true))
    #expect(told.last?.isOpen == false)
    #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func `states of an ad come with the one that is there, and once for each change`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await open()
    let states = session.states(of: unit)
    _ = try session.record(SessionFixture.statement())
    _ = try await session.storeAnswers(within: .seconds(60))
    place(in: session)
    fixture.clock.advance(by: 67)
    _ = session.tick()
    _ = session.tick()
    try await session.close()
    #expect(await all(states) == [.notLoaded, .fetched, .displayed])
  }

  @Test func `a stream that is cancelled ends, and the session goes on`() async throws {
    defer { fixture.clean() }
    let session = try await open()
    let gates = session.gates()
    let listening = Task { await all(gates) }
    listening.cancel()
    _ = await listening.value
    _ = try session.record(SessionFixture.statement())
    _ = try await session.storeAnswers(within: .seconds(60))
    #expect(session.gate.isOpen)
    try await session.close()
  }

  #if canImport(Observation)
    @Test func `a screen observes gate, states and sizes, and keeps no session`() async throws {
      defer { fixture.clean() }
      guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return }
      var session: AdSession? = try await open()
      let page = ObservedPage(try #require(session), of: [unit])
      #expect(page.gate == .closed(.unanswered) && page.states[unit] == .notLoaded)
      #expect(page.sizes[unit]?.creative.height == 320)
      let changes = PendingChanges()
      withObservationTracking {
        _ = page.gate
      } onChange: {
        changes.note()
      }
      _ = try session?.record(SessionFixture.statement())
      _ = try await session?.storeAnswers(within: .seconds(60))
      #expect(changes.take() && page.gate.isOpen)
      try place(in: #require(session))
      #expect(page.states[unit] == .fetched)
      #expect(
        session?.frame(of: unit) == AdRect(x: 36, y: 100, width: 320, height: 320))
      #expect(!page.isDebugging)
      _ = try InventoryRepository(fixture.database).change(by: "ops", at: ManualClock.start) {
        try $0.setDebugging(true)
      }
      _ = session?.tick()
      #expect(page.isDebugging)
      weak let gone = session
      session = nil
      #expect(gone == nil && page.isOver)
    }
  #endif

  @Test func `a session that shows and waits for nothing wakes nobody`() async throws {
    defer { fixture.clean() }
    let session = try await open()
    #expect(session.nextDeadline == nil)
    _ = try session.record(SessionFixture.statement())
    _ = try await session.storeAnswers(within: .seconds(60))
    _ = session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)))
    // Far below what is seen.
    _ = session.handle(
      .place([AdFrame(unit: unit, frame: AdRect(x: 36, y: 90_000, width: 320, height: 320))]))
    var wakes = 0
    let end = fixture.clock.clock.milliseconds() + 3_600_000
    while let due = session.nextDeadline, due < end {
      fixture.clock.advance(by: max(due - fixture.clock.clock.milliseconds(), 0))
      _ = session.tick()
      wakes += 1
    }
    #expect(wakes <= 2)
    #expect(session.gate.isOpen && session.report.pending == 0)

    // An ad on screen may have to go because of what another process writes.
    place(in: session)
    #expect(session.nextDeadline != nil)
    try await session.close()
  }

  @Test func `a page that is changed in this process is looked at though nobody was due`()
    async throws
  {
    defer { fixture.clean() }
    let changes = PendingChanges()
    let session = try await AdSession.open(
      SessionFixture.page, in: fixture.database, subject: fixture.subject,
      clock: fixture.clock.clock, onChange: { changes.note() })
    _ = changes.take()
    try InventoryRepository(fixture.database).change(by: "app", at: ManualClock.start) {
      try $0.pause(unit)
    }
    #expect(changes.take())
    try await session.close()
  }
}
