// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

extension InventoryEdit {
  /// Gives settings other values, which outlive restarts; each that changes is logged. One that is
  /// given its default is as if it had never been set.
  /// - Parameter change: Changes the settings that it is given.
  /// - Throws: What `change` throws; `InvalidValue` for values that contradict each other;
  ///   ``StoreError`` of what writing meets.
  public mutating func setSettings(_ change: (inout InventorySettings) throws -> Void) throws {
    let old = try inventory.settings()
    var settings = old
    try change(&settings)
    let table = FieldTable<InventorySettings>.settings
    try table.check(settings)
    let ruling = try LedgerRuling.stored(connection)
    for field in table.fields {
      let (before, after) = (field.value(old), field.value(settings))
      guard before != after, let name = field.settingName else { continue }
      if after == field.value(table.standard) {
        try connection.statement("DELETE FROM settings WHERE name = ?").run(name)
      } else {
        try connection.statement(
          """
          INSERT INTO settings VALUES (?, ?)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value
          """
        ).run(name, field.kind.stored(after))
      }
      try log(
        .set, .setting, .shared(name),
        before: try InventoryDocument.text { object throws(JSONError) in
          try object.member(field.key, before)
        },
        after: try InventoryDocument.text { object throws(JSONError) in
          try object.member(field.key, after)
        })
    }
    let next = try LedgerRuling.stored(connection)
    if next != ruling { try LedgerWriter(connection, as: origin).append(.ruled(next), at: time) }
  }

  /// Switches debugging on or off.
  /// - Parameter isOn: Whether debugging is on from now on.
  /// - Throws: ``StoreError``.
  public mutating func setDebugging(_ isOn: Bool) throws {
    try setSettings { $0.isDebugging = isOn }
  }
}
