// SPDX-License-Identifier: MIT
public import AdLoading
public import AdModel
import AdSQLite

extension InventoryRepository: AdUnitSource {
  /// The units of a page and the thresholds that hold there, as of one moment.
  /// - Parameter page: The page.
  /// - Returns: What the page loads, and by which thresholds.
  /// - Throws: ``StoreError`` with `noSuchPage`.
  public func loadingPlan(of page: PageID) throws -> LoadingPlan {
    try read { try $0.loadingPlan(of: page) }
  }

  /// The debug log that the stored setting asks for, so that it is the same after a restart.
  /// - Parameter sink: Takes each line while debugging is on.
  /// - Returns: A log into `sink`, or one that is off.
  /// - Throws: ``StoreError``.
  public func debugLog(_ sink: @escaping @Sendable (String) -> Void) throws -> DebugLog {
    try read { try $0.isDebugging() } ? DebugLog(sink) : .off
  }
}

extension InventorySnapshot {
  /// Reads what the lazy-loading manager needs to know about a page.
  /// - Parameter id: The page.
  /// - Returns: Its units and its thresholds.
  /// - Throws: ``StoreError`` with `noSuchPage`.
  public func loadingPlan(of id: PageID) throws -> LoadingPlan {
    let (number, page) = try existingPage(id)
    var plan = LoadingPlan(
      thresholds: page.thresholds, remoteThresholds: page.remote,
      loadedAdsLimit: try page.liveViews ?? settings().liveViews)
    var rows = try connection.statement(
      """
      SELECT i.id, u.paused OR u.archived, u.media = 'video'
      FROM units u JOIN unit_ids i ON i.unit = u.unit WHERE u.page = ?
      """
    ).query(number)
    while try rows.next() {
      let unit = AdUnitID(validated: rows.row.text(0))
      if rows.row.bool(2) { plan.videoUnits.insert(unit) }
      if rows.row.bool(1) {
        plan.withheld.insert(unit)
      } else {
        plan.served.insert(unit)
      }
    }
    return plan
  }
}
