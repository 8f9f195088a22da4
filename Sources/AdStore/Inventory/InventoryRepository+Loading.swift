// SPDX-License-Identifier: MIT
public import AdLoading
public import AdModel
import AdSQLite

extension InventoryRepository {
  /// The units of a page and the thresholds that hold there for this store, as of one moment.
  /// - Returns: What the page loads, and by which thresholds.
  /// - Throws: ``StoreError`` with `noSuchPage`.
  public func loadingPlan(of page: PageID) throws -> LoadingPlan {
    try read { try $0.loadingPlan(of: page) }
  }
}

extension InventorySnapshot {
  /// Reads what a page loads, and by which thresholds.
  /// - Throws: ``StoreError`` with `noSuchPage`.
  package func loadingPlan(of id: PageID) throws -> LoadingPlan {
    let held = try inForce(existingPage(id))
    return try loadingPlan(of: (held.number, held.page), settings())
  }

  func loadingPlan(
    of stored: (number: Int64, page: InventoryPage), _ settings: InventorySettings
  ) throws -> LoadingPlan {
    var plan = LoadingPlan(
      thresholds: stored.page.thresholds, remoteThresholds: stored.page.remote,
      loadedAdsLimit: stored.page.liveViews ?? settings.liveViews)
    // Wherever they stand: an app may place them here.
    plan.withheld = Set(
      try connection.statement(
        "SELECT i.id FROM units u JOIN unit_ids i ON i.unit = u.unit WHERE u.paused OR u.archived"
      ).all { AdUnitID(validated: $0.text(0)) })
    var rows = try connection.statement(
      """
      SELECT i.id, u.media = 'video' FROM units u JOIN unit_ids i ON i.unit = u.unit
      WHERE u.page = ?
      """
    ).query(stored.number)
    while try rows.next() {
      let unit = AdUnitID(validated: rows.row.text(0))
      if rows.row.bool(1) { plan.videoUnits.insert(unit) }
      if !plan.withheld.contains(unit) { plan.served.insert(unit) }
    }
    return plan
  }
}
