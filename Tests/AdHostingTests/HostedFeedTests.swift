// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdLayout
import AdLoading
import AdModel
import TestSupport
import Testing

/// What the ads of a page's own feed do, and what the history knows of them.
@Suite struct HostedFeedTests {
  private static let unit = AdUnitID(validated: "feed")
  private static let screen = AdRect(x: 0, y: 0, width: 390, height: 800)
  private static let permit = LoadPermit(record: ConsentRecordID(7), mode: .personalized)
  private static let hour: Int64 = 3_600_000

  private var page: LazyLoadingManager
  private var shown: [FeedEffect] = []
  private var kept: [RecordedEvent] = []

  /// A page with two banners ahead, that is seen; nobody has answered yet.
  init() throws {
    page = LazyLoadingManager(
      PageContent(), feed: try FeedPlan(unit: Self.unit, banners: 2), seed: 1)
    tell(.viewport(Self.screen), at: 0)
  }

  private mutating func tell(_ event: PageEvent, at time: Int64) {
    let outcome = page.handle(event, at: time)
    shown = outcome.effects.compactMap { if case .feed(let effect) = $0 { effect } else { nil } }
    kept = outcome.events
  }

  /// Passes time as a host does, at each deadline; everything that comes of it.
  private mutating func pass(to end: Int64) -> (effects: [FeedEffect], events: [RecordedEvent]) {
    var all: (effects: [FeedEffect], events: [RecordedEvent]) = ([], [])
    while let due = page.nextDeadline, due <= end {
      tell(.tick, at: due)
      all.effects += shown
      all.events += kept
    }
    return all
  }

  private mutating func allow(
    _ permit: LoadPermit = permit, until expiry: Int64? = nil, at time: Int64
  ) {
    var consent = PageConsent(.allowed(permit))
    consent.expiresAt = expiry
    tell(.consent(consent), at: time)
  }

  /// The moves among what was kept, as one reads them.
  private static func moves(_ events: [RecordedEvent]) -> [String] {
    events.compactMap { event in
      switch event {
      case .changed(let change): "\(change.unit.rawValue) \(change.to) \(change.cause)"
      case .became(let what, let unit, _): "\(unit.rawValue) \(what)"
      case .told: nil
      }
    }
  }

  @Test mutating func `nothing is asked for before consent, and everything with its permit`() {
    tell(.feed(.items(10)), at: 0)
    #expect(shown == [.append((0..<10).map { .item($0) })])
    allow(at: 100)
    #expect(shown == [.load(banner: 0), .load(banner: 1)])
    let loads = kept.compactMap { event -> LoadTransition? in
      if case .changed(let change) = event { change } else { nil }
    }
    #expect(loads.map(\.unit.rawValue) == ["feed#0", "feed#1"])
    #expect(loads.allSatisfy { $0.to == .fetched && $0.permit == Self.permit && $0.time == 100 })
  }

