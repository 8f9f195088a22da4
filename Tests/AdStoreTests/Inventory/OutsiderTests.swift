// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import Testing

@testable import AdStore

/// What other programs do to the file: the schema refuses what we could not read back, and what
/// gets past it is reported instead of believed.
@Suite struct OutsiderTests {
  private let inventory: TemporaryInventory
  private let outsider: Connection

  init() throws {
    inventory = try TemporaryInventory()
    try inventory.change { edit in
      let targeting = try AdTargeting([TargetingEntry(key: "k", values: ["v"])])
      try edit.add(InventoryEntry(unit: fullUnit("u"), targeting: targeting))
    }
    outsider = try inventory.store.outsider()
  }

  @Test(
    "the schema refuses what the model refuses",
    arguments: [
      "UPDATE unit_ids SET id = ''", "UPDATE unit_ids SET id = 'a b'",
      "UPDATE unit_ids SET id = 'é'", "UPDATE unit_ids SET id = 'a' || char(0) || 'b'",
      "UPDATE unit_ids SET id = hex(zeroblob(65))", "DELETE FROM unit_ids",
      "UPDATE pages SET name = 'a b'", "UPDATE pages SET display = fetch + 1",
      "UPDATE pages SET remote_fetch = 100", "UPDATE pages SET throttle = -1",
      "UPDATE pages SET unload = 9e999", "DELETE FROM pages",
      "UPDATE units SET minimum_width = 500", "UPDATE units SET initial_width = 0",
      "UPDATE units SET initial_width = '320px'", "UPDATE units SET maximum_height = 10001",
      "UPDATE units SET position = -1", "UPDATE units SET paused = 2",
      "UPDATE units SET label_text = ''", "UPDATE units SET label_font_weight = 'fat'",
      "UPDATE units SET label_font_size = 101", "UPDATE units SET page = 99",
      "UPDATE units SET ad_manager_path = 'news'", "UPDATE units SET notes = hex(zeroblob(32768))",
      "INSERT INTO unit_sizes VALUES (1, 0, 5, 9)",
      "INSERT INTO unit_sizes VALUES (1, 320, 250, 9)",
      "INSERT INTO unit_sizes VALUES (99, 1, 1, 9)",
      "INSERT INTO unit_targeting VALUES (1, 'k', 'v', 9, 9)",
      "INSERT INTO unit_targeting VALUES (1, '', 'v', 9, 9)",
      "INSERT INTO unit_targeting VALUES (1, 'l', '', 9, 9)",
      "INSERT INTO unit_targeting VALUES (1, 'l', 'v', 9, 1000)",
      "INSERT INTO unit_targeting VALUES (99, 'l', 'v', 9, 9)",
      "INSERT INTO app_targeting VALUES ('everyone', 'k', 'v', 0, 0)",
      "UPDATE changes SET actor = 'someone else'", "DELETE FROM changes",
    ])
  func refused(sql: String) throws {
    #expect {
      try outsider.execute(sql)
    } throws: { error in
      (error as? SQLiteError)?.code.primary == .constraint
    }
  }

  @Test func `another program's unit is seen at once, and ours by it`() throws {
    try outsider.execute("INSERT INTO unit_ids (id) VALUES ('theirs')")
    try outsider.execute(
      """
      INSERT INTO units (unit, initial_width, initial_height, label_shown, label_text,
        label_font_size, label_font_weight, notes)
      SELECT unit, 320, 320, 0, 'annonce', 10, 'bold', '' FROM unit_ids WHERE id = 'theirs'
      """)
    let id = try AdUnitID("theirs")
    #expect(try inventory.repository.read { try $0.unit(id) } == InventoryUnit(id: id))
    try inventory.change { try $0.archive(id) }
    let status = try outsider.prepare("SELECT status FROM units WHERE unit = 2") {
      try $0.first { $0.text(0) }
    }
    #expect(status == "archived")
  }

  @Test(
    "what got past the schema is reported as damage, with the value's name",
    arguments: [
      ("UPDATE units SET label_font_weight = 'fat'", "label font weight"),
      ("UPDATE units SET minimum_width = 399", "initial width"),
      ("UPDATE units SET ad_manager_path = 'news'", "Ad Manager path"),
      ("UPDATE unit_targeting SET value = ''", "targeting value"),
    ])
  func damaged(sql: String, named: String) throws {
    try outsider.execute("PRAGMA ignore_check_constraints = 1")
    try outsider.execute(sql)
    #expect {
      try inventory.repository.read { try $0.entry(AdUnitID("u")) }
    } throws: { error in
      let error = error as? StoreError
      return error?.code == .corrupt && error?.message.contains(named) == true
    }
    #expect(
      storeCode {
        _ = try inventory.repository.read {
          try $0.entries(
            matching: InventoryFilter(statuses: [.paused]))
        }
      } == .corrupt)
  }
}
