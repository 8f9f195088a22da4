// SPDX-License-Identifier: MIT
package import AdModel
import AdSQLite

extension AdDatabase {
  /// Takes the text of a migration that this program carries for the one that ran, and logs both.
  /// - Parameter path: The file; migrations may be pending in it.
  /// - Throws: ``StoreError`` with `alteredMigrations` where another text is recorded by now.
  package static func acceptMigration(
    _ version: Int, insteadOf stored: String, path: String, by actor: String, at time: Timestamp
  ) throws {
    try StoreError.translating(path) {
      let connection = try Connection(path: path, mode: .readWrite, configuration: configuration)
      try connection.transaction(.write) {
        guard try schema.accept(version, insteadOf: stored, on: connection) else {
          throw StoreError(
            .alteredMigrations, "the record of migration \(version) in '\(path)' has changed",
            recovery: .compareMigrations)
        }
        let carried = schema.migrations.first { $0.version == version }?.sql
        // Named because the optimizer of Swift 6.3.1 fails on a temporary edit.
        var edit = InventoryEdit(connection, actor: actor, time: time)
        try edit.log(
          .set, .setting, .shared("migration \(version)"),
          before: InventoryDocument.text { $0.member("sql", stored) },
          after: InventoryDocument.text { $0.member("sql", carried) })
      }
      try connection.close()
    }
  }
}
