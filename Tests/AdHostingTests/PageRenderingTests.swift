// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import Testing

/// What becomes of a load between its page and the person: nothing counts that was not drawn.
@Suite struct PageRenderingTests {
  private static let unit = AdUnitID(validated: "ad-1")
  private static let screen = AdRect(x: 0, y: 0, width: 390, height: 800)
  private static let limit = LazyLoadingManager.renderLimit

  private var page = LazyLoadingManager(PageContent(), seed: 1)

  /// Shows an ad, whose slot is displayed after 67 milliseconds.
  private mutating func show(at y: Double = 100) throws -> ViewID {
    let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
    _ = page.handle(.consent(PageConsent(.allowed(permit))), at: 0)
    _ = page.handle(.viewport(Self.screen), at: 0)
    let frame = AdRect(x: 35, y: y, width: 320, height: 320)
    _ = page.handle(.place([AdFrame(unit: Self.unit, frame: frame)]), at: 0)
    _ = page.handle(.tick, at: 67)
    return try #require(page.view(of: Self.unit))
  }

  /// What a session keeps of an event: what became of the ad, and why it was lost.
  private mutating func tell(_ event: PageEvent, at time: Int64) -> [String] {
    page.handle(event, at: time).events.compactMap { event in
      switch event {
      case .became(.rendered(let size), _, let time):
        "\(time) rendered" + (size.map { " \($0.width.formatted)x\($0.height.formatted)" } ?? "")
      case .became(let event, _, let time): "\(time) \(event)"
      case .changed(let change) where change.from.isLoaded && !change.to.isLoaded:
        "\(change.time) \(change.cause)"
      default: nil
      }
    }
  }

  private mutating func report(_ report: ViewReport, of view: ViewID, at time: Int64) -> [String] {
    tell(.view(view, report), at: time)
  }

  private mutating func post(_ body: JSONValue, in view: ViewID, at time: Int64) -> [String] {
    report(.message(handler: "nativeBridge", body: body, isMainFrame: true), of: view, at: time)
  }

