// SPDX-License-Identifier: MIT
package import AdModel
import AdSQLite

extension InventorySnapshot {
  /// Hands on the units that meet a filter with everything that they send, one by one, in the
  /// order of their ids.
  /// - Throws: ``StoreError`` with `noSuchPage` for an unknown page, or whatever `body` throws,
  ///   which ends the walk.
  /// - Complexity: One pass over the units and their targeting; each page's is read once.
  package func forEachEffectiveEntry(
    matching filter: InventoryFilter = .standard, debugging: Bool = false,
    _ body: (InventoryUnit, EffectiveTargeting) throws -> Void
  ) throws {
    let app = (TargetingScope.app, try targeting(of: .shared("app")))
    let debug = debugging ? try targeting(of: .shared("debug")) : AdTargeting()
    var pages: [PageID: AdTargeting] = [:]
    try forEachEntry(matching: filter) { entry in
      var scopes = [app]
      if let page = entry.unit.page {
        let known = try pages[page] ?? targeting(of: .page(page))
        pages[page] = known
        scopes.append((.page(page), known))
      }
      scopes.append((.unit(entry.unit.id), entry.targeting))
      scopes.append((.debug, debug))
      try body(entry.unit, EffectiveTargeting(widestFirst: scopes))
    }
  }
}
