// SPDX-License-Identifier: MIT

extension MigrationRunner {
  /// Records the text that the program carries as that of a migration that ran with another text.
  ///
  /// For an edit that changes nothing, of a comment or a space: the migration is not run again.
  ///
  /// - Parameter stored: The text that is recorded; where another one is by now, nothing is
  ///   changed.
  /// - Returns: Whether the record was changed.
  /// - Throws: `SQLiteError`.
  package func accept(
    _ version: Int, insteadOf stored: String, on connection: Connection
  ) throws -> Bool {
    guard let migration = migrations.first(where: { $0.version == version }) else { return false }
    try connection.statement(
      "UPDATE schema_migrations SET sql = ?1 WHERE version = ?2 AND sql = ?3"
    ).run(migration.sql, version, stored)
    return connection.changes == 1
  }
}