  @Test mutating func `an ad that was drawn is there, appears and is seen, each at its time`()
    throws
  {
    let view = try show()
    #expect(report(.committed, of: view, at: 300) == ["300 committed"])
    #expect(post(["type": "parsed"], in: view, at: 400) == ["400 parsed"])
    #expect(post(["type": "tagReady"], in: view, at: 450) == [])
    #expect(
      post(["type": "filled", "slotId": "a", "width": 300, "height": 250], in: view, at: 500)
        == ["500 filled"])
    #expect(report(.finished, of: view, at: 600) == ["600 finished"])
    #expect(
      post(["type": "rendered", "slotId": "a"], in: view, at: 700) == [
        "700 rendered 300x250", "700 appeared(afterWaiting: 700)",
      ])
    #expect(tell(.tick, at: 1_699) == [])
    #expect(tell(.tick, at: 1_700) == ["1700 viewable"])
    #expect(
      post(["type": "impressionViewable", "slotId": "a", "ts": 1], in: view, at: 1_800)
        == ["1800 counted"])
  }

  @Test mutating func `an ad that was there before its place came on screen makes nobody wait`()
    throws
  {
    let view = try show(at: 900)
    _ = report(.committed, of: view, at: 300)
    #expect(report(.rendered(nil), of: view, at: 700) == ["700 rendered"])
    let below = AdRect(x: 0, y: 300, width: 390, height: 800)
    #expect(tell(.viewport(below), at: 5_000) == ["5000 appeared(afterWaiting: 0)"])
  }

  @Test mutating func `only the time for which the empty place was on the screen is waiting`()
    throws
  {
    let view = try show()
    let away = AdRect(x: 0, y: 600, width: 390, height: 800)
    _ = tell(.viewport(away), at: 1_000)
    _ = tell(.viewport(Self.screen), at: 4_000)
    _ = tell(.app(.background), at: 4_500)
    _ = tell(.app(.foreground), at: 6_000)
    _ = report(.committed, of: view, at: 6_100)
    #expect(
      report(.rendered(nil), of: view, at: 6_200)
        == ["6200 rendered", "6200 appeared(afterWaiting: 1700)"])
  }

  @Test(arguments: [[], [ViewReport.committed], [.committed, .parsed], [.committed, .finished]])
  mutating func `whatever a page answered, an ad without a creative is lost at its limit`(
    reports: [ViewReport]
  ) throws {
    let view = try show()
    for (place, each) in reports.enumerated() {
      _ = report(each, of: view, at: 100 + Int64(place))
    }
    _ = tell(.tick, at: 134)
    // From the trigger, and where none came from when it was to be seen.
    let end = (reports.count == 2 ? 101 : 67) + Self.limit
    #expect(page.nextDeadline == end)
    #expect(tell(.tick, at: end - 1) == [])
    #expect(tell(.tick, at: end) == ["\(end) missed(afterWaiting: \(end))", "\(end) notRendered"])
    #expect(page.nextDeadline == 1_000 + end)
    _ = tell(.tick, at: 1_000 + end)
    _ = tell(.tick, at: 1_067 + end)
    #expect(page.state(of: Self.unit) == .fetched)
  }

  @Test
  mutating func `nobody misses an ad whose place nobody saw, or that was seen before it went`()
    throws
  {
    let below = try show(at: 900)
    _ = report(.committed, of: below, at: 300)
    #expect(report(.failed(.failed), of: below, at: 400) == ["400 loadFailed"])
    #expect(page.missed(until: 500) == [])
    _ = tell(.viewport(AdRect(x: 0, y: 300, width: 390, height: 800)), at: 2_000)
    _ = tell(.tick, at: 2_067)
    _ = tell(.tick, at: 2_134)
    let view = try #require(page.view(of: Self.unit))
    let since = try #require(page.missed(until: 3_000).first)
    #expect(since == .became(.missed(afterWaiting: 1_000), Self.unit, at: 3_000))
    _ = report(.committed, of: view, at: 3_000)
    _ = report(.rendered(nil), of: view, at: 3_100)
    #expect(report(.committed, of: view, at: 4_000) == ["4000 committed"])
    #expect(page.missed(until: 9_000) == [])
    #expect(report(.failed(.failed), of: view, at: 9_000) == ["9000 loadFailed"])
  }

  @Test mutating func `time in which nobody sees the page is not held against a creative`() throws {
    _ = try show()
    _ = tell(.app(.background), at: 1_067)
    #expect(tell(.tick, at: 100_000) == [])
    _ = tell(.app(.foreground), at: 100_000)
    _ = tell(.viewport(nil), at: 101_000)
    #expect(tell(.tick, at: 130_000) == [])
    _ = tell(.viewport(Self.screen), at: 130_000)
    let over = 130_000 + Self.limit - 2_000
    #expect(tell(.tick, at: over - 1) == [])
    // In front and seen from 0 to 1,067, from 100,000 to 101,000, and from 130,000 on.
    #expect(
      tell(.tick, at: over) == [
        "\(over) missed(afterWaiting: \(2_067 + over - 130_000))", "\(over) notRendered",
      ])
  }

  @Test mutating func `another document in the view ends the impression, and is waited for anew`()
    throws
  {
    let view = try show()
    _ = report(.committed, of: view, at: 100)
    _ = report(.rendered(nil), of: view, at: 200)
    #expect(tell(.tick, at: 1_200) == ["1200 viewable"])
    #expect(report(.committed, of: view, at: 2_000) == ["2000 committed"])
    #expect(page.nextDeadline == 2_000 + Self.limit)
    #expect(tell(.tick, at: 9_000) == [])
    #expect(
      report(.rendered(nil), of: view, at: 9_500)
        == ["9500 rendered", "9500 appeared(afterWaiting: 7500)"])
    #expect(tell(.tick, at: 10_500) == ["10500 viewable"])
  }

  @Test mutating func `each document that follows in a view is told how visible its ad is`() throws
  {
    let view = try show()
    for time: Int64 in [100, 5_000] {
      let effects = page.handle(.view(view, .committed), at: time).effects
      guard case .tell(view, let call) = effects.last else {
        Issue.record("\(effects)")
        return
      }
      #expect(call.script.contains("visibleFraction: 1"))
    }
  }

  @Test mutating func `a new ad in the same document is another impression`() throws {
    let view = try show()
    _ = report(.committed, of: view, at: 100)
    for time: Int64 in [200, 40_000] {
      _ = report(.rendered(nil), of: view, at: time)
      #expect(tell(.tick, at: time + 1_000) == ["\(time + 1_000) viewable"])
    }
  }

  @Test mutating func `a page tells once of each ad that it is there, and that its tag counts it`()
    throws
  {
    let view = try show()
    _ = report(.committed, of: view, at: 100)
    let kinds = ["rendered", "impressionViewable", "filled", "filled", "rendered"]
    func told(_ heard: [String]) -> [String] {
      heard.filter { !$0.contains("appeared") && !$0.contains("viewable") }
    }
    func postAll(at time: Int64) -> [String] {
      var heard: [String] = []
      for kind in kinds + kinds.reversed() {
        heard += told(post(["type": .string(kind), "slotId": "a", "ts": 1], in: view, at: time))
      }
      return heard
    }
    #expect(
      postAll(at: 200) == [
        "200 rendered", "200 counted", "200 filled", "200 rendered", "200 filled",
        "200 counted", "200 rendered",
      ])
    #expect(page.ignored == [.repeated: 1])
    for _ in 0..<20 {
      #expect(told(post(["type": "rendered", "slotId": "a"], in: view, at: 300)) == [])
      let counted: JSONValue = ["type": "impressionViewable", "slotId": "a", "ts": 1]
      #expect(told(post(counted, in: view, at: 300)) == [])
    }
    #expect(report(.committed, of: view, at: 400) == ["400 committed"])
    #expect(told(post(["type": "rendered", "slotId": "a"], in: view, at: 500)) == ["500 rendered"])
  }

  @Test mutating func `an empty slot is nobody's impression`() throws {
    let view = try show()
    _ = report(.committed, of: view, at: 100)
    #expect(
      post(["type": "noFill", "slotId": "a", "ts": 1], in: view, at: 200)
        == ["200 empty", "200 missed(afterWaiting: 200)", "200 noFill"])
    #expect(tell(.tick, at: 20_000) == [])
  }

  @Test(arguments: [false, true])
  mutating func `a size is word of the creative where the page is complete and has no tag`(
    hasTag: Bool
  ) throws {
    let view = try show()
    _ = report(.committed, of: view, at: 100)
    let size: JSONValue = ["type": "adSize", "width": 300, "height": 250]
    // A tag may be on its way.
    #expect(post(size, in: view, at: 200) == [])
    if hasTag { _ = post(["type": "tagReady"], in: view, at: 250) }
    #expect(
      report(.finished, of: view, at: 300).filter {
        !$0.hasSuffix("finished") && !$0.hasSuffix("parsed")
      }
        == (hasTag ? [] : ["300 rendered 300x250", "300 appeared(afterWaiting: 300)"]))
    // Another size is no other ad.
    #expect(post(size, in: view, at: 400) == [])
  }

  @Test mutating func `the time for a creative begins anew with a document, and not for ever`()
    throws
  {
    let view = try show()
    _ = tell(.tick, at: 67)
    for document: Int64 in 1...4 {
      _ = report(.committed, of: view, at: 10_000 * document)
      _ = report(.parsed, of: view, at: 10_000 * document + 100)
    }
    #expect(tell(.tick, at: 30_099 + Self.limit) == [])
    let end = 30_100 + Self.limit
    #expect(
      tell(.tick, at: end) == ["\(end) missed(afterWaiting: \(end))", "\(end) notRendered"])
  }

  @Test mutating func `what was drawn stays where the rest of its page fails`() throws {
    let view = try show()
    _ = report(.committed, of: view, at: 100)
    _ = report(.rendered(nil), of: view, at: 200)
    #expect(report(.failed(.failed), of: view, at: 300) == [])
    #expect(page.state(of: Self.unit) == .displayed)
  }
}
