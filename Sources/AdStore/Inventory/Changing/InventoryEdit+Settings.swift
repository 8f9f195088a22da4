// SPDX-License-Identifier: MIT
import AdModel
import SQLiteKit

extension InventoryEdit {
  /// Switches debugging on or off; the setting outlives restarts.
  /// - Parameter isOn: Whether debugging is on from now on.
  /// - Throws: ``StoreError``.
  public mutating func setDebugging(_ isOn: Bool) throws {
    let wasOn = try inventory.isDebugging()
    guard isOn != wasOn else { return }
    try connection.statement(
      """
      INSERT INTO settings VALUES ('debug', ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """
    ).run(isOn ? "on" : "off")
    try log(
      .set, .setting, .shared("debug"),
      before: InventoryDocument.text { $0.member("debug", wasOn) },
      after: InventoryDocument.text { $0.member("debug", isOn) })
  }
}
