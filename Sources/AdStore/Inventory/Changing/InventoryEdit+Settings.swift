// SPDX-License-Identifier: MIT
import AdModel
import SQLiteKit

extension InventoryEdit {
  /// Gives settings other values, which outlive restarts; each that changes is logged.
  /// - Parameter change: Changes the settings that it is given.
  /// - Throws: What `change` throws; ``StoreError`` of what writing meets.
  public mutating func setSettings(_ change: (inout InventorySettings) throws -> Void) throws {
    let old = try inventory.settings()
    var settings = old
    try change(&settings)
    for field in FieldTable<InventorySettings>.settings.fields {
      let (before, after) = (field.value(old), field.value(settings))
      guard before != after, case .setting(let name) = field.place else { continue }
      try connection.statement(
        """
        INSERT INTO settings VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """
      ).run(name, field.kind.stored(after))
      try log(
        .set, .setting, .shared(name),
        before: try InventoryDocument.text { object throws(JSONError) in
          try before.write(as: field.key, to: &object)
        },
        after: try InventoryDocument.text { object throws(JSONError) in
          try after.write(as: field.key, to: &object)
        })
    }
  }

  /// Switches debugging on or off.
  /// - Parameter isOn: Whether debugging is on from now on.
  /// - Throws: ``StoreError``.
  public mutating func setDebugging(_ isOn: Bool) throws {
    try setSettings { $0.isDebugging = isOn }
  }
}
