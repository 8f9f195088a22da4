// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import Testing

/// What is clipped or covered: it is not asked for where nothing could be seen, and never counts as seen.
@Suite struct HiddenSlotTests {
  private static let ad = AdUnitID(validated: "ad")
  private static let frame = AdRect(x: 35, y: 100, width: 320, height: 320)
  private var page = LazyLoadingManager(PageContent(), seed: 1)

  init() {
    let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
    _ = page.handle(.consent(PageConsent(.allowed(permit))), at: 0)
    _ = page.handle(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)), at: 0)
  }

  private mutating func place(at time: Int64) {
    _ = page.handle(.place([AdFrame(unit: Self.ad, frame: Self.frame)]), at: time)
  }

  /// Lets time pass, and says what became of the ad.
  private mutating func run(until end: Int64) -> [AdEvent] {
    var events: [AdEvent] = []
    while let due = page.nextDeadline, due <= end {
      for case .became(let event, _, _) in page.handle(.tick, at: due).events {
        events.append(event)
      }
    }
    return events
  }

  /// Renders the ad.
  private mutating func render(at time: Int64) throws {
    _ = run(until: time)
    let view = try #require(page.view(of: Self.ad))
    for report in [ViewReport.committed, .finished, .rendered(nil)] {
      _ = page.handle(.view(view, report), at: time)
    }
  }

  @Test mutating func `an ad in a closed accordion is asked for as that opens`() {
    _ = page.handle(.parts(Self.ad, []), at: 0)
    place(at: 0)
    _ = run(until: 10_000)
    #expect(page.state(of: Self.ad) == .notLoaded)
    _ = page.handle(.parts(Self.ad, nil), at: 10_000)
    _ = run(until: 11_000)
    #expect(page.state(of: Self.ad) == .displayed)
  }

  @Test mutating func `an ad that was fetched is displayed when something of it could be seen`() {
    _ = page.handle(
      .place([AdFrame(unit: Self.ad, frame: AdRect(x: 35, y: 1_300, width: 320, height: 320))]),
      at: 0)
    _ = page.handle(.parts(Self.ad, []), at: 1_000)
    place(at: 2_000)
    _ = run(until: 10_000)
    #expect(page.state(of: Self.ad) == .fetched)
    _ = page.handle(.parts(Self.ad, [AdRect(x: 0, y: 0, width: 320, height: 9)]), at: 10_000)
    _ = run(until: 11_000)
    #expect(page.state(of: Self.ad) == .displayed)
  }

  @Test(arguments: [(159.0, false), (160, true)])
  mutating func `half of an ad has to be neither clipped nor covered`(
    height: Double, isEnough: Bool
  ) throws {
    place(at: 0)
    _ = page.handle(.parts(Self.ad, [AdRect(x: 0, y: 0, width: 320, height: height)]), at: 0)
    try render(at: 500)
    #expect(run(until: 5_000).contains(.viewable) == isEnough)
  }

  @Test(arguments: Obstruction.Reason.allCases)
  mutating func `what lies over the page covers ads, but for what belongs to them`(
    reason: Obstruction.Reason
  ) throws {
    place(at: 0)
    _ = page.handle(
      .obstructions([Obstruction(AdRect(x: 0, y: 0, width: 390, height: 300), reason)]), at: 0)
    try render(at: 500)
    #expect(run(until: 5_000).contains(.viewable) == reason.isFriendly)
    let geometry = try #require(page.geometry(of: Self.ad))
    #expect(geometry.visibleFraction == (reason.isFriendly ? 1 : 0.375))
    #expect(geometry.obstructions.isEmpty == reason.isFriendly)
    // It stays there as the page scrolls.
    _ = page.handle(.viewport(AdRect(x: 0, y: -250, width: 390, height: 800)), at: 6_000)
    #expect(run(until: 9_000).contains(.viewable) == !reason.isFriendly)
    _ = page.handle(.obstructions([]), at: 10_000)
    #expect(page.geometry(of: Self.ad)?.reasons == [])
  }

  @Test mutating func `the label is no part of what has to be seen`() throws {
    _ = page.handle(
      .describe(AdSlot(unit: Self.ad, label: try LabelOverrides(isShown: true))), at: 0)
    place(at: 0)
    let label = page.size(of: Self.ad).labelHeight
    #expect(label > 0)
    _ = page.handle(.parts(Self.ad, [AdRect(x: 0, y: 0, width: 320, height: label)]), at: 0)
    try render(at: 500)
    #expect(page.geometry(of: Self.ad)?.visibleFraction == 0)
    #expect(run(until: 5_000) == [])
  }

  @Test mutating func `a placeholder tells what of it is to be seen`() {
    let rect = #""rect":{"x":35,"y":100,"width":320,"height":320}"#
    _ = page.handle(
      .placeholders(#"{"action":"add","id":"ad",\#(rect),"visible":[]}"#), at: 0)
    _ = run(until: 1_000)
    #expect(page.state(of: Self.ad) == .notLoaded)
    _ = page.handle(
      .placeholders(#"{"action":"update","id":"ad",\#(rect),"visible":[[35,100,320,80]]}"#),
      at: 1_000)
    _ = run(until: 2_000)
    #expect(page.geometry(of: Self.ad)?.visibleFraction == 0.25)
    _ = page.handle(.placeholders(#"{"action":"update","id":"ad",\#(rect)}"#), at: 3_000)
    #expect(page.geometry(of: Self.ad)?.visibleFraction == 1)
  }

  @Test mutating func `an ad whose row does not exist is loaded as it comes near, and never seen`()
    throws
  {
    _ = page.handle(.expected(Self.ad, true), at: 0)
    _ = page.handle(
      .place([AdFrame(unit: Self.ad, frame: AdRect(x: 35, y: 950, width: 320, height: 320))]),
      at: 0)
    try render(at: 1_000)
    #expect(page.state(of: Self.ad) == .displayed)
    // By the guess it is on the screen now, whichever of the two was told first.
    _ = page.handle(.viewport(AdRect(x: 0, y: 900, width: 390, height: 800)), at: 2_000)
    #expect(page.geometry(of: Self.ad)?.visibleFraction == 0)
    #expect(!run(until: 10_000).contains(.viewable))
    _ = page.handle(.expected(Self.ad, false), at: 10_000)
    #expect(page.geometry(of: Self.ad)?.visibleFraction == 1)
    #expect(run(until: 12_000).contains(.viewable))
  }

  @Test mutating func `one that is said to be on the screen, and of which there is nothing, waits`()
  {
    _ = page.handle(.expected(Self.ad, true), at: 0)
    place(at: 0)
    _ = run(until: 5_000)
    #expect(page.state(of: Self.ad) == .notLoaded)
    _ = page.handle(.expected(Self.ad, false), at: 5_000)
    _ = run(until: 6_000)
    #expect(page.state(of: Self.ad) == .displayed)
  }

  @Test
  mutating func `a page that goes out of sight asks for nothing that was hidden as it was seen`() {
    _ = page.handle(.expected(Self.ad, true), at: 0)
    place(at: 0)
    _ = run(until: 1_000)
    _ = page.handle(.viewport(nil), at: 2_000)
    _ = run(until: 3_000)
    #expect(page.state(of: Self.ad) == .notLoaded)
    _ = page.handle(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)), at: 4_000)
    _ = run(until: 5_000)
    #expect(page.state(of: Self.ad) == .notLoaded)
  }

  @Test
  mutating func `a row that is expected elsewhere now is not shown where it was guessed before`() {
    _ = page.handle(.expected(Self.ad, true), at: 0)
    place(at: 0)
    _ = run(until: 1_000)
    let away = AdFrame(unit: Self.ad, frame: AdRect(x: 35, y: 9_000, width: 320, height: 320))
    _ = page.handle(.place([away]), at: 2_000)
    _ = run(until: 3_000)
    #expect(page.state(of: Self.ad) == .notLoaded)
  }

  @Test mutating func `a placeholder that opens elsewhere is not shown where it was closed`() {
    func change(_ action: String, y: Int, _ more: String = "") -> PageEvent {
      .placeholders(
        #"{"action":"\#(action)","id":"ad","rect":{"x":35,"y":\#(y),"width":320,"height":320}\#(more)}"#
      )
    }
    _ = page.handle(change("add", y: 100, #","visible":[]"#), at: 0)
    _ = run(until: 1_000)
    _ = page.handle(change("update", y: 9_000), at: 2_000)
    _ = run(until: 3_000)
    #expect(page.state(of: Self.ad) == .notLoaded)
    _ = page.handle(change("update", y: 100), at: 4_000)
    _ = run(until: 5_000)
    #expect(page.state(of: Self.ad) == .displayed)
  }

  @Test mutating func `one that the app took away and placed anew is there`() {
    _ = page.handle(.expected(Self.ad, true), at: 0)
    place(at: 0)
    _ = page.handle(.remove(Self.ad), at: 1_000)
    place(at: 2_000)
    _ = run(until: 3_000)
    #expect(page.state(of: Self.ad) == .displayed)
  }

  @Test mutating func `parts that are no numbers are passed over and counted`() {
    place(at: 0)
    _ = run(until: 1_000)
    _ = page.handle(
      .parts(Self.ad, [AdRect(x: 0, y: .nan, width: 320, height: 320)]), at: 1_000)
    #expect(page.ignored[.notFinite] == 1)
    #expect(page.geometry(of: Self.ad)?.visibleFraction == 1)
  }

  @Test
  mutating func `what a host finds covers beside what the app says, but for what that calls clear`()
    throws
  {
    place(at: 0)
    try render(at: 1_000)
    func seen() -> Double? { page.geometry(of: Self.ad)?.visibleFraction }
    let upper = AdRect(x: 0, y: 0, width: 390, height: 260)
    let lower = AdRect(x: 0, y: 260, width: 390, height: 540)
    _ = page.handle(.covers([Obstruction(upper, .bar)]), at: 1_000)
    #expect(seen() == 0.5)
    _ = page.handle(.obstructions([Obstruction(lower, .sheet)]), at: 1_100)
    #expect(seen() == 0)
    _ = page.handle(.covers([]), at: 1_200)
    #expect(seen() == 0.5)
    _ = page.handle(.covers([Obstruction(upper, .overlay)]), at: 1_300)
    _ = page.handle(.obstructions([Obstruction(upper, .invisible)]), at: 1_400)
    #expect(seen() == 1)
    _ = page.handle(
      .covers([Obstruction(AdRect(x: 0, y: 0, width: 390, height: 261), .overlay)]), at: 1_500)
    #expect(seen() ?? 1 < 0.5)
  }
}
