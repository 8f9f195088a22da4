// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Testing

@Suite struct AdNewsTests {
  private let fixture: SessionFixture

  init() throws { fixture = try SessionFixture() }

  private final class Listener: AdSessionDelegate {
    var news: [AdNews] = []
    func hear(_ news: AdNews) { self.news.append(news) }
  }

  private func lines(_ news: [AdNews]) -> [String] {
    news.compactMap {
      switch $0 {
      case .changed(let change): "\(change.unit) \(change.to)"
      case .became(.rendered, let unit): "\(unit) rendered"
      case .became(let event, let unit): "\(unit) \(event)"
      case .resized(let unit, let size): "\(unit) \(size.creative.width)x\(size.creative.height)"
      default: nil
      }
    }
  }

  @Test func `an app hears what becomes of its ads, by its delegate and by a stream alike`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    let listener = Listener()
    session.delegate = listener
    let stream = session.news()
    fixture.clock.advance(by: 67)
    _ = session.tick()
    let unit = SessionFixture.unit
    let view = try #require(session.view(of: unit))
    for report in [
      ViewReport.committed, .finished,
      .message(
        handler: "nativeBridge", body: ["type": "adSize", "width": 300, "height": 100],
        isMainFrame: true), .clicked, .left,
    ] {
      _ = session.handle(.view(view, report))
    }
    let expected = [
      "\(unit) displayed", "\(unit) committed", "\(unit) parsed", "\(unit) finished",
      "\(unit) rendered", "\(unit) appeared(afterWaiting: 67)",
      "\(unit) 300.0x100.0", "\(unit) clicked",
    ]
    #expect(lines(listener.news) == expected)
    try await session.close()
    var heard: [AdNews] = []
    for await news in stream { heard.append(news) }
    #expect(lines(heard) == expected)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a stream that is asked for after the end has what stands, and ends`() async throws {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    try await session.close()
    for await news in session.news() { Issue.record("\(news)") }
    var gates: [LoadGate] = []
    for await gate in session.gates() { gates.append(gate) }
    #expect(gates == [session.gate])
  }

  @Test func `a stream ends with a session that nobody closed`() async throws {
    defer { fixture.clean() }
    var session: AdSession? = try await fixture.shown()
    let stream = try #require(session).news()
    session = nil
    var heard = 0
    for await _ in stream { heard += 1 }
    #expect(heard == 0)
  }

  @Test func `a link that a person follows may leave by the schemes that the app names`()
    async throws
  {
    defer { fixture.clean() }
    var options = AdSession.Options()
    options.leavingSchemes = ["ourapp"]
    for (options, expected) in [
      (AdSession.Options(), NavigationDecision.cancel), (options, .openExternally),
    ] {
      let session = try await fixture.shown(options)
      let view = try #require(session.view(of: SessionFixture.unit))
      let request = NavigationRequest(
        target: "ourapp://offer", place: .mainFrame, gesture: .present, initialURL: nil)
      #expect(session.decide(request, in: view) == expected)
    }
  }
}
