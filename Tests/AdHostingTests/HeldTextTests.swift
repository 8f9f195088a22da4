// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdLoading
import AdModel
import TestSupport
import Testing

/// What somebody reads stays where it is on the screen, as ads above it take their sizes.
@Suite struct HeldTextTests {
  private static let unit = AdUnitID(validated: "ad-1")
  private static let beside = AdUnitID(validated: "ad-2")
  private static let screen = CreativeSize(width: 390, height: 800)

  private var page = LazyLoadingManager(PageContent(), seed: 1)
  private var now: Int64 = 0

  init() {
    let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
    _ = page.handle(.consent(PageConsent(.allowed(permit))), at: 0)
  }

  /// What is to be done to slots and to the page after an event.
  private mutating func tell(_ event: PageEvent) -> [String] {
    page.handle(event, at: now).effects.compactMap { effect in
      switch effect {
      case .resize(let unit, let size, let isAnimated):
        "\(unit) \(size.height.formatted)\(isAnimated ? " animated" : "")"
      case .scroll(let unit, let distance): "\(unit) scrolls \(distance.formatted)"
      default: nil
      }
    }
  }

  private mutating func scroll(to y: Double, height: Double = 800) -> [String] {
    tell(.viewport(AdRect(x: 0, y: y, width: Self.screen.width, height: height)))
  }

  private mutating func place(_ unit: AdUnitID = unit, at y: Double, height: Double) -> [String] {
    tell(.place([AdFrame(unit: unit, frame: AdRect(x: 35, y: y, width: 320, height: height))]))
  }

