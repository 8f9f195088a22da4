// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate
import TestSupport
import Testing

@testable import AdStore

@Suite struct AdoptingTests {
  private let phone: TemporaryInventory
  private var database: AdDatabase { phone.repository.database }

  init() throws { phone = try TemporaryInventory() }

  private func published() throws -> [UInt8] {
    try phone.repository.read { try PublishedInventory(of: $0).document() }
  }

  private func described(_ generation: Int64, _ document: [UInt8]) throws -> PublishedGeneration {
    try #require(
      PublishedGeneration(
        TargetFile(
          path: PublishedGeneration.wholeName, holding: document,
          custom: PublishedGeneration.custom(generation))))
  }

  private func whole(
    _ generation: Int64, _ inventory: PublishedInventory
  ) throws -> InventoryPublication {
    let bytes = try inventory.document()
    return try publication(generation, bytes, holding: bytes)
  }

  private func difference(
    _ generation: Int64, from old: PublishedInventory, to new: PublishedInventory
  ) throws -> InventoryPublication {
    try publication(
      generation, try new.document(), holding: try old.difference(to: new), isDifference: true)
  }

  /// As an update gives it that begins now.
  private func publication(
    _ generation: Int64, _ document: [UInt8], holding bytes: [UInt8], isDifference: Bool = false
  ) throws -> InventoryPublication {
    InventoryPublication(
      try described(generation, document), bytes: bytes, isDifference: isDifference,
      after: try StoredUpdate(database: database).generation())
  }

  private func random(_ seed: UInt64) throws -> PublishedInventory {
    var random = RandomInventory(random: SeededRandom(seed: seed))
    return try PublishedInventory(try random.content(), InventorySettings())
  }

  @Test func `whatever a phone had, it has the publication then, whole or by a difference`() throws
  {
    for seed in UInt64(1)...12 {
      let (old, new) = (try random(seed), try random(seed + 100))
      try database.adopt(try whole(Int64(seed) * 2, old), at: TemporaryStore.now)
      #expect(try published() == (try old.document()))
      try database.adopt(
        try difference(Int64(seed) * 2 + 1, from: old, to: new), at: TemporaryStore.now)
      #expect(try published() == (try new.document()))
      #expect(try database.updateStatus().generation == Int64(seed) * 2 + 1)
    }
  }

  @Test func `what is not published stays: notes, the debug switch, what the history may have`()
    throws
  {
    try phone.change { edit in
      try edit.add(InventoryEntry(unit: fullUnit("u")))
      try edit.setSettings {
        $0.isDebugging = true
        $0.historyDays = 9
      }
    }
    var unit = InventoryUnit(id: try AdUnitID("u"))
    unit.status = .paused
    let inventory = try PublishedInventory(
      InventoryContent(units: [InventoryEntry(unit: unit)]), InventorySettings())
    try database.adopt(try whole(1, inventory), at: TemporaryStore.now)
    let (kept, settings) = try phone.repository.read {
      (try $0.unit(AdUnitID("u")), try $0.settings())
    }
    #expect(kept.notes == (try fullUnit("u").notes))
    #expect(kept.status == .paused)
    #expect(kept.adManagerPath == nil)
    #expect(settings.isDebugging)
    #expect(settings.historyDays == 9)
  }

  @Test func `it is logged under the publication's name, and can be reverted`() throws {
    try phone.add("a", "b", page: "home")
    let before = try published()
    let changes = try database.adopt(
      try whole(17, try random(5)), at: TemporaryStore.now.advanced(by: 1))
    #expect(!changes.isEmpty)
    #expect(changes.allSatisfy { $0.actor == "publication 17" })
    try phone.change { try $0.revert(changes.map(\.number)) }
    #expect(try published() == before)
  }

  @Test func `what is the same already is not logged`() throws {
    let inventory = try random(3)
    try database.adopt(try whole(1, inventory), at: TemporaryStore.now)
    #expect(try database.adopt(try whole(2, inventory), at: TemporaryStore.now).isEmpty)
    #expect(try database.updateStatus().generation == 2)
  }

  @Test func `a difference to another inventory changes nothing, and the whole is taken next`()
    throws
  {
    let (old, new) = (try random(1), try random(2))
    try database.adopt(try whole(1, old), at: TemporaryStore.now)
    try phone.add("of-our-own")
    let before = try published()
    #expect(
      storeCode {
        _ = try database.adopt(difference(2, from: old, to: new), at: TemporaryStore.now)
      }
        == .otherInventory)
    #expect(try published() == before)
    #expect(try database.updateStatus().generation == nil)
  }

  @Test func `what another process took over meanwhile is not taken back`() throws {
    let (old, new) = (try random(1), try random(2))
    let (late, same) = (try whole(5, old), try whole(6, new))
    try database.adopt(try whole(6, new), at: TemporaryStore.now)
    #expect(
      storeCode { _ = try database.adopt(late, at: TemporaryStore.now) } == .changedSince)
    #expect(try published() == (try new.document()))
    #expect(try database.adopt(same, at: TemporaryStore.now).isEmpty)
    #expect(try database.updateStatus().generation == 6)
  }

  @Test func `what is no publication changes nothing`() throws {
    try phone.add("a")
    let before = try published()
    let bytes = Array(#"{"adviewPublication":1,"needs":1,"settings":{}}"#.utf8)
    let broken = try publication(1, bytes, holding: bytes)
    let error = #expect(throws: InvalidValue.self) {
      try database.adopt(broken, at: TemporaryStore.now)
    }
    #expect(error?.code == .malformed)
    #expect(try published() == before)
    #expect(try database.updateStatus().generation == nil)
    #expect(try database.updateStatus().refusal?.hasPrefix("publication") == true)
  }
}
