// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdStore

/// Changes that are handed on one by one.
@Suite struct ManyChangesTests {
  private struct Enough: Error {}
  private let inventory: TemporaryInventory

  init() throws {
    inventory = try TemporaryInventory()
    try inventory.add("before", page: "front")
  }

  private func change(
    dryRun: Bool = false, told: (InventoryChange) throws -> Void
  ) throws -> Int {
    try inventory.repository.changeMany(by: "tests", at: TemporaryStore.now, dryRun: dryRun) {
      edit in
      for number in 1...50 {
        let unit = InventoryUnit(id: try AdUnitID("unit-\(number)"), page: try PageID("sport"))
        try edit.add(InventoryEntry(unit: unit))
      }
      try edit.archive(AdUnitID("before"))
      #expect(edit.changes.isEmpty && edit.changeCount == 52)
      #expect(try edit.loggedChanges().count == 52)
      #expect(try edit.addedPages().map(\.page.rawValue) == ["sport"])
    } told: {
      try told($0)
    }
  }

  @Test(arguments: [false, true])
  func `they are told in their order and as the log has them, and a dry run leaves none`(
    isDry: Bool
  ) throws {
    let before = try inventory.log()
    var told: [InventoryChange] = []
    let count = try change(dryRun: isDry) { told.append($0) }
    #expect(count == 52 && told.count == 52)
    #expect(told.map(\.number) == told.map(\.number).sorted())
    let log = try inventory.repository.read { Array(try $0.changes().reversed()) }
    if isDry {
      #expect(try inventory.log() == before)
      #expect(try inventory.ids() == ["before"])
    } else {
      #expect(Array(log.suffix(52)) == told)
    }
  }

  @Test func `whoever wants to hear no more takes nothing back that is stored`() throws {
    #expect(throws: Enough.self) { try change { _ in throw Enough() } }
    #expect(try inventory.ids().count == 50)
  }

  @Test func `where nothing is changed, nothing is told`() throws {
    let count = try inventory.repository.changeMany(by: "tests", at: TemporaryStore.now) { _ in
    } told: { _ in
      Issue.record("there was no change")
    }
    #expect(count == 0)
  }
}
