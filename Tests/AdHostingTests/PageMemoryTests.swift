// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import Testing

/// When a page gives back the memory of its views, and what it does not ask for again.
@Suite struct PageMemoryTests {
  private static let units = (1...4).map { AdUnitID(validated: "ad-\($0)") }
  private static let screen = AdRect(x: 0, y: 0, width: 390, height: 800)

  private var page = LazyLoadingManager(PageContent(), seed: 1)

  /// Two ads on the screen, and two below it.
  init() {
    let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
    _ = page.handle(.consent(PageConsent(.allowed(permit))), at: 0)
    _ = page.handle(.viewport(Self.screen), at: 0)
    _ = page.handle(.place(Self.units.indices.map(Self.frame)), at: 0)
    run(from: 0, to: 500)
    for unit in Self.units {
      guard let view = page.view(of: unit) else { continue }
      _ = page.handle(.view(view, .committed), at: 500)
      _ = page.handle(.view(view, .rendered(nil)), at: 500)
    }
  }

  private static func frame(_ place: Int) -> AdFrame {
    AdFrame(
      unit: units[place], frame: AdRect(x: 35, y: Double(place) * 420, width: 320, height: 320))
  }

  /// Lets time pass, and counts what is loaded.
  @discardableResult private mutating func run(from start: Int64, to end: Int64) -> [AdUnitID] {
    var made: [AdUnitID] = []
    var now = start
    while let due = page.nextDeadline, due <= end {
      now = max(now, due)
      made += tell(.tick, at: now).made
    }
    return made
  }

  private mutating func tell(
    _ event: PageEvent, at time: Int64
  ) -> (made: [AdUnitID], dropped: Int) {
    let effects = page.handle(event, at: time).effects
    return (
      effects.compactMap { if case .make(_, let unit, _) = $0 { unit } else { nil } },
      effects.filter { if case .drop = $0 { true } else { false } }.count
    )
  }

  private var loaded: [AdUnitID] { Self.units.filter { page.view(of: $0) != nil } }

  @Test mutating func `what is clipped away on the screen gives its room like what is off it`() {
    _ = page.handle(.parts(Self.units[0], []), at: 600)
    _ = tell(.memoryWarning, at: 600)
    #expect(loaded == [Self.units[1]])
    // It comes back as something of it can be seen, and its request is half a minute old.
    _ = page.handle(.parts(Self.units[0], nil), at: 700)
    run(from: 700, to: 30_100)
    #expect(loaded == [Self.units[0], Self.units[1]])
  }

  @Test
  mutating func `ads in sections that take turns at one place are never more than the budget`()
    throws
  {
    var content = PageContent()
    content.plan.loadedAdsLimit = 2
    page = LazyLoadingManager(content, seed: 1)
    let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
    _ = page.handle(.consent(PageConsent(.allowed(permit))), at: 0)
    _ = page.handle(.viewport(Self.screen), at: 0)
    for (place, section) in [[0, 1], [2, 3], [0, 1]].enumerated() {
      let start = Int64(place) * 1_000
      for unit in Self.units {
        let isShown = section.contains { Self.units[$0] == unit }
        _ = page.handle(.parts(unit, isShown ? nil : []), at: start)
      }
      for number in section {
        _ = page.handle(
          .place([AdFrame(unit: Self.units[number], frame: Self.frame(number % 2).frame)]),
          at: start)
      }
      run(from: start, to: start + 900)
      #expect(page.liveViews == 2, "section \(place)")
    }
  }

  @Test(arguments: [AppPhase.foreground, .background])
  mutating func `a warning frees what is off the screen at once, in front or not`(phase: AppPhase) {
    #expect(loaded == Self.units)
    if phase == .background { _ = page.handle(.app(.background), at: 1_000) }
    #expect(tell(.memoryWarning, at: 1_010).dropped == 2)
    #expect(loaded == Array(Self.units.prefix(2)))
  }

