// SPDX-License-Identifier: MIT
import AdModel

extension InventoryEdit {
  /// Adds the sample inventory: the three units of the integration guide on a home page and an
  /// article, with targeting in every scope.
  /// - Throws: ``StoreError`` with `unitExists` where one of the units is there already.
  package mutating func addSample() throws {
    for entry in try Self.sample() { try add(entry) }
    let article = try PageID("article")
    try setPage(article) { page in
      page.thresholds = try LoadingThresholds(unloadingEnabled: true)
    }
    try setTargeting(TargetingEntry(key: "platform", values: ["ios"]), for: .app)
    try setTargeting(TargetingEntry(key: "pagetype", values: ["article"]), for: .page(article))
    try setTargeting(TargetingEntry(key: "adtest", values: ["on"]), for: .debug)
  }

  /// The units of the sample inventory with their own targeting.
  package static func sample() throws -> [InventoryEntry] {
    let home = try PageID("homepage")
    let article = try PageID("article")
    let sizes: [DeclaredSize] = [
      .fixed(width: 320, height: 320), .fixed(width: 300, height: 250), .fluid,
    ]
    return [
      InventoryEntry(
        unit: InventoryUnit(
          id: try AdUnitID("div-gpt-ad-mobile_1"), page: home, position: 0,
          adManagerPath: try AdManagerPath("/1234567/mobile/homepage_1"), declaredSizes: sizes,
          label: try AdLabel(isShown: true),
          notes: "Default size, no limits, with the label."),
        targeting: try AdTargeting([
          TargetingEntry(key: "section", values: ["frontpage"]),
          TargetingEntry(key: "interests", values: ["sport", "outdoor"]),
        ])),
      InventoryEntry(
        unit: InventoryUnit(
          id: try AdUnitID("div-gpt-ad-mobile_2"), page: home, position: 1,
          adManagerPath: try AdManagerPath("/1234567/mobile/homepage_2"), declaredSizes: sizes,
          constraints: try SizeConstraints(initial: CreativeSize(width: 300, height: 250)),
          label: try AdLabel(isShown: true, text: "Annonce", fontSize: 12, fontWeight: .semibold),
          notes: "A size of its own to start with.")),
      InventoryEntry(
        unit: InventoryUnit(
          id: try AdUnitID("div-gpt-ad-mobile_3"), page: article, position: 0,
          adManagerPath: try AdManagerPath("/1234567/mobile/article_1"), declaredSizes: sizes,
          constraints: try SizeConstraints(
            initial: CreativeSize(width: 320, height: 320), minimumWidth: 200, maximumWidth: 400,
            minimumHeight: 100, maximumHeight: 600),
          label: try AdLabel(isShown: true),
          notes: "Limits in both directions."),
        targeting: try AdTargeting([TargetingEntry(key: "section", values: ["news"])])),
    ]
  }
}
