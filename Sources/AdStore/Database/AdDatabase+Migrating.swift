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

  /// What bringing a database to this program's schema runs, and the room that it takes.
  package struct Upgrade: Sendable {
    /// The migration files that are pending, in order.
    package let files: [String]
    /// How many bytes the database has now.
    package let bytes: Int64
    /// How many bytes the disk must have free beside it at most: for the log of all that is
    /// written, and for what is written anew while the old still stands.
    package let needed: Int64
    /// How many bytes the disk has free; nil where nobody knows.
    package let free: Int64?
  }

  /// Measures what ``migrate(path:now:)`` would run; changes nothing.
  /// - Throws: ``StoreError`` with `alteredMigrations` where the file and this program disagree on
  ///   what already ran.
  /// - Complexity: Reads every page of the file where anything is pending.
  package static func planUpgrade(
    of path: String, layer: FileLayer = .system
  ) throws -> Upgrade {
    try StoreError.translating(path) {
      let connection = try Connection(path: path, mode: .readOnly, configuration: configuration)
      let upgrade = try connection.transaction(.read) {
        let status = try schema.status(of: connection)
        guard status.problems.isEmpty else { throw MigrationError.refused(status.problems) }
        return Upgrade(
          files: status.pending.map(\.file), bytes: try connection.size().bytes,
          needed: try status.pending.isEmpty
            ? 0 : smallUpgrade + 3 * schema.bytesTouched(in: connection),
          free: layer.room(FileLayer.folder(of: path)))
      }
      try connection.close()
      return upgrade
    }
  }

  /// What new tables and their log take, in bytes.
  private static let smallUpgrade: Int64 = 1 << 20

  /// Runs the pending migrations of a database, all of them in one transaction.
  /// - Returns: The names of the migration files that ran, in order; empty where none was pending.
  /// - Throws: ``StoreError`` with `alteredMigrations` where the file and this program disagree on
  ///   what already ran, `alteredSchema` where its schema is not the one that the migrations made,
  ///   `full`, or what opening and writing meet. The file is then as it was, for the program that
  ///   made it.
  public static func migrate(path: String, now: Timestamp) throws -> [String] {
    try migrate(path: path, now: now) { _, _ in }
  }

  /// The same, telling how far it is.
  /// - Parameter told: Takes how many of how many migrations have run, some times a second; what it
  ///   throws ends the work, and the file is as it was.
  package static func migrate(
    path: String, now: Timestamp, told: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> [String] {
    try StoreError.translating(path) {
      let connection = try Connection(path: path, mode: .readWrite, configuration: configuration)
      // Of one moment: another process may be migrating the file.
      try connection.transaction(.read) {
        let status = try schema.status(of: connection)
        guard status.problems.isEmpty, !status.pending.isEmpty else { return }
        try requireOwnSchema(of: connection, atVersion: status.version, path: path)
      }
      var at = (done: 0, total: 0)
      var ending: (any Error)?
      do {
        let ran = try connection.withProgress(
          every: 100_000,
          while: {
            do { try told(at.done, at.total) } catch { ending = error }
            return ending == nil
          },
          {
            try schema.migrate(connection, now: now.milliseconds) { done, total in
              at = (done, total)
              try told(done, total)
            }
          })
        try connection.close()
        return ran.map(\.file)
      } catch {
        throw ending ?? error
      }
    }
  }

  /// Copies a database of any version that this program knows, before it is migrated.
  /// - Throws: ``StoreError`` as ``backUp(to:progress:)``.
  package static func backUp(
    path: String, to copy: String, layer: FileLayer,
    progress: (_ left: Int, _ total: Int) -> Bool
  ) throws {
    try StoreError.translating(path) {
      let connection = try Connection(path: path, mode: .readOnly, configuration: configuration)
      try connection.backUp(toPath: copy, layer: layer, progress: progress)
      try connection.close()
    }
  }
}
