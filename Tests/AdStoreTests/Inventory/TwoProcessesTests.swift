// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdStore

@Suite struct TwoProcessesTests {
  /// Adds units one by one, each in a transaction of its own.
  private static func addUnits(_ prefix: String, to path: String) throws {
    let inventory = InventoryRepository(try AdDatabase(path: path, access: .readWrite))
    for number in 0..<40 {
      try inventory.change(by: prefix, at: TemporaryStore.now) { edit in
        try edit.add(InventoryEntry(unit: InventoryUnit(id: AdUnitID("\(prefix)-\(number)"))))
      }
    }
    try inventory.database.close()
  }

  @Test func `two processes write at once, and nothing that either was told is stored is lost`()
    async throws
  {
    let inventory = try TemporaryInventory()
    let path = inventory.store.path
    async let other: ExitTest.Result? = #expect(processExitsWith: .success) {
      [path = path as String] in
      try Self.addUnits("theirs", to: path)
    }
    try Self.addUnits("ours", to: path)
    _ = await other
    let ids = try inventory.ids()
    #expect(ids.filter { $0.hasPrefix("ours-") }.count == 40)
    #expect(ids.filter { $0.hasPrefix("theirs-") }.count == 40)
    let log = try inventory.repository.read { try $0.changes() }
    #expect(log.map(\.number) == Array((1...80).reversed()))
    #expect(try inventory.repository.database.findDamage() == [])
  }
}
