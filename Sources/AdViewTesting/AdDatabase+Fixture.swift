// SPDX-License-Identifier: MIT
public import AdView

extension AdDatabase {
  /// Makes a database for a test, which goes away with it: a page with units that are served, nobody's
  /// answers, no history.
  /// - Parameters:
  ///   - page: The page.
  ///   - units: Its units, in their order on it; each has what the standard says.
  ///   - now: The time to record.
  /// - Throws: ``StoreError``.
  public static func fixture(
    page: PageID = .fixture, units: [AdUnitID] = .fixture,
    thresholds: LoadingThresholds = .standard, now: Timestamp = ManualClock.start
  ) throws -> AdDatabase {
    let database = try inMemory(now: now)
    try InventoryRepository(database).change(by: "test", at: now) { inventory in
      try inventory.setPage(page) { $0.thresholds = thresholds }
      for (place, unit) in units.enumerated() {
        try inventory.add(
          InventoryEntry(
            unit: InventoryUnit(id: unit, page: page, position: place)))
      }
    }
    return database
  }
}

extension PageID {
  /// The page of ``AdView/AdDatabase/fixture(page:units:thresholds:now:)``: `article`.
  public static let fixture = PageID(validated: "article")
}

extension [AdUnitID] {
  /// Its units: `div-gpt-ad-1` to `div-gpt-ad-3`.
  public static let fixture = (1...3).map { AdUnitID(validated: "div-gpt-ad-\($0)") }
}
