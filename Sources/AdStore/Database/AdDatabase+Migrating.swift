// SPDX-License-Identifier: MIT
public import AdModel
package import AdSQLite
package import AdSystem

extension AdDatabase {
  /// The migrations that this program carries.
  package static let schema = MigrationRunner(Migrations.all)

  /// Creates a database that its owner alone can read, and opens it.
  /// - Parameters:
  ///   - path: The new file; whatever exists there is refused and not touched. `:memory:` is
  ///     ``inMemory(now:)``.
  ///   - now: The time to record for the migrations.
  /// - Throws: ``StoreError`` with `fileExists`, `cannotCreate` or `full`. No file is left then.
  public static func create(path: String, now: Timestamp) throws -> AdDatabase {
    if path == unnamed { return try inMemory(now: now) }
    try create(path: path, now: now, layer: .system) { _ in }
    return try AdDatabase(path: path, access: .readWrite)
  }

  /// Creates a database with something in it: all of it is there or no file is.
  /// - Parameters:
  ///   - path: The new file; whatever exists there is refused and not touched.
  ///   - fill: Puts into the database what it shall hold from the beginning.
  /// - Throws: ``StoreError`` with `fileExists`, `cannotCreate` or `full`; what `fill` throws.
  @discardableResult
  package static func create<Result>(
    path: String, now: Timestamp, layer: FileLayer, _ fill: (AdDatabase) throws -> Result
  ) throws -> Result {
    try StoreError.translating(path) {
      do {
        return try Connection.makeFile(at: path, layer: layer) { draft in
          let connection = try Connection(
            path: draft, mode: .create, configuration: configuration)
          try schema.migrate(connection, now: now.milliseconds)
          try connection.close()
          let database = try AdDatabase(file: draft, named: path, access: .readWrite)
          let result = try fill(database)
          try database.close()
          return result
        }
      } catch let error as OpenError {
        throw StoreError(creating: OpenError(path: path, reason: error.reason))
      }
    }
  }

  /// Compares a database with the migrations that this program carries; changes nothing.
  /// - Returns: What ran, what is pending, and what speaks against running it.
  /// - Throws: ``StoreError``.
  package static func migrationStatus(of path: String) throws -> MigrationStatus {
    try StoreError.translating(path) {
      let connection = try Connection(path: path, mode: .readOnly, configuration: configuration)
      let status = try schema.status(of: connection)
      try connection.close()
      return status
    }
  }

  /// Runs the pending migrations of a database, each in a transaction of its own.
  /// - Returns: The names of the migration files that ran, in order; empty where none was pending.
  /// - Throws: ``StoreError`` with `alteredMigrations` where the file and this program disagree on
  ///   what already ran, `alteredSchema` where its schema is not the one that the migrations made, or
  ///   what opening and writing meet. A migration that fails is undone.
  public static func migrate(path: String, now: Timestamp) throws -> [String] {
    try StoreError.translating(path) {
      let connection = try Connection(path: path, mode: .readWrite, configuration: configuration)
      // Of one moment: another process may be migrating the file.
      try connection.transaction(.read) {
        let status = try schema.status(of: connection)
        guard status.problems.isEmpty, !status.pending.isEmpty else { return }
        try requireOwnSchema(of: connection, atVersion: status.version, path: path)
      }
      let ran = try schema.migrate(connection, now: now.milliseconds)
      try connection.close()
      return ran.map(\.file)
    }
  }
}
