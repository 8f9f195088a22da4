// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import Testing

/// What an ad posts, against the page that it is in.
@Suite struct HostilePageTests {
  private static let unit = AdUnitID(validated: "ad-1")
  private static let other = AdUnitID(validated: "ad-2")

  private var page = LazyLoadingManager(PageContent(), seed: 1)
  private var view: ViewID

  init() throws {
    let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
    _ = page.handle(.consent(PageConsent(.allowed(permit))), at: 0)
    _ = page.handle(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)), at: 0)
    _ = page.handle(
      .place([
        AdFrame(unit: Self.unit, frame: AdRect(x: 35, y: 100, width: 320, height: 320)),
        AdFrame(unit: Self.other, frame: AdRect(x: 35, y: 440, width: 320, height: 320)),
      ]), at: 0)
    _ = page.handle(.tick, at: 67)
    view = try #require(page.view(of: Self.unit))
    // An ad that is never there is lost, which is another matter.
    for unit in [Self.unit, Self.other] {
      let view = try #require(page.view(of: unit))
      _ = page.handle(.view(view, .committed), at: 70)
      _ = page.handle(.view(view, .rendered(nil)), at: 80)
    }
    _ = page.handle(.tick, at: 90)
  }

  /// What is done to slots and to who listens, beside what pages are told.
  private static func deeds(_ outcome: LazyLoadingManager.Outcome) -> [PageEffect] {
    outcome.effects.filter { effect in
      switch effect {
      case .tell: false
      default: true
      }
    }
  }

  @discardableResult private mutating func post(
    _ body: JSONValue, isMainFrame: Bool = true, at time: Int64 = 100
  ) -> LazyLoadingManager.Outcome {
    page.handle(
      .view(view, .message(handler: "nativeBridge", body: body, isMainFrame: isMainFrame)),
      at: time)
  }

  private static func size(_ width: Double, _ height: Double) -> JSONValue {
    ["type": "adSize", "width": .double(width), "height": .double(height)]
  }

  @Test(
    arguments: [
      ["type": "noFill", "slotId": "a", "ts": 1], ["type": "adSize", "width": 10, "height": 10],
      ["type": "impressionViewable", "slotId": "a", "ts": 1], ["type": "rendered", "slotId": "a"],
      ["type": "filled", "slotId": "a"], ["type": "parsed"], ["type": "tagReady"],
    ] as [JSONValue])
  mutating func `what a frame of the ad says for its page changes nothing and is counted`(
    body: JSONValue
  ) {
    let outcome = post(body, isMainFrame: false)
    #expect(outcome.effects.isEmpty && outcome.events.isEmpty)
    #expect(page.ignored == [.otherFrame: 1])
    // Nobody hears of a tag; all else that the page itself says has something come of it.
    let heard = post(body)
    #expect(!heard.effects.isEmpty || !heard.events.isEmpty || body == ["type": "tagReady"])
  }

  @Test mutating func `of placeholders that came and went nothing is kept that nobody knows`() {
    for number in 0..<100 {
      for change in [
        #"{"action":"add","id":"p\#(number)","rect":{"x":0,"y":\#(90 * number),"width":9,"height":9}}"#,
        #"{"action":"remove","id":"p\#(number)"}"#,
      ] {
        _ = page.handle(.placeholders(change), at: 100)
      }
    }
    _ = page.handle(.consent(PageConsent(.blocked(.withdrawn))), at: 200)
    #expect(page.unknownUnits == [Self.unit, Self.other])
  }

  @Test mutating func `what a page asks counts like what it posts`() {
    var effects: [PageEffect] = []
    for _ in 0..<400 { effects += page.handle(.view(view, .asked), at: 100).effects }
    #expect(effects == [.silence(view)])
    #expect(page.ignored[.silencedView] == 100)
  }

  @Test mutating func `at most two sizes a second are taken, and the newest of those that wait`() {
    #expect(Self.deeds(post(Self.size(300, 100), at: 100)).count == 1)
    #expect(Self.deeds(post(Self.size(300, 110), at: 130)).count == 1)
    for height in 0..<30 {
      #expect(Self.deeds(post(Self.size(300, Double(200 + height)), at: 160)).isEmpty)
    }
    #expect(page.size(of: Self.unit).height == 110)
    #expect(page.nextDeadline.map { $0 <= 1_100 } == true)
    _ = page.handle(.tick, at: 1_099)
    #expect(page.size(of: Self.unit).height == 110)
    _ = page.handle(.tick, at: 1_100)
    #expect(page.size(of: Self.unit).height == 229)
  }

  @Test mutating func `a document has twenty sizes taken, and the next one has as many`() {
    for load in 0..<2 {
      let start = Int64(load) * 100_000
      _ = page.handle(.view(view, .committed), at: start + 100)
      _ = page.handle(.view(view, .finished), at: start + 150)
      for number in 0..<25 {
        post(Self.size(300, Double(100 + number)), at: start + 200 + Int64(number) * 1_000)
      }
      #expect(page.size(of: Self.unit).height == 119)
      #expect(page.ignored[.tooManySizes] == 5 * (load + 1))
    }
  }

  @Test(arguments: [(nil as Double?, 800.0), (900, 900), (300, 300)])
  mutating func `an ad is no larger than the screen unless its unit says so`(
    maximum: Double?, height: Double
  ) throws {
    let unit = InventoryUnit(
      id: Self.unit,
      constraints: try SizeConstraints(
        initial: CreativeSize(width: 300, height: 250), maximumHeight: maximum))
    page = LazyLoadingManager(PageContent(units: [PageContent.Unit(unit)]), seed: 1)
    let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
    _ = page.handle(.consent(PageConsent(.allowed(permit))), at: 0)
    _ = page.handle(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)), at: 0)
    _ = page.handle(
      .place([AdFrame(unit: Self.unit, frame: AdRect(x: 0, y: 0, width: 300, height: 250))]), at: 0)
    view = try #require(page.view(of: Self.unit))
    post(Self.size(9_999, 9_999))
    #expect(page.size(of: Self.unit).creative == CreativeSize(width: 390, height: height))
  }

  @Test mutating func `a view that floods is heard no more, once, and the history says so`() throws
  {
    var silenced: [Int64] = []
    for number in 0..<1_000 {
      let outcome = post(
        ["type": "console", "message": "x"], isMainFrame: number % 2 == 0, at: 200)
      if Self.deeds(outcome) == [.silence(view)] {
        silenced.append(Int64(number))
        #expect(outcome.events == [.became(.silenced, Self.unit, at: 200)])
      } else {
        #expect(Self.deeds(outcome).isEmpty)
      }
    }
    #expect(silenced == [300])
    #expect(page.ignored[.silencedView] == 700)
    // What it says afterwards is nothing, whoever says it, and its neighbour is as it was.
    #expect(Self.deeds(post(Self.size(300, 100), at: 90_000)).isEmpty)
    let neighbour = try #require(page.view(of: Self.other))
    _ = page.handle(.view(neighbour, .committed), at: 90_000)
    let outcome = page.handle(
      .view(
        neighbour,
        .message(handler: "nativeBridge", body: ["type": "parsed"], isMainFrame: true)), at: 90_001)
    #expect(!outcome.events.isEmpty)
  }

  @Test mutating func `a page that posts thirty messages a second is heard for ever`() {
    for number in 0..<3_000 {
      let time = 200 + Int64(number) * 1_000 / 30 + 1
      #expect(Self.deeds(post(["type": "console", "message": "x"], at: time)).isEmpty)
    }
    #expect(page.ignored.isEmpty)
  }

  @Test mutating func `the third message beyond the limits is the last that is heard`() {
    var effects: [[PageEffect]] = []
    for time: Int64 in [1_000, 60_000, 120_000, 180_000] {
      effects.append(page.handle(.view(view, .excessiveMessage), at: time).effects)
    }
    #expect(effects.map { $0.contains(.silence(view)) } == [false, false, true, false])
    #expect(page.ignored == [.badMessage: 2, .silencedView: 2])
  }

  @Test mutating func `a click leads out once`() throws {
    _ = page.handle(.view(view, .clicked), at: 1_000)
    func decide(_ target: String, at time: Int64) -> NavigationDecision {
      page.decide(
        NavigationRequest(target: target, place: .newWindow, cause: .link, initialURL: nil),
        in: view, at: time)
    }
    #expect(decide("javascript:1", at: 1_010) == .cancel)
    #expect(decide("https://shop.example/", at: 1_020) == .openExternally)
    #expect(decide("https://shop.example/", at: 1_030) == .cancel)
    _ = page.handle(.view(view, .clicked), at: 2_000)
    #expect(decide("", at: 2_010) == .openPopup)
    #expect(decide("", at: 2_020) == .cancel)
  }

  @Test mutating func `a link that was opened outside is a click of the ad, in the history`() {
    let outcome = page.handle(.view(view, .left), at: 1_000)
    #expect(outcome.events.contains(.became(.clicked, Self.unit, at: 1_000)))
    // A click that leads nowhere is none.
    let click = page.handle(.view(view, .clicked), at: 1_500)
    #expect(
      click.events.allSatisfy { if case .became(.clicked, _, _) = $0 { false } else { true } })
  }

  @Test mutating func `media play while something of the ad is on the screen of an app in front`() {
    func plays(_ event: PageEvent, at time: Int64) -> [Bool] {
      page.handle(event, at: time).effects.compactMap { effect in
        if case .play(self.view, let isPlaying) = effect { isPlaying } else { nil }
      }
    }
    func viewport(_ y: Double) -> PageEvent {
      .viewport(AdRect(x: 0, y: y, width: 390, height: 800))
    }
    #expect(plays(viewport(419), at: 1_000) == [])
    #expect(plays(viewport(420), at: 1_100) == [false])
    #expect(plays(viewport(430), at: 1_200) == [])
    #expect(plays(viewport(0), at: 1_300) == [true])
    #expect(plays(.app(.background), at: 1_400) == [false])
    #expect(plays(.app(.foreground), at: 1_500) == [true])
    #expect(plays(.viewport(nil), at: 1_600) == [false])
  }
}