  /// Shows ads at a place, and scrolls them to where they are looked at.
  private mutating func show(
    _ units: [AdUnitID] = [unit], at y: Double, seenFrom offset: Double, height: Double = 800
  ) throws {
    #expect(scroll(to: y) == [])
    for unit in units { #expect(place(unit, at: y, height: 320) == []) }
    now = 200
    #expect(tell(.tick) == [])
    for unit in units {
      let view = try #require(page.view(of: unit))
      #expect(tell(.view(view, .committed)) == [])
      #expect(tell(.view(view, .rendered(nil))) == [])
    }
    #expect(scroll(to: offset, height: height) == [])
    now = 1_000
  }

  /// Has an ad tell how high it is.
  private mutating func post(_ height: Int64, of unit: AdUnitID = unit) throws -> [String] {
    let view = try #require(page.view(of: unit))
    return tell(
      .view(
        view,
        .message(
          handler: "nativeBridge",
          body: ["type": "adSize", "width": .integer(320), "height": .integer(height)],
          isMainFrame: true)))
  }

  @Test(
    arguments: [
      // The slot is 320 high and begins at 1,000.
      ("above the screen", 1_400, 800, 500, ["ad-1 500", "ad-1 scrolls 180"]),
      ("above the screen, and shrinks", 1_400, 800, 50, ["ad-1 50", "ad-1 scrolls -270"]),
      ("cut by the screen's top", 1_100, 800, 500, ["ad-1 500", "ad-1 scrolls 180"]),
      ("at the screen's top", 1_000, 800, 500, ["ad-1 500 animated"]),
      ("on the screen", 800, 800, 500, ["ad-1 500 animated"]),
      ("cut by the screen's bottom", 300, 800, 500, ["ad-1 500 animated"]),
      ("higher than the screen", 1_100, 100, 90, ["ad-1 90 animated"]),
    ] as [(String, Double, Double, Int64, [String])])
  mutating func `the page scrolls by what a slot grows that begins above the screen`(
    _ place: String, offset: Double, height: Double, told: Int64, expected: [String]
  ) throws {
    try show(at: 1_000, seenFrom: offset, height: height)
    #expect(try post(told) + self.place(at: 1_000, height: Double(told)) == expected, "\(place)")
  }

  /// Shows an ad above the screen and another at a place, and what becomes of that as the first takes a
  /// height and the page is scrolled for it.
  private mutating func events(
    of place: AdRect, asItTakes height: Int64, scrolledAfter delay: Int64? = 0
  ) throws -> [String] {
    try show(at: 1_000, seenFrom: 1_400)
    _ = tell(.place([AdFrame(unit: Self.beside, frame: place)]))
    for _ in 0..<3 {
      now += 67
      _ = tell(.tick)
    }
    let view = try #require(page.view(of: Self.beside))
    _ = tell(.view(view, .committed))
    _ = tell(.view(view, .rendered(nil)))
    now += 900
    var heard: [String] = []
    func hear(_ event: PageEvent) {
      for case .became(let event, Self.beside, let time) in page.handle(event, at: now).events {
        heard.append("\(time - 1_201) \(event)")
      }
    }
    _ = try post(height)
    let grown = Double(height) - 320
    hear(
      .place([
        AdFrame(
          unit: Self.unit, frame: AdRect(x: 35, y: 1_000, width: 320, height: Double(height))),
        AdFrame(
          unit: Self.beside,
          frame: AdRect(x: place.x, y: place.y + grown, width: place.width, height: place.height)),
      ]))
    if let delay {
      now += delay
      hear(.viewport(AdRect(x: 0, y: 1_400 + grown, width: 390, height: 800)))
    }
    let end = now + 2_000
    while let due = page.nextDeadline, due <= end {
      now = max(due, now)
      hear(.tick)
    }
    return heard
  }

  @Test(
    arguments: [(0, ["1000 viewable"]), (5, ["1000 viewable"]), (nil, [])] as [(Int64?, [String])])
  mutating func `an ad that stays where it is on the screen is seen without a gap`(
    delay: Int64?, expected: [String]
  ) throws {
    let place = AdRect(x: 35, y: 1_900, width: 320, height: 250)
    #expect(try events(of: place, asItTakes: 500, scrolledAfter: delay) == expected)
  }

  @Test mutating func `an ad that would be on the screen without the scroll has not appeared`()
    throws
  {
    let place = AdRect(x: 35, y: 2_300, width: 320, height: 250)
    #expect(try events(of: place, asItTakes: 50) == [])
  }

  @Test mutating func `a layout is told soon where nobody scrolls, and before what else happens`()
    throws
  {
    try show(at: 1_000, seenFrom: 1_400)
    _ = try post(500)
    _ = place(at: 1_000, height: 500)
    #expect(page.nextDeadline == now + 20)
    now += 20
    _ = tell(.tick)
    #expect(page.geometry(of: Self.unit)?.frame.height == 500)
    now += 2_000
    _ = try post(600)
    _ = place(at: 1_000, height: 600)
    _ = tell(.obstructions([]))
    #expect(page.geometry(of: Self.unit)?.frame.height == 600)
  }

  @Test mutating func `a slot that is laid out once more scrolls nothing more`() throws {
    try show(at: 1_000, seenFrom: 1_400)
    #expect(try post(500) == ["ad-1 500"])
    #expect(place(at: 900, height: 320) == [])
    #expect(place(at: 900, height: 500) == ["ad-1 scrolls 180"])
    #expect(place(at: 900, height: 500) == [])
    #expect(place(at: 900, height: 600) == [])
  }

  @Test mutating func `where the slot is as it is laid out counts, not where it was before`()
    throws
  {
    try show(at: 1_000, seenFrom: 1_400)
    #expect(try post(500) == ["ad-1 500"])
    #expect(scroll(to: 900) == [])
    #expect(place(at: 1_000, height: 500) == [])
  }

  @Test mutating func `slots beside one another are a row, as high as the highest`() throws {
    try show([Self.unit, Self.beside], at: 1_000, seenFrom: 1_400)
    #expect(try post(400) == ["ad-1 400"])
    #expect(try post(500, of: Self.beside) == ["ad-2 500"])
    let frames = [(Self.unit, 400.0), (Self.beside, 500)].map { unit, height in
      AdFrame(unit: unit, frame: AdRect(x: 35, y: 1_000, width: 160, height: height))
    }
    #expect(tell(.place(frames)) == ["ad-1 scrolls 180"])
  }

  @Test mutating func `a row that a higher slot holds open does not grow`() throws {
    try show([Self.unit, Self.beside], at: 1_000, seenFrom: 1_600)
    #expect(place(Self.beside, at: 1_000, height: 500) == [])
    #expect(try post(400) == ["ad-1 400"])
    #expect(place(at: 1_000, height: 400) == [])
    now = 3_000
    #expect(try post(600) == ["ad-1 600"])
    #expect(place(at: 1_000, height: 600) == ["ad-1 scrolls 100"])
  }

  @Test mutating func `a slot whose cell left the window is not held as it comes back`() throws {
    try show(at: 1_000, seenFrom: 1_400)
    #expect(try post(500) == ["ad-1 500"])
    #expect(tell(.parts(Self.unit, [])) == [])
    now = 3_000
    #expect(try post(600) == ["ad-1 600 animated"])
    #expect(tell(.parts(Self.unit, nil)) == [])
    #expect(place(at: 1_000, height: 600) == [])
  }

  @Test mutating func `a size that is back before the layout awaits none`() throws {
    try show(at: 1_000, seenFrom: 1_400)
    #expect(try post(500) == ["ad-1 500"])
    now = 3_000
    #expect(try post(320) == ["ad-1 320 animated"])
    #expect(place(at: 1_000, height: 600) == [])
  }

  @Test mutating func `a page that is turned is laid out anew, and not held`() throws {
    try show(at: 1_000, seenFrom: 1_400)
    #expect(try post(500) == ["ad-1 500"])
    #expect(tell(.viewport(AdRect(x: 0, y: 1_400, width: 800, height: 390))) == [])
    #expect(place(at: 1_000, height: 500) == [])
  }

  @Test mutating func `a slot that is gone, or whose row is, is not held as it comes back`()
    throws
  {
    try show(at: 1_000, seenFrom: 1_400)
    #expect(try post(500) == ["ad-1 500"])
    #expect(tell(.remove(Self.unit)) == [])
    #expect(place(at: 1_000, height: 320) == [])
    #expect(place(at: 1_000, height: 500) == [])
    now = 3_000
    #expect(try post(600) == ["ad-1 600"])
    #expect(tell(.expected(Self.unit, true)) == [])
    now = 5_000
    #expect(try post(250) == ["ad-1 250 animated"])
    #expect(tell(.expected(Self.unit, false)) == [])
    #expect(place(at: 1_000, height: 250) == [])
    now = 7_000
    #expect(try post(400) == ["ad-1 400"])
    #expect(tell(.expected(Self.unit, true)) == [])
    #expect(place(at: 1_000, height: 400) == [])
  }

  @Test
  mutating func
    `a slot that shrank is held where its layout comes before its end, and not behind it`()
    throws
  {
    try show([Self.unit, Self.beside], at: 1_000, seenFrom: 1_400)
    #expect(try post(50) == ["ad-1 50"])
    #expect(try post(50, of: Self.beside) == ["ad-2 50"])
    let shrunk = [Self.unit, Self.beside].map { unit in
      AdFrame(unit: unit, frame: AdRect(x: 35, y: 1_000, width: 320, height: 50))
    }
    var other = self
    #expect(tell(.place(shrunk)) == ["ad-1 scrolls -270"])
    #expect(tell(.remove(Self.unit)) == [])
    #expect(tell(.remove(Self.beside)) == [])
    #expect(other.tell(.remove(Self.unit)) == [])
    #expect(other.tell(.remove(Self.beside)) == [])
    #expect(other.tell(.place(shrunk)) == [])
  }

  @Test mutating func `a web page that moves its placeholders is not scrolled`() throws {
    try show(at: 1_000, seenFrom: 1_400)
    #expect(try post(500) == ["ad-1 500"])
    let message =
      #"{"action":"add","id":"ad-1","rect":{"x":35,"y":1000,"width":320,"height":500}}"#
    #expect(tell(.placeholders(message)) == [])
    #expect(place(at: 1_000, height: 600) == [])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  mutating func `whatever the ads of a column say, the text that is read stays where it is`(
    seed: UInt64
  ) throws {
    var column = Column(count: 12, random: SeededRandom(seed: seed))
    for _ in 0..<60 {
      now += 1_000
      column.scroll(&page, at: now)
      let before = column.read
      column.resize(&page, at: now)
      guard let before, column.offset > 0 else { continue }
      let after = column.place(of: before.text)
      #expect(abs(after - before.place) < 0.001, "seed \(seed), text \(before.text)")
    }
    #expect(column.scrolls > 5)
  }
}

/// Text and ads in one column, which is laid out as ads tell how high they are.
private struct Column {
  private static let textHeight = 620.0
  private let units: [AdUnitID]
  private var heights: [Double]
  private var random: SeededRandom
  private(set) var offset = 0.0
  private(set) var scrolls = 0
  private var pulledBack = 0.0