  @Test mutating func `a batch has ads where the page's pattern has them, as far as there are any`()
  {
    allow(at: 0)
    tell(.feed(.items(10)), at: 10)
    guard case .append(let entries)? = shown.first else {
      Issue.record("no entries")
      return
    }
    #expect(entries.count == 12)
    #expect(entries[4] == .ad(0) && entries[6] == .ad(1))
    #expect(
      shown.contains(.place(banner: 0, slot: 0)) && shown.contains(.place(banner: 1, slot: 1)))
    // Those that were given are replaced ahead of the next batch.
    #expect(shown.contains(.load(banner: 2)) && shown.contains(.load(banner: 3)))
  }

  @Test mutating func `a batch that comes while nobody sees the page asks for no ad`() {
    allow(at: 0)
    tell(.app(.background), at: 5)
    tell(.feed(.items(10)), at: 10)
    #expect(shown == [.append((0..<10).map { .item($0) })])
    #expect(kept.isEmpty)
  }

  @Test mutating func `an ad's life is in the history, with what its place waited for it`() {
    allow(at: 0)
    tell(.feed(.items(10)), at: 0)
    tell(.feed(.row(0, isOnScreen: true)), at: 1_000)
    #expect(kept.isEmpty)
    tell(.feed(.banner(0, .received)), at: 1_400)
    #expect(
      Self.moves(kept) == [
        "feed#0 filled", "feed#0 displayed enteredDisplayZone", "feed#0 rendered(nil)",
        "feed#0 appeared(afterWaiting: 400)",
      ])
    tell(.feed(.banner(0, .impression)), at: 1_500)
    #expect(Self.moves(kept) == ["feed#0 counted"])
    tell(.feed(.banner(0, .impression)), at: 1_600)
    #expect(kept.isEmpty)
    tell(.feed(.banner(0, .clicked)), at: 1_700)
    #expect(Self.moves(kept) == ["feed#0 clicked"])
    tell(.feed(.removed(0)), at: 1_800)
    #expect(shown == [.drop(banner: 0)])
    #expect(Self.moves(kept) == ["feed#0 unloaded leftUnloadZone"])
  }

  @Test mutating func `while nobody sees the page no ad is on show, and none is missed`() {
    allow(at: 0)
    tell(.feed(.items(10)), at: 0)
    tell(.feed(.row(0, isOnScreen: true)), at: 1_000)
    tell(.app(.background), at: 1_300)
    tell(.feed(.banner(0, .received)), at: 2_000)
    #expect(Self.moves(kept) == ["feed#0 filled"])
    tell(.feed(.row(1, isOnScreen: true)), at: 2_100)
    tell(.app(.foreground), at: 3_600_000)
    #expect(
      Self.moves(kept) == [
        "feed#0 displayed enteredDisplayZone", "feed#0 rendered(nil)",
        "feed#0 appeared(afterWaiting: 300)",
      ])
    tell(.feed(.banner(1, .received)), at: 3_600_500)
    #expect(Self.moves(kept).last == "feed#1 appeared(afterWaiting: 500)")
  }

  @Test mutating func `what was due before a withdrawal and comes late asks for nothing`() {
    allow(at: 0)
    tell(.feed(.items(10)), at: 0)
    tell(.feed(.row(0, isOnScreen: true)), at: 0)
    tell(.feed(.banner(0, .received)), at: 100)
    let late = Self.hour
    tell(.consent(PageConsent(.blocked(.withdrawn))), at: late)
    #expect(shown == (0..<4).map { .drop(banner: $0) })
    let moves = Self.moves(kept)
    #expect(moves.count == 4 && moves.allSatisfy { $0.hasSuffix("unloaded consentWithdrawn") })
  }

  @Test mutating func `a feed with ads, or one that waits for consent, is worth a look`() {
    #expect(page.isShown && !page.hasAds)
    allow(at: 0)
    #expect(page.hasAds)
    tell(.consent(PageConsent(.blocked(.withdrawn))), at: 10)
    #expect(!page.hasAds)
  }

  @Test mutating func `an ad that was there before its row waited for nothing`() {
    allow(at: 0)
    tell(.feed(.banner(0, .received)), at: 100)
    #expect(Self.moves(kept) == ["feed#0 filled"])
    tell(.feed(.items(10)), at: 200)
    tell(.feed(.row(0, isOnScreen: true)), at: 300)
    #expect(Self.moves(kept) == ["feed#0 appeared(afterWaiting: 0)"])
    tell(.feed(.row(0, isOnScreen: false)), at: 400)
    tell(.feed(.row(0, isOnScreen: true)), at: 500)
    #expect(kept.isEmpty)
  }

  @Test mutating func `a refresh is a load of its own, under the consent that holds then`() {
    allow(at: 0)
    tell(.feed(.items(10)), at: 0)
    tell(.feed(.row(0, isOnScreen: true)), at: 0)
    tell(.feed(.banner(0, .received)), at: 100)
    let renewed = LoadPermit(record: ConsentRecordID(8), mode: .personalized)
    allow(renewed, at: 200)
    var request: LoadTransition?
    while request == nil, let due = page.nextDeadline {
      tell(.tick, at: due)
      guard shown.contains(.load(banner: 0)) else { continue }
      for case .changed(let change) in kept where change.to == .fetched { request = change }
    }
    #expect(request?.permit == renewed)
    let (name, asked) = (request?.unit.rawValue ?? "", request?.time ?? 0)
    #expect(asked >= 120_100)
    // The ad before is shown until the new one is there.
    tell(.feed(.banner(0, .received)), at: asked + 100)
    #expect(
      Self.moves(kept) == [
        "feed#0 unloaded reloaded", "\(name) filled", "\(name) displayed enteredDisplayZone",
        "\(name) rendered(nil)", "\(name) appeared(afterWaiting: 0)",
      ])
  }

  @Test mutating func `an ad that the SDK asked for by itself is a load, too`() {
    allow(at: 0)
    tell(.feed(.items(10)), at: 0)
    tell(.feed(.banner(0, .received)), at: 100)
    tell(.feed(.banner(0, .received)), at: 60_000)
    #expect(
      Self.moves(kept) == [
        "feed#4 fetched enteredFetchZone", "feed#0 unloaded reloaded", "feed#4 filled",
        "feed#4 displayed enteredDisplayZone", "feed#4 rendered(nil)",
      ])
  }

  @Test mutating func `a request without an ad is a load that failed`() {
    allow(at: 0)
    tell(.feed(.banner(0, .failed)), at: 100)
    #expect(Self.moves(kept) == ["feed#0 unloaded loadFailed"])
    #expect(shown == [.changed(banner: 0, .failed)])
    let passed = pass(to: 50_000)
    #expect(Self.moves(passed.events).contains("feed#2 fetched enteredFetchZone"))
  }

  @Test(arguments: [
    (PageConsent(.blocked(.withdrawn)), "consentWithdrawn"),
    (PageConsent(closing: .failed), "consentChanged"),
    (PageConsent(closing: .pageRemoved), "unitPaused"),
  ])
  mutating func `a gate that closes empties the feed at once, until it opens`(
    closed: PageConsent, cause: String
  ) {
    allow(at: 0)
    tell(.feed(.items(10)), at: 0)
    tell(.feed(.row(0, isOnScreen: true)), at: 0)
    tell(.feed(.banner(0, .received)), at: 100)
    tell(.consent(closed), at: 200)
    #expect(shown == (0..<4).map { .drop(banner: $0) })
    #expect(Self.moves(kept).filter { $0.hasSuffix("unloaded \(cause)") }.count == 4)
    #expect(page.nextDeadline == nil)
    // What is on screen gets a new one as soon as it may; the other place when it comes on screen.
    allow(at: 300)
    #expect(
      shown.contains(.place(banner: 4, slot: 0)) && !shown.contains(.place(banner: 5, slot: 1)))
    tell(.feed(.row(1, isOnScreen: true)), at: 400)
    #expect(shown.contains(.place(banner: 5, slot: 1)))
  }

  @Test mutating func `consent that runs out empties the feed in time, by the page's own deadline`()
  {
    allow(until: 50_000, at: 0)
    tell(.feed(.items(10)), at: 0)
    let passed = pass(to: 60_000)
    #expect(Self.moves(passed.events).filter { $0.hasSuffix("unloaded consentExpired") }.count > 1)
    #expect(
      !passed.events.contains { event in
        if case .changed(let change) = event {
          change.to == .fetched && change.time >= 50_000
        } else {
          false
        }
      })
  }

  @Test mutating func `a consent that changes what ads are told loads them anew`() {
    allow(at: 0)
    tell(.feed(.items(10)), at: 0)
    tell(.feed(.row(0, isOnScreen: true)), at: 0)
    allow(LoadPermit(record: ConsentRecordID(9), mode: .limited), at: 100)
    #expect(shown.prefix(4) == (0..<4).map { FeedEffect.drop(banner: $0) }[...])
    #expect(shown.contains(.place(banner: 4, slot: 0)))
  }

  @Test
  mutating func `nothing is asked for while nobody sees the page, and at once when somebody does`()
  {
    allow(at: 0)
    tell(.feed(.items(10)), at: 0)
    tell(.feed(.banner(0, .received)), at: 100)
    tell(.app(.background), at: 200)
    #expect(page.nextDeadline == nil)
    tell(.tick, at: 2 * Self.hour)
    #expect(shown.isEmpty)
    tell(.app(.foreground), at: 3 * Self.hour)
    let passed = shown + pass(to: 3 * Self.hour).effects
    // The ad is too old to be shown, and a new one is asked for.
    #expect(passed.contains(.load(banner: 0)))
  }

  @Test mutating func `a unit that the inventory pauses goes from the feed`() throws {
    allow(at: 0)
    tell(.feed(.items(10)), at: 0)
    var paused = PageContent()
    paused.plan.withheld = [Self.unit]
    tell(.content(paused), at: 100)
    #expect(shown == (0..<4).map { .drop(banner: $0) })
    #expect(Self.moves(kept).allSatisfy { $0.hasSuffix("unloaded unitPaused") })
    tell(.content(PageContent()), at: 200)
    #expect(shown.contains(.load(banner: 4)))
  }

  @Test mutating func `another pattern holds for what comes, and no place is counted twice`() throws
  {
    allow(at: 0)
    tell(.feed(.items(10)), at: 0)
    tell(.content(PageContent(feedPattern: try FeedPattern(adsAt: [1], every: 2))), at: 10)
    tell(.feed(.items(2)), at: 20)
    guard case .append(let entries)? = shown.first else {
      Issue.record("no entries")
      return
    }
    let ads = entries.compactMap { if case .ad(let slot) = $0 { slot } else { nil } }
    #expect(ads == [3, 4] || ads == [2, 3], "\(entries)")
    #expect(Set(ads).isDisjoint(with: [0, 1]))
  }

  @Test func `what is said of a feed on a page without one is counted`() {
    var page = LazyLoadingManager(PageContent(), seed: 1)
    #expect(page.handle(.feed(.items(3)), at: 0).effects.isEmpty)
    #expect(page.ignored == [.noFeed: 1])
  }

  @Test func `whatever happens, every load in the history begins under a permit and ends once`() {
    Fuzz.forEachSeed(200) { seed, random in
      guard let plan = try? FeedPlan(unit: Self.unit, banners: random.int(1...4)) else { return }
      var page = LazyLoadingManager(PageContent(), feed: plan, seed: seed)
      var states: [AdUnitID: LoadState] = [:]
      var open: LoadPermit?
      var banners = 0
      var places = 0
      func follow(_ outcome: LazyLoadingManager.Outcome) {
        for event in outcome.events {
          guard case .changed(let change) = event else { continue }
          #expect(change.from == states[change.unit] ?? .notLoaded, "seed \(seed)")
          states[change.unit] = change.to
          if change.to == .fetched { #expect(change.permit == open && open != nil, "seed \(seed)") }
        }
        for case .feed(let effect) in outcome.effects {
          if case .load(let banner) = effect { banners = max(banners, banner + 1) }
          if case .append(let entries) = effect {
            for case .ad(let slot) in entries { places = max(places, slot + 1) }
          }
        }
      }
      var now: Int64 = 0
      follow(page.handle(.viewport(Self.screen), at: 0))
      for step in 0..<200 {
        let next = now + Int64(random.int(0...30_000))
        while let due = page.nextDeadline, due <= next { follow(page.handle(.tick, at: due)) }
        now = next
        let permit = LoadPermit(record: ConsentRecordID(Int64(step + 1)), mode: .personalized)
        switch random.int(0...9) {
        case 0:
          open = permit
          follow(page.handle(.consent(PageConsent(.allowed(permit))), at: now))
        case 1 where random.isOneIn(3):
          open = nil
          follow(page.handle(.consent(PageConsent(.blocked(.withdrawn))), at: now))
          #expect(states.values.allSatisfy { !$0.isLoaded }, "seed \(seed)")
        case 2: follow(page.handle(.feed(.items(random.int(0...12))), at: now))
        case 3:
          let event = FeedEvent.row(random.int(0...places), isOnScreen: random.isOneIn(2))
          follow(page.handle(.feed(event), at: now))
        case 4: follow(page.handle(.feed(.removed(random.int(0...places))), at: now))
        case 5: follow(page.handle(.app(random.isOneIn(2) ? .background : .foreground), at: now))
        default:
          let report: BannerPool.Event =
            [.received, .received, .failed, .impression, .clicked][random.int(0...4)]
          follow(page.handle(.feed(.banner(random.int(0...banners), report)), at: now))
        }
      }
    }
  }
}
