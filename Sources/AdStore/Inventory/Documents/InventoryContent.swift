// SPDX-License-Identifier: MIT
package import AdModel

/// A whole inventory as a value: what a document of it holds, and nothing of consent, history or
/// the debug switch.
package struct InventoryContent: Hashable, Sendable {
  /// A page with the targeting that is set for the page itself.
  package struct PageEntry: Hashable, Sendable {
    /// The page.
    package var page: InventoryPage
    /// Its own targeting.
    package var targeting: AdTargeting

    /// Puts a page and its targeting together.
    package init(page: InventoryPage, targeting: AdTargeting = AdTargeting()) {
      self.page = page
      self.targeting = targeting
    }
  }

  /// The version of the document.
  package static let version: Int64 = 1

  /// The targeting of every unit of the app.
  package var app: AdTargeting
  /// The targeting that comes on top while debugging.
  package var debug: AdTargeting
  /// The pages, each name once.
  package var pages: [PageEntry]
  /// The units with their own targeting, archived ones too, each id once.
  package var units: [InventoryEntry]
  /// The experiments, each name once.
  package var experiments: [Experiment] = []
  /// The settings; nil where the document says nothing of them.
  package var settings: InventorySettings?
  /// What units of the document were called before, by their ids of today.
  package var formerIDs: [AdUnitID: AdUnitID] = [:]
  /// Whether the document has a list of units; one that is left out is not one that is empty.
  package var listsUnits = true
  /// Whether the document has a list of pages.
  package var listsPages = true
  /// Whether the document has a list of experiments.
  package var listsExperiments = true

  /// Puts an inventory together.
  package init(
    app: AdTargeting = AdTargeting(), debug: AdTargeting = AdTargeting(), pages: [PageEntry] = [],
    units: [InventoryEntry] = []
  ) {
    self.app = app
    self.debug = debug
    self.pages = pages
    self.units = units
  }

  /// The document, in the order in which pages and units stand here: one line a value, so that two
  /// documents can be compared line by line.
  /// - Returns: The text in UTF-8, with a line end after it.
  /// - Throws: `JSONError` for a number that is not finite, which no checked inventory holds.
  /// - Complexity: Linear in the size of the inventory.
  package func document() throws(JSONError) -> [UInt8] {
    var writer = JSONWriter(.pretty)
    try writer.object { document throws(JSONError) in try write(to: &document) }
    writer.endLine()
    return writer.bytes
  }

  /// Writes the members of the document.
  func write(to document: inout JSONWriter) throws(JSONError) {
    try writeHead(to: &document)
    try document.array("units") { array throws(JSONError) in
      for entry in units { try Self.write(entry, to: &array) }
    }
    try writeTail(to: &document)
  }

  /// Writes the members before the units.
  fileprivate func writeHead(to document: inout JSONWriter) throws(JSONError) {
    document.member("adviewInventory", Self.version)
    document.object("targeting") { object in
      InventoryDocument.write(app, as: "app", to: &object)
      InventoryDocument.write(debug, as: "debug", to: &object)
    }
    try document.array("pages") { array throws(JSONError) in
      for entry in pages {
        try array.object { object throws(JSONError) in
          try InventoryDocument.write(entry.page, to: &object)
          InventoryDocument.write(entry.targeting, to: &object)
        }
      }
    }
  }

  fileprivate static func write(
    _ entry: InventoryEntry, to array: inout JSONWriter
  ) throws(JSONError) {
    try array.object { object throws(JSONError) in
      try InventoryDocument.write(entry.unit, targeting: entry.targeting, to: &object)
    }
  }

  /// Writes the members behind the units.
  fileprivate func writeTail(to document: inout JSONWriter) throws(JSONError) {
    try document.array("experiments") { array throws(JSONError) in
      for experiment in experiments {
        try array.object { object throws(JSONError) in
          try InventoryDocument.write(experiment, to: &object)
        }
      }
    }
    guard let settings else { return }
    try document.object("settings") { object throws(JSONError) in
      for field in FieldTable<InventorySettings>.settings.documented {
        try object.member(field.key, field.value(settings))
      }
    }
  }
}

extension InventorySnapshot {
  /// Reads everything that a document of the inventory holds but the settings.
  /// - Returns: Pages by name and units by id, archived ones too.
  /// - Throws: ``StoreError``.
  /// - Complexity: One pass over units, sizes and targeting; the whole inventory is in memory.
  package func content() throws -> InventoryContent {
    var content = try contentWithoutUnits()
    content.units = try entries(matching: .everything)
    return content
  }

  /// Hands on the document of the inventory and its settings in pieces, each of whole units.
  /// - Parameter take: Takes the next piece.
  /// - Throws: ``StoreError``, or whatever `take` throws.
  /// - Complexity: One pass over units, sizes and targeting; no more than a piece of some 64 KiB is in memory.
  package func writeDocument(_ take: ([UInt8]) throws -> Void) throws {
    let content = try headWithSettings()
    var writer = JSONWriter(.pretty)
    try writer.object { document in
      try content.writeHead(to: &document)
      try document.array("units") { array in
        try forEachEntry(matching: .everything) { entry in
          try InventoryContent.write(entry, to: &array)
          if array.bytes.count >= 1 << 16 { try take(array.takeBytes()) }
        }
      }
      try content.writeTail(to: &document)
    }
    writer.endLine()
    try take(writer.bytes)
  }

  /// Reads what a document holds but the units.
  func headWithSettings() throws -> InventoryContent {
    var content = try contentWithoutUnits()
    content.settings = try settings()
    return content
  }

  private func contentWithoutUnits() throws -> InventoryContent {
    var content = InventoryContent(
      app: try targeting(of: .app), debug: try targeting(of: .debug),
      pages: try pages().map { page, _ in
        InventoryContent.PageEntry(page: page, targeting: try targeting(of: .page(page.id)))
      })
    content.experiments = try experiments()
    return content
  }
}
