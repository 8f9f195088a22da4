// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdStore

/// Inventories put together at random, with texts that careless code trips over.
struct RandomInventory {
  var random: SeededRandom

  private static let texts = [
    "sport", "x", "é", "e\u{301}", "\u{0}\u{1F}\"\\/", "👩‍👩‍👧‍👦", "\u{2028}</script>", " ", "null",
    hostileText,
  ]

  mutating func content() throws -> InventoryContent {
    var pages: [InventoryContent.PageEntry] = []
    for number in 0..<random.int(0...4) {
      let id = try PageID("page-\(number)")
      pages.append(
        InventoryContent.PageEntry(page: try page(id), targeting: try targeting()))
    }
    var units: [InventoryEntry] = []
    for number in 0..<random.int(0...12) {
      let page = random.isOneIn(3) ? nil : pages.randomElement(using: &random)?.page.id
      let unit = try unit(AdUnitID("unit-\(number)~{\"}"), on: page)
      units.append(InventoryEntry(unit: unit, targeting: try targeting()))
    }
    var content = InventoryContent(
      app: try targeting(), debug: try targeting(), pages: pages.shuffled(using: &random),
      units: units.shuffled(using: &random))
    content.experiments = try experiments(on: pages.map(\.page.id))
    return content
  }

  /// At most one of a page, in the order of their names; some of all pages, which do not run.
  private mutating func experiments(on pages: [PageID]) throws -> [Experiment] {
    let places: [PageID?] = [nil] + pages
    return try places.enumerated().compactMap { place, page -> Experiment? in
      if random.isOneIn(3) { return nil }
      var experiment = Experiment(
        id: try ExperimentID("experiment-\(place)"), page: page, salt: text())
      var fields = ArmSettings.fields.filter { ["unload", "liveViews", "noFill"].contains($0.key) }
      fields.shuffle(using: &random)
      let values: [String: JSONValue] = [
        "unload": .double(number(0...1_000_000)), "liveViews": .integer(Int64(random.int(1...100))),
        "noFill": .string("keep"),
      ]
      experiment.arms = [Experiment.Arm(id: try ArmID("control"))]
      for count in 1...random.int(1...3) {
        var settings = ArmSettings()
        for field in fields.prefix(count) {
          try settings.set(field, to: try #require(values[field.key]))
        }
        experiment.arms.append(
          Experiment.Arm(id: try ArmID("arm-\(count)~{\"}"), settings: settings))
      }
      for arm in experiment.arms.shuffled(using: &random) {
        try experiment.grow(arm.id, to: Double(random.int(1...2_500)) / 100)
      }
      if random.isOneIn(2) { experiment.goal = ExperimentMetric.allCases[random.int(0...4)] }
      experiment.guards = Array(
        ExperimentMetric.allCases.shuffled(using: &random).prefix(random.int(0...3)))
      if random.isOneIn(2) { experiment.difference = number(0.001...100) }
      if random.isOneIn(2) { experiment.plannedStores = random.int(2...1_000_000_000) }
      if random.isOneIn(2) { experiment.plannedDays = random.int(1...3_650) }
      experiment.state = page == nil ? .draft : Experiment.State.allCases[random.int(0...3)]
      if experiment.state != .draft {
        experiment.startedAt = Timestamp(milliseconds: Int64(random.int(0...2_000_000_000_000)))
      }
      if experiment.state == .adopted { experiment.adopted = experiment.arms.last?.id }
      return experiment
    }
  }

  private mutating func page(_ id: PageID) throws -> InventoryPage {
    let fetch = number(0...1_000_000)
    let render = number(0.001...1000)
    return InventoryPage(
      id: id,
      thresholds: try LoadingThresholds(
        fetch: fetch, display: number(0...fetch), unload: number(0...1_000_000),
        unloadingEnabled: random.isOneIn(2), throttle: Int64(random.int(0...3_600_000)),
        stabilityDelay: Int64(random.int(0...3_600_000)),
        prediction: Int64(random.int(0...10_000))),
      remote: random.isOneIn(2)
        ? nil : try RemoteThresholds(fetch: number(render...1000), render: render),
      feedPattern: try FeedPattern(
        adsAt: Array((1...9).shuffled(using: &random).prefix(random.int(0...9))),
        every: random.int(10...FeedPattern.greatestPeriod)))
  }

  private mutating func unit(_ id: AdUnitID, on page: PageID?) throws -> InventoryUnit {
    let (width, height) = (number(0.001...10_000), number(0.001...10_000))
    let sizes: [DeclaredSize] = [
      .fluid, .fixed(width: 1, height: 1), .fixed(width: 320, height: 250),
      .fixed(width: 10_000, height: 2),
    ]
    var unit = InventoryUnit(
      id: id, page: page, position: random.isOneIn(2) ? nil : random.int(0...1_000_000),
      adManagerPath: random.isOneIn(2) ? nil : try AdManagerPath("/1234567,89/news\\\"/top"),
      declaredSizes: Array(sizes.shuffled(using: &random).prefix(random.int(0...4))),
      constraints: try SizeConstraints(
        initial: CreativeSize(width: width, height: height),
        minimumWidth: random.isOneIn(2) ? nil : number(0.000_001...width),
        maximumWidth: random.isOneIn(2) ? nil : number(width...10_000),
        minimumHeight: random.isOneIn(2) ? nil : number(0.000_001...height),
        maximumHeight: random.isOneIn(2) ? nil : number(height...10_000)),
      label: try AdLabel(
        isShown: random.isOneIn(2), text: text(), fontSize: number(1...100),
        fontWeight: AdLabel.Weight.allCases[random.int(0...8)]),
      status: InventoryUnit.Status.allCases[random.int(0...2)],
      notes: random.isOneIn(3) ? "" : text())
    if random.isOneIn(2) { unit.silenced = try LintSilences("noPage: é, and more; noSizes: x") }
    return unit
  }

  private mutating func targeting() throws -> AdTargeting {
    var targeting = AdTargeting()
    for _ in 0..<random.int(0...3) {
      let values = Array(Self.texts.shuffled(using: &random).prefix(random.int(1...4)))
      targeting.set(try TargetingEntry(key: text(), values: values))
    }
    return targeting
  }

  private mutating func text() -> String { Self.texts[random.int(0...Self.texts.count - 1)] }

  /// A number of a range: often whole, sometimes at an end.
  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    let number = Double.random(in: range, using: &random)
    switch random.int(0...3) {
    case 0: return range.lowerBound
    case 1: return range.upperBound
    case 2: return min(max(number.rounded(), range.lowerBound), range.upperBound)
    default: return number
    }
  }
}