  @Test mutating func `what was freed comes back as it comes on screen, or after half a minute`() {
    _ = tell(.memoryWarning, at: 1_000)
    #expect(run(from: 1_000, to: 30_900) == [])
    #expect(run(from: 30_900, to: 32_000) == Array(Self.units.suffix(2)))
    _ = tell(.memoryWarning, at: 60_000)
    #expect(loaded.count == 2)
    var made = tell(.viewport(AdRect(x: 0, y: 400, width: 390, height: 800)), at: 61_000).made
    made += run(from: 61_000, to: 62_000)
    #expect(made == [Self.units[2]])
  }

  @Test mutating func `a warning frees all of a page that nobody sees`() {
    _ = page.handle(.viewport(nil), at: 1_000)
    #expect(tell(.memoryWarning, at: 1_010).dropped == 4)
    // On return they are there again, once they may be asked for.
    var made = tell(.viewport(Self.screen), at: 2_000).made
    made += run(from: 2_000, to: 29_900)
    #expect(made == [])
    made += run(from: 29_900, to: 31_000)
    #expect(made.prefix(2) == Self.units.prefix(2))
  }

  @Test mutating func `a page that nobody sees drops its views after half a minute`() {
    _ = page.handle(.viewport(nil), at: 1_000)
    #expect(page.nextDeadline == 31_000)
    #expect(tell(.tick, at: 30_999).dropped == 0)
    #expect(tell(.tick, at: 31_000).dropped == 4)
    run(from: 31_000, to: 90_000)
    #expect(page.nextDeadline == nil)
    var made = tell(.viewport(Self.screen), at: 100_000).made
    made += run(from: 100_000, to: 101_000)
    #expect(made == Self.units)
  }

  @Test mutating func `time in which the app is not in front does not count`() {
    _ = page.handle(.viewport(nil), at: 1_000)
    _ = page.handle(.app(.background), at: 20_000)
    #expect(tell(.app(.foreground), at: 500_000).dropped == 0)
    #expect(page.nextDeadline == 530_000)
    _ = page.handle(.viewport(Self.screen), at: 510_000)
    #expect(tell(.tick, at: 600_000).dropped == 0)
  }

  @Test mutating func `a cell that is recycled gets its own ad back`() {
    for time: Int64 in [1_000, 2_000, 3_000] {
      let view = page.view(of: Self.units[0])
      #expect(tell(.remove(Self.units[0]), at: time).dropped == 0)
      _ = tell(.tick, at: time + 200)
      #expect(page.view(of: Self.units[0]) == view)
      #expect(tell(.place([Self.frame(0)]), at: time + 500) == ([], 0))
      #expect(page.view(of: Self.units[0]) == view)
      #expect(page.state(of: Self.units[0]) == .displayed)
    }
  }

  @Test mutating func `an ad whose place is gone is the first to go, the longest gone before`() {
    _ = page.handle(.remove(Self.units[1]), at: 1_000)
    _ = page.handle(.remove(Self.units[0]), at: 1_100)
    #expect(tell(.views(atMost: 3), at: 1_200).dropped + dropped(at: 2_000) == 1)
    #expect(loaded == [Self.units[0], Self.units[2], Self.units[3]])
    #expect(page.state(of: Self.units[1]) == .notLoaded)
    _ = page.handle(.views(atMost: 2), at: 3_000)
    _ = page.handle(.tick, at: 3_100)
    #expect(loaded == [Self.units[2], Self.units[3]])
  }

  /// The page is not to grow with what it has shown.
  @Test mutating func `of places that are gone the last hundred are remembered`() throws {
    let units = (1...500).map { AdUnitID(validated: "feed-\($0)") }
    let sizes = try SizeOverrides(initialHeight: 120)
    for (number, unit) in units.enumerated() {
      let time = Int64(number) * 1_000 + 1_000
      _ = page.handle(.describe(AdSlot(unit: unit, sizes: sizes)), at: time)
      _ = page.handle(.place([AdFrame(unit: unit, frame: Self.frame(0).frame)]), at: time)
      _ = page.handle(.remove(unit), at: time + 500)
      _ = page.handle(.tick, at: time + 900)
      #expect(page.unknownUnits.subtracting(Self.units).count <= 100 + page.liveViews)
    }
    // What comes back is as it was described, and what went long ago is described anew.
    let described = page.size(of: units[499])
    #expect(page.size(of: units[450]) == described)
    #expect(page.size(of: units[0]) == page.size(of: AdUnitID(validated: "another")))
    #expect(page.size(of: units[0]) != described)
    // The places that are there are all known.
    #expect(page.unknownUnits.isSuperset(of: Self.units))
  }

