// SPDX-License-Identifier: MIT
import AdModel

extension InventoryEdit {
  /// Makes the inventory what a publication says, no more and no less: units and pages that it does
  /// not name are removed, and the log keeps what they were. What is not published, as notes and the
  /// debug switch, stays as it is.
  /// - Throws: `InvalidValue`; ``StoreError``.
  /// - Complexity: One pass over the inventory; what is the same already is not written.
  mutating func adopt(_ publication: PublishedInventory) throws {
    isAdopting = true
    defer { isAdopting = false }
    try become(publication.content, publication.settings, keepsUnpublished: true)
  }

  /// Makes the inventory what another one is, no more and no less: units and pages that it does not
  /// have are removed, and the log keeps what they were. The debug switch stays as it is.
  /// - Throws: `InvalidValue`; ``StoreError``.
  /// - Complexity: One pass over the inventory; what is the same already is not written.
  package mutating func become(
    _ content: InventoryContent, _ settings: InventorySettings
  ) throws {
    try become(content, settings, keepsUnpublished: false)
  }

  private mutating func become(
    _ content: InventoryContent, _ settings: InventorySettings, keepsUnpublished: Bool
  ) throws {
    let stored = try inventory.content()
    try replaceTargeting(with: content.app, for: .app)
    try replaceTargeting(with: content.debug, for: .debug)
    let experiments = Set(content.experiments.map(\.id))
    for experiment in stored.experiments where !experiments.contains(experiment.id) {
      try removeExperiment(experiment.id)
    }
    for entry in content.pages {
      try setPage(entry.page.id) { page in
        let old = page
        page = entry.page
        if keepsUnpublished { try FieldTable.pages.keep(unpublished: old, in: &page) }
      }
      try replaceTargeting(with: entry.targeting, for: .page(entry.page.id))
    }
    for experiment in content.experiments {
      var experiment = experiment
      if keepsUnpublished, let old = try inventory.storedExperiment(experiment.id) {
        try FieldTable.experiments.keep(unpublished: old, in: &experiment)
      }
      try put(experiment)
    }
    let units = Dictionary(stored.units.map { ($0.unit.id, $0) }) { first, _ in first }
    for entry in content.units {
      var entry = entry
      let old = units[entry.unit.id]
      if let old, keepsUnpublished {
        try FieldTable.units.keep(unpublished: old.unit, in: &entry.unit)
      }
      try put(entry, over: old)
    }
    let named = Set(content.units.map(\.unit.id))
    for entry in stored.units where !named.contains(entry.unit.id) { try remove(entry.unit.id) }
    let pages = Set(content.pages.map(\.page.id))
    for entry in stored.pages where !pages.contains(entry.page.id) { try removePage(entry.page.id) }
    try setSettings { current in
      let old = current
      current = settings
      current.isDebugging = old.isDebugging
      if keepsUnpublished { try FieldTable.settings.keep(unpublished: old, in: &current) }
    }
  }
}
