// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdStore

@Suite struct InventoryContentTests {
  private func apply(
    _ content: InventoryContent, into inventory: TemporaryInventory, archivingMissing: Bool = false
  ) throws -> (changes: [InventoryChange], overlap: InventoryOverlap) {
    var overlap = InventoryOverlap()
    let changes = try inventory.change { edit in
      overlap = try edit.apply(content)
      for id in archivingMissing ? overlap.missingUnits : [] { try edit.archive(id) }
    }
    return (changes, overlap)
  }

  private func document(of inventory: TemporaryInventory) throws -> [UInt8] {
    try inventory.repository.read { try $0.content() }.document()
  }

  @Test func `what is exported and imported elsewhere is exported as the same bytes`() throws {
    try Fuzz.forEachSeed(30) { seed, random in
      var source = RandomInventory(random: random)
      let content = try source.content()
      let first = try TemporaryInventory()
      _ = try apply(content, into: first)
      let document = try document(of: first)
      let second = try TemporaryInventory()
      let read = try InventoryContent(document: document)
      let taken = try apply(read, into: second)
      #expect(try self.document(of: second) == document, "seed \(seed)")
      #expect(taken.overlap.unchangedUnits == 0, "seed \(seed)")
      let again = try apply(read, into: second)
      #expect(again.changes.isEmpty, "seed \(seed): \(again.changes)")
      #expect(again.overlap.unchangedUnits == content.units.count, "seed \(seed)")
      #expect(again.overlap.unchangedPages == content.pages.count, "seed \(seed)")
    }
  }

  @Test func `any inventory becomes any other, and every change is in the log`() throws {
    try Fuzz.forEachSeed(20) { seed, random in
      var source = RandomInventory(random: random)
      let contents = [try source.content(), try source.content()]
      let changed = try TemporaryInventory()
      _ = try apply(contents[0], into: changed)
      let made = try apply(contents[1], into: changed, archivingMissing: true).changes
      let fresh = try TemporaryInventory()
      _ = try apply(contents[1], into: fresh)
      let wanted = try fresh.repository.read { try $0.content() }
      let found = try changed.repository.read { try $0.content() }
      let names = Set(wanted.units.map(\.unit.id))
      #expect(found.units.filter { names.contains($0.unit.id) } == wanted.units, "seed \(seed)")
      #expect(
        found.units.allSatisfy { names.contains($0.unit.id) || $0.unit.status == .archived },
        "seed \(seed)")
      #expect(found.app == wanted.app && found.debug == wanted.debug, "seed \(seed)")
      let log = try changed.repository.read { try $0.changes(limit: made.count) }
      #expect(log.reversed() == made, "seed \(seed)")
      #expect(log.allSatisfy { $0.actor == "tests" }, "seed \(seed)")
    }
  }

  @Test func `an import that only looks the same is a change`() throws {
    let inventory = try TemporaryInventory()
    var unit = InventoryUnit(id: try AdUnitID("a"), notes: "\u{E9}")
    _ = try apply(InventoryContent(units: [InventoryEntry(unit: unit)]), into: inventory)
    unit.notes = "e\u{301}"
    let content = InventoryContent(units: [InventoryEntry(unit: unit)])
    #expect(try apply(content, into: inventory).changes.count == 1)
    #expect(try document(of: inventory) == content.document())
  }

  @Test func `what the document does not name is left alone, or archived where asked for`() throws {
    let inventory = try TemporaryInventory()
    try inventory.add("kept", "gone", "old", page: "news")
    try inventory.change { try $0.archive(AdUnitID("old")) }
    let content = InventoryContent(
      units: [InventoryEntry(unit: InventoryUnit(id: try AdUnitID("kept")))])
    let (_, overlap) = try apply(content, into: inventory)
    #expect(overlap.missingUnits.map(\.rawValue) == ["gone"])
    #expect(overlap.missingPages.map(\.rawValue) == ["news"])
    #expect(try inventory.ids() == ["gone", "kept"])
    let (changes, _) = try apply(content, into: inventory, archivingMissing: true)
    #expect(changes.map { "\($0.verb) \($0.name)" } == ["archive gone"])
    #expect(try inventory.ids() == ["kept"])
    #expect(try apply(content, into: inventory, archivingMissing: true).changes.isEmpty)
  }
}
