// SPDX-License-Identifier: MIT
package import AdStore

extension CommandRun {
  /// The database file: `--db`, else `$ADVIEW_DB`, else `adview.sqlite` here.
  package var databasePath: String {
    get throws(Failure) {
      var named = input[GlobalOptions.database]
      if named == nil { named = try host.variable("ADVIEW_DB") }
      return named.flatMap { $0.isEmpty ? nil : $0 } ?? "adview.sqlite"
    }
  }

  /// Opens the database, and closes it when the command has used it.
  /// - Parameters:
  ///   - access: What it is opened for.
  ///   - body: Uses it.
  /// - Returns: What `body` returns.
  /// - Throws: `StoreError`, or what `body` throws.
  package func withDatabase<Result>(
    _ access: AdDatabase.Access, _ body: (AdDatabase) throws -> Result
  ) throws -> Result {
    let database = try AdDatabase(
      path: try databasePath, access: access, busyTimeout: host.busyTimeout)
    let result = try body(database)
    try database.close()
    if access == .readWrite, !isDryRun { output.reportsStoredWork = true }
    return result
  }

  /// Reads the inventory as it is at one moment.
  /// - Parameter body: Reads, and may print meanwhile.
  /// - Returns: What `body` returns.
  /// - Throws: `StoreError`, or what `body` throws.
  package func readInventory<Result: Sendable>(
    _ body: (borrowing InventorySnapshot) throws -> Result
  ) throws -> Result {
    try withDatabase(.readOnly) { try InventoryRepository($0).read(body) }
  }

  /// Changes the inventory in one transaction and prints what was changed; with `--dry-run`, prints
  /// what would be.
  /// - Parameter body: Makes the changes.
  /// - Throws: `StoreError`, or what `body` throws; nothing has changed then.
  package func changeInventory(_ body: (inout InventoryEdit) throws -> Void) throws {
    let changes = try withDatabase(.readWrite) { database in
      try InventoryRepository(database).change(by: actor, at: now, dryRun: isDryRun, body)
    }
    try ChangeReport.print(changes, run: self)
  }
}
