// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import Testing

@testable import AdStore

@Suite struct AdDatabaseMaintenanceTests {
  private let inventory: TemporaryInventory
  private var database: AdDatabase { inventory.repository.database }

  init() throws {
    inventory = try TemporaryInventory()
    try inventory.change { try $0.addSample() }
  }

  @Test func `a backup is the whole database, for its owner alone`() throws {
    let path = inventory.store.file("backup.sqlite")
    try database.backUp(to: path)
    #expect(try inventory.store.permissions(of: "backup.sqlite") == 0o600)
    let copy = InventoryRepository(try AdDatabase(path: path, access: .readWrite))
    #expect(
      try copy.read { try $0.entries() } == inventory.repository.read { try $0.entries() })
    #expect(
      try copy.read { try $0.changes() } == inventory.repository.read { try $0.changes() })
  }

  @Test func `a backup replaces nothing, and one that is stopped leaves nothing`() throws {
    let path = inventory.store.file("backup.sqlite")
    try database.write { connection in
      let insert = try connection.statement("INSERT INTO settings VALUES (?, hex(zeroblob(2000)))")
      for number in 0..<500 { try insert.run("\(number)") }
    }
    #expect(storeCode { try database.backUp(to: path) { _, _ in false } } == .interrupted)
    #expect(try !inventory.store.contents().contains("backup.sqlite"))
    try database.backUp(to: path)
    #expect(storeCode { try database.backUp(to: path) } == .fileExists)
    let nowhere = inventory.store.file("no/backup.sqlite")
    #expect(storeCode { try database.backUp(to: nowhere) } == .cannotCreate)
  }

  @Test func `a sound file has no findings, and a dangling reference is one`() throws {
    #expect(try database.findDamage() == [])
    let outsider = try inventory.store.outsider()
    try outsider.execute("PRAGMA foreign_keys = 0; DELETE FROM pages WHERE name = 'article'")
    let finding = "a row of units refers to a row of pages that does not exist"
    #expect(try database.findDamage().contains(finding))
  }
}
