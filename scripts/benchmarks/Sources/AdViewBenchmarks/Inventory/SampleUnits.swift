// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// An inventory as large publishers have it: pages of ten units with sizes and targeting.
enum SampleUnits {
  static func entries(_ count: Int) throws -> [InventoryEntry] {
    try (0..<count).map { number in
      let unit = InventoryUnit(
        id: try AdUnitID("div-gpt-ad-mobile_\(number)"),
        page: try PageID("page-\(number / 10 % 1_000)"), position: number % 10,
        adManagerPath: try AdManagerPath("/1234567/mobile/section-\(number % 50)/slot_\(number)"),
        declaredSizes: [.fixed(width: 320, height: 320), .fixed(width: 300, height: 250), .fluid],
        label: try AdLabel(isShown: true),
        notes: "")
      return InventoryEntry(
        unit: unit,
        targeting: try AdTargeting([
          TargetingEntry(key: "section", values: ["section-\(number % 50)"]),
          TargetingEntry(key: "interests", values: ["sport", "outdoor"]),
          TargetingEntry(key: "position", values: ["\(number % 10)"]),
        ]))
    }
  }

  /// Makes a database that holds units.
  static func database(_ path: String, _ entries: [InventoryEntry]) throws -> AdDatabase {
    let database = try AdDatabase.create(path: path, now: now)
    try InventoryRepository(database).change(by: "bench", at: now) { edit in
      for entry in entries { try edit.add(entry) }
    }
    return database
  }

  static let now = Timestamp(milliseconds: 1_795_242_360_000)
}
