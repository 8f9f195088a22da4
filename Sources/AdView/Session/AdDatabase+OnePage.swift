// SPDX-License-Identifier: MIT
public import AdModel
public import AdStore

extension AdDatabase {
  /// Makes a database in memory that holds one page without units, for an app that keeps no inventory: its
  /// units are what it places, by the standard settings, and its history goes with it.
  /// - Throws: ``StoreError``.
  public static func holding(
    _ page: PageID, thresholds: LoadingThresholds = .standard, now: Timestamp = .now
  ) throws -> AdDatabase {
    let database = try inMemory(now: now)
    _ = try InventoryRepository(database).change(by: "app", at: now) { inventory in
      try inventory.setPage(page) { $0.thresholds = thresholds }
    }
    return database
  }
}
