// SPDX-License-Identifier: MIT
package import AdModel

/// The overlap of an inventory with a document that it was compared with.
package struct InventoryOverlap: Hashable, Sendable {
  /// How many units of the document were in the inventory just so.
  package internal(set) var unchangedUnits = 0
  /// How many pages of the document were in the inventory just so.
  package internal(set) var unchangedPages = 0
  /// The units that only the inventory has, by id, and that are not archived.
  package internal(set) var missingUnits: [AdUnitID] = []
  /// The pages that only the inventory has, by name.
  package internal(set) var missingPages: [PageID] = []

  /// Nothing in common yet.
  package init() {}
}

extension InventoryEdit {
  /// Makes the inventory what a document says. What only the inventory has stays as it is: nothing
  /// is ever deleted.
  /// - Parameters:
  ///   - content: The content of the document.
  ///   - archivingMissing: Whether units that the document does not name are archived.
  ///   - progress: Told before each unit how many are done; what it throws ends the work.
  /// - Returns: What was so already, and what the document does not name.
  /// - Throws: `InvalidValue` where two things of the content contradict one another;
  ///   ``StoreError``.
  /// - Complexity: A few look-ups by key for each page and unit of the document, and one pass over
  ///   the inventory.
  package mutating func apply(
    _ content: InventoryContent, archivingMissing: Bool,
    progress: (_ done: Int) throws -> Void = { _ in }
  ) throws -> InventoryOverlap {
    var overlap = InventoryOverlap()
    try replaceTargeting(with: content.app, for: .app)
    try replaceTargeting(with: content.debug, for: .debug)
    for entry in content.pages {
      let before = changes.count
      try setPage(entry.page.id) { $0 = entry.page }
      try replaceTargeting(with: entry.targeting, for: .page(entry.page.id))
      if changes.count == before { overlap.unchangedPages += 1 }
    }
    for (done, entry) in content.units.enumerated() {
      try progress(done)
      let before = changes.count
      let id = entry.unit.id
      if try inventory.contains(id) {
        try set(id) { $0 = entry.unit }
        try replaceTargeting(with: entry.targeting, for: .unit(id))
      } else {
        try add(entry)
      }
      if changes.count == before { overlap.unchangedUnits += 1 }
    }
    let units = Set(content.units.map(\.unit.id))
    let pages = Set(content.pages.map(\.page.id))
    try inventory.forEachUnit { unit in
      if !units.contains(unit.id) { overlap.missingUnits.append(unit.id) }
    }
    overlap.missingPages = try inventory.pages().map(\.page.id).filter { !pages.contains($0) }
    if archivingMissing {
      for id in overlap.missingUnits { try archive(id) }
    }
    return overlap
  }
}