  init(count: Int, random: SeededRandom) {
    units = (0..<count).map { AdUnitID(validated: "ad-\($0)") }
    heights = Array(repeating: 320, count: count)
    self.random = random
  }

  private func top(of text: Int) -> Double {
    heights[..<text].reduce(0) { $0 + Self.textHeight + $1 }
  }

  private var height: Double { top(of: units.count) }

  /// How far below the screen's top a text begins.
  func place(of text: Int) -> Double { top(of: text) - offset }

  /// The first text of which something is on the screen, or that follows what its top cuts, and where it is.
  var read: (text: Int, place: Double)? {
    units.indices.lazy.map { (text: $0, place: place(of: $0)) }
      .first { $0.place + Self.textHeight > 0 && $0.place < 800 }
  }

  mutating func scroll(_ page: inout LazyLoadingManager, at now: Int64) {
    move(to: offset + Double(random.int(-900...1_400)), &page, at: now)
  }

  private mutating func move(to new: Double, _ page: inout LazyLoadingManager, at now: Int64) {
    offset = min(max(new, 0), max(height - 800, 0))
    let viewport = AdRect(x: 0, y: offset, width: 390, height: 800)
    carryOut(page.handle(.viewport(viewport), at: now), &page, at: now)
    layOut(&page, at: now)
  }

