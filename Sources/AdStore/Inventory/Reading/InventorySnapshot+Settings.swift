// SPDX-License-Identifier: MIT
import SQLiteKit

extension InventorySnapshot {
  /// Says whether debugging is switched on in this database.
  /// - Returns: Whether it is; it is not until someone switches it on.
  /// - Throws: ``StoreError``.
  public func isDebugging() throws -> Bool {
    try connection.statement("SELECT value FROM settings WHERE name = 'debug'")
      .first { $0.text(0) == "on" } ?? false
  }
}
