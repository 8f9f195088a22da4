// SPDX-License-Identifier: MIT
package import AdModel

/// The overlap of an inventory with a document that it was compared with.
package struct InventoryOverlap: Hashable, Sendable {
  /// How many units of the document were in the inventory just so.
  package var unchangedUnits = 0
  /// How many pages of the document were in the inventory just so; nil where it names units alone.
  package internal(set) var unchangedPages: Int?
  /// The units that only the inventory has, by id, and that are not archived.
  package var missingUnits: [AdUnitID] = []
  /// The pages that only the inventory has, by name.
  package internal(set) var missingPages: [PageID] = []
  /// The experiments that only the inventory has, by name.
  package internal(set) var missingExperiments: [ExperimentID] = []

  /// Nothing in common yet.
  package init() {}
}

extension InventoryEdit {
  /// Makes a unit and its targeting what an entry says.
  /// - Parameter stored: What the inventory has; nil where it has no such unit.
  /// - Returns: Whether anything was changed.
  /// - Throws: `InvalidValue`; ``StoreError``.
  /// - Complexity: Nothing is read or written where both are the same, byte by byte.
  @discardableResult
  package mutating func put(
    _ entry: InventoryEntry, over stored: InventoryEntry?
  ) throws -> Bool {
    guard let stored else {
      try add(entry)
      return true
    }
    let before = changeCount
    if !FieldTable<InventoryUnit>.units.areSame(entry.unit, stored.unit) {
      try set(entry.unit.id) { $0 = entry.unit }
    }
    if entry.targeting != stored.targeting {
      try replaceTargeting(with: entry.targeting, for: .unit(entry.unit.id))
    }
    return changeCount > before
  }

  /// Makes the inventory what a document says. What only the inventory has stays as it is: nothing
  /// is ever deleted.
  /// - Parameters:
  ///   - progress: Told before each unit how many are done; what it throws ends the work.
  /// - Returns: What was so already, and what the document does not name.
  /// - Throws: `InvalidValue` where two things of the content contradict one another;
  ///   ``StoreError``.
  /// - Complexity: A few look-ups by key for each page and unit of the document, and one pass over
  ///   the inventory.
  package mutating func apply(
    _ content: InventoryContent, progress: (_ done: Int) throws -> Void = { _ in }
  ) throws -> InventoryOverlap {
    var overlap = try applyHead(of: content)
    for (done, entry) in content.units.enumerated() {
      try progress(done)
      let isChanged = try put(entry, over: try inventory.entryIfPresent(entry.unit.id))
      if !isChanged { overlap.unchangedUnits += 1 }
    }
    try noteMissing(from: content, units: Set(content.units.map(\.unit.id)), in: &overlap)
    return overlap
  }

  /// Makes of the inventory what a document says but for its units: those are only given their new ids.
  mutating func applyHead(of content: InventoryContent) throws -> InventoryOverlap {
    var overlap = InventoryOverlap()
    if let settings = content.settings { try setSettings { $0 = settings } }
    for (id, former) in content.formerIDs.sorted(by: { $0.key < $1.key })
    where try inventory.contains(former) && !inventory.contains(id) {
      try rename(former, to: id)
    }
    try replaceTargeting(with: content.app, for: .app)
    try replaceTargeting(with: content.debug, for: .debug)
    var unchangedPages = 0
    for entry in content.pages {
      let before = changeCount
      try setPage(entry.page.id) { $0 = entry.page }
      try replaceTargeting(with: entry.targeting, for: .page(entry.page.id))
      if changeCount == before { unchangedPages += 1 }
    }
    overlap.unchangedPages = unchangedPages
    for experiment in content.experiments { try put(experiment) }
    return overlap
  }

  /// Notes what only the inventory has.
  /// - Parameter units: The units that the document names.
  func noteMissing(
    from content: InventoryContent, units: Set<AdUnitID>, in overlap: inout InventoryOverlap
  ) throws {
    let pages = Set(content.pages.map(\.page.id))
    if content.listsUnits { overlap.missingUnits = try inventory.unitIDs { !units.contains($0) } }
    if content.listsPages {
      overlap.missingPages = try inventory.pages().map(\.page.id).filter { !pages.contains($0) }
    }
    let experiments = Set(content.experiments.map(\.id))
    if content.listsExperiments {
      overlap.missingExperiments = try inventory.experiments().map(\.id).filter {
        !experiments.contains($0)
      }
    }
  }

  /// Takes away what a document does not name: experiments, and the pages on which no unit is left that is
  /// not archived.
  /// - Throws: ``StoreError``.
  package mutating func removeMissing(in overlap: InventoryOverlap) throws {
    for experiment in overlap.missingExperiments { try removeExperiment(experiment) }
    for page in overlap.missingPages
    where try inventory.count(matching: InventoryFilter(page: page)) == 0 {
      try removePage(page)
    }
  }
}
