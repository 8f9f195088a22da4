// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import Testing

/// A page of ads on which events are told one by one.
@Suite struct LazyLoadingManagerTests {
  static let first = AdUnitID(validated: "ad-1")
  static let second = AdUnitID(validated: "ad-2")
  static let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)

  private var page: LazyLoadingManager

  init() throws { page = try Self.page() }

  private static func page(
    liveViews: Int? = nil, noFill: NoFillBehavior = .collapse, debug: Bool = false
  ) throws -> LazyLoadingManager {
    LazyLoadingManager(try content(liveViews: liveViews, noFill: noFill, debug: debug), seed: 1)
  }

  private static func content(
    liveViews: Int? = nil, noFill: NoFillBehavior = .collapse, debug: Bool = false,
    targeting: [TargetingEntry] = []
  ) throws -> PageContent {
    var options = BundleBuilder.Options()
    options.isDebug = debug
    return PageContent(
      plan: LoadingPlan(
        served: [first, second], loadedAdsLimit: liveViews ?? LoadingPlan.standardLoadedAds),
      units: [PageContent.Unit(InventoryUnit(id: first), targeting: targeting)], noFill: noFill,
      options: options)
  }

  private mutating func show(_ unit: AdUnitID = first, at y: Double = 100, _ time: Int64 = 0) {
    _ = page.handle(.consent(PageConsent(.allowed(Self.permit))), at: time)
    _ = page.handle(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)), at: time)
    _ = page.handle(.place([Self.frame(of: unit, at: y)]), at: time)
  }

  private static func frame(of unit: AdUnitID, at y: Double) -> AdFrame {
    AdFrame(unit: unit, frame: AdRect(x: 35, y: y, width: 320, height: 320))
  }

  /// What came of an event in short: what a session keeps, what the host is to do, and the lines.
  private mutating func tell(_ event: PageEvent, at time: Int64) -> [String] {
    let outcome = page.handle(event, at: time)
    let events: [String] = outcome.events.compactMap { event in
      switch event {
      case .changed(let change):
        "\(change.time) \(change.unit) \(change.from)>\(change.to) \(change.cause)"
      case .became(.viewable, let unit, _): "viewable \(unit)"
      case .told, .became: nil
      }
    }
    let effects: [String] = outcome.effects.compactMap { effect in
      switch effect {
      case .make(let view, let unit, _): "make \(view) \(unit)"
      case .load(let view, _): "load \(view)"
      case .tell, .play, .clip, .scroll, .clearData, .feed: nil
      case .render(let view, _): "render \(view)"
      case .ask(let view, _): "ask \(view)"
      case .silence(let view): "silence \(view)"
      case .drop(let view): "drop \(view)"
      case .resize(let unit, let size, let isAnimated):
        "resize \(unit) \(size.width.formatted)x\(size.height.formatted)"
          + (isAnimated ? " animated" : "")
      case .move(let unit, let frame): "move \(unit) \(frame?.y.formatted ?? "away")"
      }
    }
    return events + effects + outcome.lines.map { _ in "log" }
  }

  private var view: ViewID { get throws { try #require(page.view(of: Self.first)) } }

  @Test
  mutating func `a fetch makes a view and loads it, and a display renders it once it was parsed`()
    throws
  {
    show()
    #expect(page.state(of: Self.first) == .fetched)
    let view = try view
    #expect(tell(.tick, at: 67) == ["67 ad-1 fetched>displayed enteredDisplayZone"])
    #expect(tell(.view(view, .committed), at: 300) == [])
    #expect(tell(.view(view, .parsed), at: 500) == ["render 1"])
    #expect(tell(.view(view, .finished), at: 900) == ["ask 1"])
    #expect(tell(.view(view, .finished), at: 950) == [])
  }

  @Test mutating func `a display that comes after the page renders it at once`() throws {
    show(at: 1_500)
    let view = try view
    #expect(tell(.view(view, .committed), at: 10) == [])
    #expect(tell(.view(view, .finished), at: 20) == ["ask 1"])
    #expect(
      tell(.viewport(AdRect(x: 0, y: 800, width: 390, height: 800)), at: 500)
        == ["500 ad-1 fetched>displayed enteredDisplayZone", "render 1"])
  }

  @Test mutating func `a page that goes elsewhere by itself is rendered anew`() throws {
    show()
    let view = try view
    for time: Int64 in [100, 500] {
      _ = tell(.view(view, .committed), at: time)
      #expect(tell(.view(view, .finished), at: time + 100) == ["ask 1", "render 1"])
    }
  }

  @Test mutating func `visibility is told as soon as the page can be told, and only the latest`()
    throws
  {
    show()
    _ = tell(.tick, at: 67)
    let effects = page.handle(.view(try view, .committed), at: 500).effects
    #expect(effects.count == 1)
    guard case .tell(_, let call) = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(call.script.contains("updateViewability"))
  }

  @Test(arguments: [(InventoryUnit.Media.display, Int64(1_067)), (.video, 2_067)])
  mutating func `video must be seen for longer`(media: InventoryUnit.Media, viewableAt: Int64)
    throws
  {
    var content = try Self.content()
    content.plan.videoUnits = media == .video ? [Self.first] : []
    page = LazyLoadingManager(content, seed: 1)
    show()
    _ = tell(.tick, at: 50)
    _ = tell(.view(try view, .committed), at: 60)
    _ = tell(.view(try view, .rendered(nil)), at: 67)
    #expect(!tell(.tick, at: viewableAt - 1).contains("viewable ad-1"))
    #expect(tell(.tick, at: viewableAt).contains("viewable ad-1"))
  }

  @Test
  mutating func `a lost ad is loaded again after 1, 2 and 4 seconds, then when a minute is over`()
    throws
  {
    show()
    _ = tell(.tick, at: 67)
    var now: Int64 = 100
    var waits: [Int64] = []
    for _ in 0..<4 {
      #expect(
        tell(.view(try view, .terminated), at: now).first?.hasSuffix("processTerminated") == true)
      let lost = now
      while page.state(of: Self.first) != .displayed {
        now = try #require(page.nextDeadline)
        _ = tell(.tick, at: now)
      }
      // Three checks follow the retry: it comes back, is fetched and displayed.
      waits.append((now - lost) / 1_000)
    }
    #expect(waits.prefix(3) == [1, 2, 4])
    #expect(waits[3] >= 50)
  }

  @Test mutating func `a lost ad is loaded again at once when it comes on screen`() throws {
    show(at: 900)
    _ = tell(.view(try view, .failed(.failed)), at: 100)
    _ = tell(.tick, at: 200)
    #expect(page.nextDeadline == 1_100)
    _ = tell(.viewport(AdRect(x: 0, y: 400, width: 390, height: 800)), at: 300)
    #expect(tell(.tick, at: 367) == ["367 ad-1 unloaded>notLoaded reenteredFetchZone"])
    #expect(tell(.tick, at: 434).contains("make 2 ad-1"))
  }

  @Test mutating func `a load that was called off is a loss where nothing came before it`() throws {
    show()
    let view = try view
    _ = tell(.view(view, .committed), at: 5)
    #expect(tell(.view(view, .failed(.cancelled)), at: 10) == [])
    _ = tell(.reload(Self.first), at: 20)
    for time: Int64 in [100, 200, 300] { _ = tell(.tick, at: time) }
    let lost = tell(.view(try self.view, .failed(.cancelled)), at: 310)
    #expect(lost.first == "310 ad-1 displayed>unloaded loadFailed")
  }

  @Test(arguments: NoFillBehavior.allCases)
  mutating func `a slot without an ad is not asked again for half a minute`(
    behavior: NoFillBehavior
  ) throws {
    page = try Self.page(noFill: behavior)
    show()
    _ = tell(.tick, at: 67)
    let view = try view
    _ = tell(.view(view, .committed), at: 100)
    let message: JSONValue = ["type": "noFill", "slotId": "slot", "ts": 1]
    let effects = tell(
      .view(view, .message(handler: "nativeBridge", body: message, isMainFrame: true)), at: 1_000)
    #expect(
      effects == ["1000 ad-1 displayed>unloaded noFill", "drop 1"]
        + (behavior == .collapse ? ["resize ad-1 320x0 animated"] : []))
    #expect(page.nextDeadline == 31_000)
    // A slot that has collapsed is nearby still.
    let height: Double = behavior == .collapse ? 0 : 320
    _ = tell(
      .place([AdFrame(unit: Self.first, frame: AdRect(x: 35, y: 100, width: 320, height: height))]),
      at: 2_000)
    #expect(tell(.tick, at: 31_000) == ["31000 ad-1 unloaded>notLoaded reenteredFetchZone"])
  }

  @Test mutating func `a reported size is clamped, animated, and leaves the label its height`()
    throws
  {
    page = LazyLoadingManager(
      PageContent(units: [
        PageContent.Unit(
          InventoryUnit(
            id: Self.first,
            constraints: try SizeConstraints(
              initial: CreativeSize(width: 320, height: 320), maximumHeight: 400),
            label: try AdLabel(isShown: true)))
      ]), seed: 1)
    show()
    #expect(page.size(of: Self.first).height == 332)
    _ = tell(.tick, at: 67)
    let message: JSONValue = ["type": "adSize", "width": 300, "height": 600]
    #expect(
      tell(
        .view(try view, .message(handler: "nativeBridge", body: message, isMainFrame: true)),
        at: 500)
        == ["resize ad-1 300x412 animated"])
  }

  @Test
  mutating func `the farthest ad out of sight gives its room to one closer by half a viewport`()
    throws
  {
    page = try Self.page(liveViews: 1)
    show(at: 100)
    _ = tell(.place([Self.frame(of: Self.second, at: 1_000)]), at: 200)
    #expect(page.state(of: Self.second) == .notLoaded)
    // Both are as far away: the first keeps its room, also where it is a little farther.
    _ = tell(.viewport(AdRect(x: 0, y: 500, width: 390, height: 400)), at: 400)
    #expect(page.state(of: Self.first).isLoaded)
    #expect(
      tell(.viewport(AdRect(x: 0, y: 760, width: 390, height: 400)), at: 600) == [
        "600 ad-1 displayed>unloaded evicted", "600 ad-2 notLoaded>fetched enteredFetchZone",
        "drop 1", "make 2 ad-2", "load 2",
      ])
  }

  @Test mutating func `a memory warning leaves half of the views`() throws {
    page = try Self.page(liveViews: 2)
    show(at: 100)
    _ = tell(.place([Self.frame(of: Self.second, at: 1_000)]), at: 200)
    #expect(page.liveViews == 2)
    #expect(tell(.memoryWarning, at: 1_000) == ["1000 ad-2 fetched>unloaded evicted", "drop 2"])
    _ = tell(.memoryWarning, at: 1_100)
    #expect(page.liveViews == 1)
  }

  @Test mutating func `consent that runs out closes the gate at its moment, however late the tick`()
    throws
  {
    show(at: 1_500)
    _ = tell(.consent(PageConsent(.allowed(Self.permit), expiresAt: 5_000)), at: 100)
    _ = tell(.tick, at: 200)
    #expect(page.nextDeadline == 5_000)
    #expect(tell(.tick, at: 9_000) == ["5000 ad-1 fetched>unloaded consentExpired", "drop 1"])
  }

  @Test mutating func `a consent that tells pages the same leaves them, another reloads them`()
    throws
  {
    show()
    _ = tell(.tick, at: 100)
    let renewed = LoadPermit(record: ConsentRecordID(2), mode: .personalized)
    #expect(tell(.consent(PageConsent(.allowed(renewed))), at: 500) == [])
    let other = LoadPermit(record: ConsentRecordID(3), mode: .nonPersonalized)
    #expect(
      tell(.consent(PageConsent(.allowed(other))), at: 600)
        == ["600 ad-1 displayed>unloaded consentChanged", "drop 1"])
    _ = tell(.tick, at: 667)
    #expect(tell(.tick, at: 734).contains("make 2 ad-1"))
  }

  @Test
  mutating func `a withdrawal drops every view, also in the background and without a viewport`()
    throws
  {
    for hidden in [PageEvent.app(.background), .viewport(nil)] {
      page = try Self.page()
      show()
      _ = tell(.tick, at: 67)
      _ = tell(hidden, at: 500)
      #expect(
        tell(.consent(PageConsent(.blocked(.withdrawn))), at: 600)
          == ["600 ad-1 displayed>unloaded consentWithdrawn", "drop 1"])
    }
  }

  @Test mutating func `a unit that is paused goes at once, and comes back when it is active again`()
    throws
  {
    show(at: 1_500)
    var content = try Self.content()
    content.plan.withheld = [Self.first]
    #expect(
      tell(.content(content), at: 500) == ["500 ad-1 fetched>unloaded unitPaused", "drop 1"])
    _ = tell(.tick, at: 5_000)
    #expect(page.state(of: Self.first) == .unloaded)
    content.plan.withheld = []
    #expect(
      tell(.content(content), at: 6_000) == ["6000 ad-1 unloaded>notLoaded reenteredFetchZone"])
  }

  @Test mutating func `a unit that is paused loads nowhere, and one that nobody knows is told`()
    throws
  {
    let (paused, mistyped) = (try AdUnitID("paused"), try AdUnitID("ad-l"))
    var content = try Self.content(debug: true)
    content.plan.withheld = [paused, AdUnitID(validated: "elsewhere")]
    page = LazyLoadingManager(content, seed: 1, isRecorded: true)
    #expect(page.start.held == [], "a history need not name what is never placed")
    for event in [
      PageEvent.consent(PageConsent(.allowed(Self.permit))),
      .viewport(AdRect(x: 0, y: 0, width: 390, height: 800)),
      .place([Self.frame(of: paused, at: 100), Self.frame(of: mistyped, at: 500)]),
    ] { _ = page.handle(event, at: 0) }
    #expect(page.state(of: paused) == .notLoaded)
    #expect(page.state(of: mistyped).isLoaded)
    #expect(page.unknownUnits == [mistyped])
    content.plan.withheld = []
    _ = page.handle(.content(content), at: 500)
    #expect(page.state(of: paused).isLoaded)
  }

  @Test mutating func `the debug switch works at once: pages are loaded anew with the panel`()
    throws
  {
    show()
    _ = tell(.tick, at: 100)
    let effects = tell(.content(try Self.content(debug: true)), at: 500)
    #expect(effects.contains("500 ad-1 displayed>unloaded reloaded"))
    _ = tell(.tick, at: 567)
    var bundles: [InjectionBundle] = []
    for effect in page.handle(.tick, at: 700).effects {
      if case .make(_, _, let bundle) = effect { bundles.append(bundle) }
    }
    #expect(bundles.map(\.isDebug) == [true])
  }

  @Test mutating func `the app's own targeting, size and label come on top of the inventory's`()
    throws
  {
    let entry = { (value: String) throws in try TargetingEntry(key: "section", values: [value]) }
    page = LazyLoadingManager(try Self.content(targeting: [entry("home")]), seed: 1)
    let label = try AdLabel(isShown: true, text: "Sponsored")
    let own = AdSlot(
      unit: Self.first,
      targeting: [try entry("sport"), try TargetingEntry(key: "n", values: ["1"])],
      sizes: try SizeOverrides(initialWidth: 300, initialHeight: 250),
      label: try LabelOverrides(isShown: true, text: "Sponsored"))
    #expect(tell(.describe(own), at: 0) == ["resize ad-1 300x262"])
    _ = page.handle(.consent(PageConsent(.allowed(Self.permit))), at: 0)
    _ = page.handle(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)), at: 0)
    var bundles: [InjectionBundle] = []
    for effect in page.handle(.place([Self.frame(of: Self.first, at: 0)]), at: 0).effects {
      if case .make(_, _, let bundle) = effect { bundles.append(bundle) }
    }
    #expect(bundles.first?.targeting.map(\.values) == [["sport"], ["1"]])
    #expect(bundles.first?.unit.label == label)
    #expect(page.label(of: Self.first) == label)
  }

  @Test mutating func `placeholders of a content page place slots, and go with it`() throws {
    _ = page.handle(.consent(PageConsent(.allowed(Self.permit))), at: 0)
    _ = page.handle(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)), at: 0)
    let message =
      #"{"action":"add","id":"ad-1","rect":{"x":0,"y":900,"width":300,"height":250}}"#
    #expect(
      tell(.placeholders(message), at: 10) == [
        "10 ad-1 notLoaded>fetched enteredFetchZone", "move ad-1 900", "make 1 ad-1", "load 1",
      ])
    #expect(
      tell(.contentPageReloaded, at: 20) == ["move ad-1 away"])
    // Its ad stays, and is there where the next document has the same place.
    #expect(page.view(of: Self.first) != nil)
  }

  @Test(arguments: [(500 as Int64, NavigationDecision.openExternally), (1_001, .cancel)])
  mutating func `a click leads out within a second`(delay: Int64, expected: NavigationDecision)
    throws
  {
    show()
    let view = try view
    let request = NavigationRequest(
      target: "https://shop.example/", place: .newWindow, cause: .link, initialURL: nil)
    #expect(page.decide(request, in: view, at: 100) == .cancel)
    _ = tell(.view(view, .clicked), at: 1_000)
    #expect(page.decide(request, in: view, at: 1_000 + delay) == expected)
  }

  @Test mutating func `a redirect leaves if what it answers was clicked, however long ago`() throws
  {
    show()
    let view = try view
    _ = tell(.view(view, .committed), at: 900)
    let redirect = NavigationRequest(
      target: "https://shop.example/", place: .mainFrame, cause: .redirect, initialURL: nil)
    _ = tell(.view(view, .clicked), at: 1_000)
    #expect(page.decide(redirect, in: view, at: 1_100) == .cancel)
    let link = NavigationRequest(
      target: "https://adops.stepdev.dk/click", place: .mainFrame, cause: .link, initialURL: nil)
    #expect(page.decide(link, in: view, at: 1_200) == .allow)
    #expect(page.decide(redirect, in: view, at: 9_000) == .openExternally)
    #expect(page.decide(link, in: view, at: 9_100) == .allow)
    #expect(page.decide(redirect, in: view, at: 9_200) == .cancel)
  }

  @Test
  mutating func
    `a redirect of the template is followed where it leads on the web, which is its place`()
    throws
  {
    show()
    let view = try view
    func request(_ target: String) -> NavigationRequest {
      NavigationRequest(target: target, place: .mainFrame, initialURL: nil)
    }
    #expect(page.decide(request("https://cdn.example/template"), in: view, at: 100) == .allow)
    #expect(page.decide(request("itms-apps://shop.example/"), in: view, at: 100) == .cancel)
    _ = tell(.view(view, .committed), at: 200)
    #expect(page.decide(request("https://cdn.example/next"), in: view, at: 300) == .allow)
    #expect(page.decide(request("https://shop.example/"), in: view, at: 300) == .cancel)
    _ = tell(.view(view, .clicked), at: 1_000)
    #expect(page.decide(request("https://shop.example/"), in: view, at: 1_100) == .openExternally)
  }

  @Test mutating func `a view that was dropped goes nowhere, and what it says changes nothing`()
    throws
  {
    show()
    let view = try view
    _ = tell(.consent(PageConsent(.blocked(.withdrawn))), at: 10)
    #expect(tell(.view(view, .finished), at: 20) == [])
    #expect(page.ignored == [.droppedView: 1])
    let request = NavigationRequest(
      target: "https://adops.stepdev.dk/", place: .mainFrame, gesture: .present, initialURL: nil)
    #expect(page.decide(request, in: view, at: 30) == .cancel)
  }
}
