// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(60))) struct SessionPresenceTests {
  private let fixture: SessionFixture

  init() throws { fixture = try SessionFixture() }

  /// Waits until whatever was asked of the database is done; suspending is asked for last, and taken back.
  private func settle() async {
    await fixture.database.suspend(within: .seconds(60))
    fixture.database.resume()
  }

  private func isAsleep() -> Bool {
    do {
      _ = try HistoryRepository(fixture.database).list(limit: 1)
      return false
    } catch {
      return (error as? StoreError)?.code == .suspended
    }
  }

  @Test func `pages that slept come back with their ads, in whichever order`() async throws {
    defer { fixture.clean() }
    let pages = [try await fixture.shown(), try await fixture.shown()]
    for page in pages { _ = page.suspend() }
    await settle()
    #expect(isAsleep())
    for page in pages {
      let effects = page.resume()
      #expect(!effects.contains { if case .drop = $0 { true } else { false } })
      #expect(page.gate.isOpen)
    }
    #expect(pages.map(\.liveViews) == [1, 1])
    #expect(pages.map(\.failedReads) == [0, 0])
  }

  @Test func `a window in the background does not put another's ads to sleep`() async throws {
    defer { fixture.clean() }
    let (behind, before) = (try await fixture.shown(), try await fixture.shown())
    _ = behind.suspend()
    _ = behind.suspend()
    await settle()
    fixture.look(before)
    #expect(before.gate.isOpen && before.liveViews == 1)
    _ = before.withdraw()
    _ = try await before.storeAnswers(within: .seconds(60))
    #expect(before.gate == .closed(.withdrawn))
    _ = behind.resume()
    #expect(behind.gate == .closed(.withdrawn))
  }

  @Test func `whoever opens a page after the last one left has the file again`() async throws {
    defer { fixture.clean() }
    var page: AdSession? = try await fixture.shown()
    _ = page?.suspend()
    await settle()
    #expect(isAsleep())
    page = nil
    #expect(isAsleep(), "nobody came back")
    let next = try await AdSession.open(
      SessionFixture.page, in: fixture.database, subject: fixture.subject,
      clock: fixture.clock.clock)
    _ = next.tick()
    #expect(next.gate.isOpen)
    #expect(!isAsleep())
  }

  @Test func `an app that comes back without its pages says so itself`() async throws {
    defer { fixture.clean() }
    var page: AdSession? = try await fixture.shown()
    _ = page?.suspend()
    page = nil
    await settle()
    #expect(isAsleep())
    fixture.database.resume()
    #expect(!isAsleep())
  }

  @Test func `a page that is closed in front takes the file from nobody`() async throws {
    defer { fixture.clean() }
    let (behind, before) = (try await fixture.shown(), try await fixture.shown())
    _ = behind.suspend()
    try await before.close()
    await settle()
    #expect(!isAsleep())
  }
}
