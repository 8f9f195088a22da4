// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// A filter as SQL: one condition on units with the values for its placeholders.
///
/// The SQL is put together from literals only; everything that a user gave is bound.
struct FilterQuery {
  private(set) var condition = "1"
  private(set) var values: [any Bindable] = []
  /// Whether it is the units of one page.
  let isOfPage: Bool

  init(_ filter: InventoryFilter) {
    isOfPage = filter.page != nil
    for status in InventoryUnit.Status.allCases where !filter.statuses.contains(status) {
      condition += status.exclusion
    }
    if let page = filter.page { add("p.name = ?", [page.rawValue]) }
    for match in filter.targeting { add(match) }
    if let pattern = filter.idPattern { add("i.id GLOB ?", [pattern]) }
    if let pattern = filter.pathPattern {
      let isPattern = pattern.contains { "*?[".contains($0) }
      add(
        "(lower(u.ad_manager_path) GLOB lower(?) OR lower(u.ad_manager_path) GLOB lower(?))",
        [pattern, isPattern ? pattern : "\(pattern)/*"])
    }
    for size in filter.sizes {
      let (width, height) =
        if case .fixed(let width, let height) = size { (width, height) } else { (0, 0) }
      add(
        "EXISTS (SELECT 1 FROM unit_sizes s WHERE s.unit = u.unit AND s.width = ? AND s.height = ?)",
        [Int64(width), Int64(height)])
    }
    if let text = filter.text {
      add(
        """
        (instr(lower(i.id), lower(?)) OR instr(lower(p.name), lower(?))
          OR instr(lower(u.ad_manager_path), lower(?)) OR instr(lower(u.notes), lower(?)))
        """, [text, text, text, text])
    }
  }

  /// A narrower scope that sets the key hides what a wider one says.
  private mutating func add(_ match: InventoryFilter.TargetingMatch) {
    let key = match.key
    guard let value = match.value else {
      add(
        """
        (EXISTS (SELECT 1 FROM unit_targeting t WHERE t.unit = u.unit AND t.key = ?)
          OR EXISTS (SELECT 1 FROM page_targeting t WHERE t.page = u.page AND t.key = ?)
          OR EXISTS (SELECT 1 FROM app_targeting t WHERE t.scope = 'app' AND t.key = ?))
        """, [key, key, key])
      return
    }
    add(
      """
      CASE
        WHEN EXISTS (SELECT 1 FROM unit_targeting t WHERE t.unit = u.unit AND t.key = ?) THEN
          EXISTS (SELECT 1 FROM unit_targeting t
            WHERE t.unit = u.unit AND t.key = ? AND t.value = ?)
        WHEN EXISTS (SELECT 1 FROM page_targeting t WHERE t.page = u.page AND t.key = ?) THEN
          EXISTS (SELECT 1 FROM page_targeting t
            WHERE t.page = u.page AND t.key = ? AND t.value = ?)
        ELSE
          EXISTS (SELECT 1 FROM app_targeting t
            WHERE t.scope = 'app' AND t.key = ? AND t.value = ?)
      END
      """, [key, key, value, key, key, value, key, value])
  }

  private mutating func add(_ condition: String, _ values: [any Bindable]) {
    self.condition += " AND " + condition
    self.values += values
  }
}

extension InventoryUnit.Status {
  /// Leaves out the units that have it. Not by the column `status`, which is worked out row by row.
  fileprivate var exclusion: String {
    switch self {
    case .active: " AND (u.paused OR u.archived)"
    case .paused: " AND (NOT u.paused OR u.archived)"
    case .archived: " AND NOT u.archived"
    }
  }
}