  private mutating func dropped(at time: Int64) -> Int { tell(.tick, at: time).dropped }

  @Test mutating func `a page that nobody sees gives back at once what the app needs elsewhere`() {
    _ = page.handle(.viewport(nil), at: 1_000)
    #expect(tell(.views(atMost: 1), at: 1_100).dropped == 3)
    #expect(loaded == [Self.units[0]])
    #expect(tell(.views(atMost: 0), at: 1_200).dropped == 1)
    #expect(page.demand == ViewBudget.Demand(most: 8, isSeen: false, distances: []))
  }

  @Test mutating func `what is farthest goes first, whatever it is called`() {
    _ = page.handle(.viewport(AdRect(x: 0, y: 860, width: 390, height: 800)), at: 1_000)
    _ = page.handle(.app(.background), at: 1_100)
    #expect(tell(.views(atMost: 2), at: 1_200).dropped == 2)
    #expect(loaded == [Self.units[2], Self.units[3]])
  }

  @Test(arguments: [
    (PageConsent(.blocked(.withdrawn)), 1), (PageConsent(.blocked(.expired)), 1),
    (PageConsent(.blocked(.notPermitted)), 1), (PageConsent(.blocked(.noRecord)), 1),
    (PageConsent(.blocked(.failed)), 0), (PageConsent(.blocked(.partial)), 0),
    (PageConsent(closing: .pageRemoved), 0),
    (PageConsent(.allowed(LoadPermit(record: ConsentRecordID(2), mode: .limited))), 1),
    (PageConsent(.allowed(LoadPermit(record: ConsentRecordID(2), mode: .nonPersonalized))), 0),
  ])
  mutating func `what ads have kept goes with the consent that allowed it, once`(
    consent: PageConsent, clears: Int
  ) {
    var effects = page.handle(.consent(consent), at: 1_000).effects
    #expect(effects.filter { $0 == .clearData }.count == clears)
    if clears == 1 { #expect(effects.last == .clearData) }
    effects = page.handle(.consent(consent), at: 2_000).effects
    #expect(!effects.contains(.clearData))
  }

  @Test mutating func `what limited ads kept goes with their person, too`() {
    let limited = PageConsent(
      .allowed(LoadPermit(record: ConsentRecordID(2), mode: .limited)))
    #expect(page.handle(.consent(limited), at: 1_000).effects.contains(.clearData))
    #expect(page.changePerson(at: 2_000).before.effects.contains(.clearData))
  }

  @Test mutating func `a consent that runs out takes what ads have kept with it`() {
    let permit = LoadPermit(record: ConsentRecordID(2), mode: .personalized)
    _ = page.handle(.consent(PageConsent(.allowed(permit), expiresAt: 5_000)), at: 1_000)
    #expect(page.handle(.tick, at: 5_000).effects.last == .clearData)
  }

  @Test mutating func `a page tells how far what it loads is from the screen`() {
    #expect(
      page.demand == ViewBudget.Demand(most: 8, isSeen: true, distances: [0, 0, 40, 460]))
  }

  @Test mutating func `what is on the screen loads whatever the app has left`() {
    _ = page.handle(.views(atMost: 1), at: 1_000)
    _ = tell(.tick, at: 1_100)
    #expect(loaded == Array(Self.units.prefix(2)))
    _ = page.handle(.viewport(AdRect(x: 0, y: 840, width: 390, height: 800)), at: 32_000)
    run(from: 32_000, to: 33_000)
    #expect(loaded == Array(Self.units.suffix(2)))
  }
}
