// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdStore

@Suite struct UnitTests {
  private let inventory: TemporaryInventory

  init() throws { inventory = try TemporaryInventory() }

  @Test func `a unit comes back exactly as it was stored, also after a restart`() throws {
    let targeting = try AdTargeting([
      TargetingEntry(key: "z", values: ["2", "1", hostileText]),
      TargetingEntry(key: hostileText, values: ["a"]),
      TargetingEntry(key: "a", values: ["1"]),
    ])
    let entry = InventoryEntry(unit: try fullUnit(), targeting: targeting)
    try inventory.change { try $0.add(entry) }
    try inventory.repository.database.close()

    let again = try inventory.reopened()
    #expect(try again.read { try $0.entry(entry.unit.id) } == entry)
    let all = InventoryFilter(statuses: InventoryUnit.Status.allCases)
    #expect(try again.read { try $0.entries(matching: all) } == [entry])
    #expect(try again.read { try $0.units(matching: all) } == [entry.unit])
  }

  @Test func `a unit that names nothing has the seeds' defaults`() throws {
    try inventory.add("u")
    let id = try AdUnitID("u")
    #expect(try inventory.repository.read { try $0.unit(id) } == InventoryUnit(id: id))
  }

  @Test func `an id stands once`() throws {
    try inventory.add("u")
    #expect(storeCode { try inventory.add("u") } == .unitExists)
    #expect(try inventory.log() == ["add unit u"])
  }

  @Test func `an unknown unit is named with the nearest one that exists`() throws {
    try inventory.add("div-gpt-ad-mobile_1", "sidebar")
    #expect {
      try inventory.repository.read { try $0.unit(AdUnitID("div-gpt-ad-mobil_1")) }
    } throws: { error in
      let error = error as? StoreError
      return error?.code == .noSuchUnit && error?.suggestions == ["div-gpt-ad-mobile_1"]
        && error?.message
          == "ad unit 'div-gpt-ad-mobil_1' not found; the closest is 'div-gpt-ad-mobile_1'"
    }
  }

  @Test func `a partial change leaves the rest, and no change is not logged`() throws {
    let unit = try fullUnit()
    try inventory.change { try $0.add(InventoryEntry(unit: unit)) }
    let changes = try inventory.change { edit in
      try edit.set(unit.id) { $0.notes = "new" }
      try edit.set(unit.id) { $0.declaredSizes = [.fixed(width: 1, height: 1), .fluid] }
      try edit.set(unit.id) { $0.page = nil }
      try edit.set(unit.id) { $0.status = .archived }
      try edit.set(unit.id) { _ in }
    }
    var expected = unit
    expected.notes = "new"
    expected.declaredSizes = [.fixed(width: 1, height: 1), .fluid]
    expected.page = nil
    expected.status = .archived
    #expect(try inventory.repository.read { try $0.unit(unit.id) } == expected)
    #expect(changes.map(\.verb) == [.set, .set, .set, .set])
  }

  @Test func `a change that breaks a rule changes nothing at all`() throws {
    try inventory.add("u")
    #expect(throws: InvalidValue.self) {
      try inventory.change { edit in
        try edit.archive(AdUnitID("u"))
        try edit.set(AdUnitID("u")) { $0.position = -1 }
      }
    }
    #expect(throws: InvalidValue.self) {
      try inventory.change { try $0.set(AdUnitID("u")) { $0.id = try AdUnitID("v") } }
    }
    #expect(try inventory.ids() == ["u"])
    #expect(try inventory.log() == ["add unit u"])
  }

  @Test func `a dry run says what it would change, and changes nothing`() throws {
    try inventory.add("u")
    let changes = try inventory.change(dryRun: true) { edit in
      try edit.add(InventoryEntry(unit: InventoryUnit(id: AdUnitID("v"), page: PageID("p"))))
      try edit.archive(AdUnitID("u"))
    }
    #expect(changes.map { "\($0.verb) \($0.name)" } == ["add p", "add v", "archive u"])
    #expect(changes[1].before == nil)
    #expect(changes[1].after?.hasPrefix(#"{"adUnitId":"v","page":"p","position":null,"#) == true)
    #expect(changes[2].before == #"{"status":"active"}"#)
    #expect(changes[2].after == #"{"status":"archived"}"#)
    #expect(try inventory.ids() == ["u"])
    #expect(try inventory.log() == ["add unit u"])
    #expect(try inventory.repository.read { try $0.pages() }.isEmpty)
  }

  @Test func `the actor of a change must be named`() throws {
    for actor in ["", String(repeating: "a", count: 129)] {
      #expect(throws: InvalidValue.self) {
        try inventory.repository.change(by: actor, at: TemporaryStore.now) { _ in }
      }
    }
  }

  @Test func `the sample is the guide's three units`() throws {
    let changes = try inventory.change { try $0.addSample() }
    #expect(
      try inventory.ids() == ["div-gpt-ad-mobile_1", "div-gpt-ad-mobile_2", "div-gpt-ad-mobile_3"])
    #expect(changes.count == 9)
    #expect(storeCode { try inventory.change { try $0.addSample() } } == .unitExists)
  }
}