  /// Has some ads say how high they are, then lays all of the column out.
  mutating func resize(_ page: inout LazyLoadingManager, at now: Int64) {
    let told = units.indices.filter { _ in random.isOneIn(4) }
    // What is on the screen moves the text below it.
    for place in told where top(of: place) + Self.textHeight < offset {
      let sizes = try? SizeOverrides(initialHeight: Double(random.int(50...600)))
      guard let sizes else { continue }
      var slot = AdSlot(unit: units[place])
      slot.sizes = sizes
      carryOut(page.handle(.describe(slot), at: now), &page, at: now)
    }
    layOut(&page, at: now)
  }

  private mutating func layOut(_ page: inout LazyLoadingManager, at now: Int64) {
    // As a scroll view does whose content got shorter: what was pulled back counts as the page is scrolled.
    let pulled = offset - min(offset, max(height - 800, 0))
    offset -= pulled
    pulledBack = pulled
    defer { pulledBack = 0 }
    let frames = units.indices.map { place in
      AdFrame(
        unit: units[place],
        frame: AdRect(
          x: 35, y: top(of: place) + Self.textHeight, width: 320, height: heights[place]))
    }
    carryOut(page.handle(.place(frames), at: now), &page, at: now)
  }

  private mutating func carryOut(
    _ outcome: LazyLoadingManager.Outcome, _ page: inout LazyLoadingManager, at now: Int64
  ) {
    for effect in outcome.effects {
      switch effect {
      case .resize(let unit, let size, _):
        if let place = units.firstIndex(of: unit) { heights[place] = size.height }
      case .scroll(_, let distance):
        scrolls += 1
        offset = max(offset + pulledBack + distance, 0)
        pulledBack = 0
        let viewport = AdRect(x: 0, y: offset, width: 390, height: 800)
        carryOut(page.handle(.viewport(viewport), at: now), &page, at: now)
      default: break
      }
    }
  }
}
