// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Testing

/// A view's state that opens a page, played as Xcode 26 and as Xcode 27 make it.
@MainActor @Suite struct OpenedOnceTests {
  private struct Refused: Error {}

  @Test(arguments: [true, false])
  func `9, a parent that updates twenty times leaves one session, whichever way state is made`(
    isEager: Bool
  ) async throws {
    let fixture = try SessionFixture()
    defer { fixture.clean() }
    var opened: [AdSession] = []
    func holder() -> OpenedOnce<AdSession> {
      OpenedOnce {
        let session = try AdSession(
          fixture.database, page: SessionFixture.page, subject: fixture.subject,
          clock: fixture.clock.clock)
        opened.append(session)
        return session
      }
    }
    // The first value is the state's; what later updates make is thrown away.
    var state: OpenedOnce<AdSession>?
    for _ in 0..<20 {
      if isEager {
        let made = holder()
        if state == nil { state = made }
      } else if state == nil {
        state = holder()
      }
      var current = try #require(state)
      let session = try current.get().get()
      state = current
      _ = session.handle(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)))
    }
    #expect(opened.count == 1)
    try await opened[0].close()
    #expect(try HistoryRepository(fixture.database).sessions().count <= 1)
  }

  @Test func `9b, twenty pages that an app makes and lets go of leave nothing in the history`()
    async throws
  {
    let fixture = try SessionFixture()
    defer { fixture.clean() }
    for number in 0..<20 {
      let session = try AdSession(
        fixture.database, page: SessionFixture.page, subject: fixture.subject,
        clock: fixture.clock.clock)
      for event in [PageEvent.tick, .app(.background), .app(.foreground), .viewport(nil)] {
        _ = session.handle(event)
      }
      if number.isMultiple(of: 2) { try await session.close() }
    }
    let shown = try await fixture.shown()
    fixture.clock.advance(by: 1_000)
    _ = shown.tick()
    try await shown.close()
    let sessions = try HistoryRepository(fixture.database).sessions().map(\.id)
    #expect(sessions == [shown.id])
  }

  @Test func `what cannot be opened says why each time, and is tried once`() {
    var tries = 0
    var holder = OpenedOnce<Int> {
      tries += 1
      throw Refused()
    }
    for _ in 0..<3 { #expect(throws: Refused.self) { try holder.get().get() } }
    #expect(tries == 1)
  }
}
