// SPDX-License-Identifier: MIT

/// Brings databases to the schema version of the migrations that a program carries.
///
/// All that are pending run in one transaction, which also records the version, name and text of
/// each and sets the database's version number: a failure half-way, an interrupt or a full disk
/// leaves the database as it was, for the program that it was made by. The text itself is recorded,
/// not a hash of it, so that an edit can be shown.
package struct MigrationRunner: Sendable {
  /// The migrations that the program carries, in the order in which it lists them.
  package let migrations: [Migration]

  /// Creates a runner; a list that is not contiguous from 1 is refused by `migrate` and shown by
  /// `status`.
  package init(_ migrations: [Migration]) { self.migrations = migrations }

  /// The schema version that the program knows.
  package var newestVersion: Int { migrations.map(\.version).max() ?? 0 }

  /// Compares a database with the migrations that the program carries.
  ///
  /// - Parameter connection: The database; nothing is written.
  /// - Returns: What ran, what is pending, and what speaks against running it.
  /// - Throws: `SQLiteError`.
  package func status(of connection: Connection) throws -> MigrationStatus {
    try connection.transaction(.read) {
      let applied = try recorded(connection)
      let done = Set(applied.map(\.version))
      var problems = listProblems() + recordProblems(applied)
      let userVersion = try userVersion(connection)
      let newest = applied.last?.version ?? 0
      if userVersion != newest {
        problems.append(.versionMismatch(userVersion: userVersion, recorded: newest))
      }
      return MigrationStatus(
        applied: applied, pending: migrations.filter { !done.contains($0.version) },
        problems: problems)
    }
  }

  /// Runs every pending migration, or none.
  ///
  /// Two processes may do so at once: what is pending is looked at under the write lock. Foreign
  /// keys are not enforced meanwhile, so that a migration may rebuild tables, but checked before it
  /// counts.
  ///
  /// - Parameters:
  ///   - connection: The database, open for writing and outside a transaction.
  ///   - now: The time to record, in milliseconds since 1970 UTC.
  ///   - told: Takes how many of how many migrations have run, before each of them.
  /// - Returns: Those that ran.
  /// - Throws: `MigrationError`; `SQLiteError` while looking, such as `busy`, and `interrupted`;
  ///   what `told` throws.
  @discardableResult
  package func migrate(
    _ connection: Connection, now: Int64,
    told: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> [Migration] {
    try connection.execute("PRAGMA foreign_keys = OFF")
    defer { try? connection.execute("PRAGMA foreign_keys = ON") }
    return try connection.transaction(.write) {
      let status = try status(of: connection)
      guard status.problems.isEmpty else { throw MigrationError.refused(status.problems) }
      for (index, migration) in status.pending.enumerated() {
        try told(index, status.pending.count)
        try run(migration, on: connection, now: now)
      }
      return status.pending
    }
  }

  private func run(_ migration: Migration, on connection: Connection, now: Int64) throws {
    do {
      try connection.withoutLeavingTransaction { try connection.execute(migration.sql) }
      try record(migration, on: connection, now: now)
    } catch let error as SQLiteError where error.code.primary != .interrupted {
      throw MigrationError.failed(version: migration.version, name: migration.name, error)
    }
    let violations = try connection.foreignKeyCheck()
    guard violations.isEmpty else {
      throw MigrationError.danglingKeys(
        version: migration.version, name: migration.name, violations)
    }
  }

  /// How many bytes the tables and indexes have that the pending migrations name, each time that one
  /// names them: what a migration may have to write once more.
  ///
  /// - Complexity: Reads all pages of those tables, and none where nothing is pending.
  package func bytesTouched(in connection: Connection) throws -> Int64 {
    let pending = try status(of: connection).pending
    guard !pending.isEmpty else { return 0 }
    let sizes = try connection.tableSizes()
    return pending.reduce(0) { total, migration in
      let words = Set(migration.sql.split { !($0.isLetter || $0.isNumber || $0 == "_") })
      return sizes.reduce(total) { $0 + (words.contains(Substring($1.table)) ? $1.bytes : 0) }
    }
  }

  private func record(_ migration: Migration, on connection: Connection, now: Int64) throws {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS schema_migrations (
        version INTEGER PRIMARY KEY CHECK (version > 0),
        name TEXT NOT NULL,
        sql TEXT NOT NULL,
        applied_at INTEGER NOT NULL
      ) STRICT
      """)
    try connection.statement("INSERT INTO schema_migrations VALUES (?1, ?2, ?3, ?4)").run(
      migration.version, migration.name, migration.sql, now)
    try connection.execute("PRAGMA user_version = \(migration.version)")
  }

  private func recorded(_ connection: Connection) throws -> [MigrationStatus.Applied] {
    let exists = try connection.statement(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migrations'"
    ).first { _ in true }
    guard exists == true else { return [] }
    return try connection.statement(
      "SELECT version, name, sql, applied_at FROM schema_migrations ORDER BY version"
    ).all {
      MigrationStatus.Applied(
        version: $0.int(0), name: $0.text(1), sql: $0.text(2), appliedAt: $0.int64(3))
    }
  }

  private func userVersion(_ connection: Connection) throws -> Int {
    try connection.statement("PRAGMA user_version").first { $0.int(0) } ?? 0
  }

  /// The faults of the program's own list.
  private func listProblems() -> [MigrationStatus.Problem] {
    var problems: [MigrationStatus.Problem] = []
    var seen: [Int: String] = [:]
    var highest = 0
    for migration in migrations {
      if let first = seen[migration.version] {
        problems.append(
          .duplicate(version: migration.version, first: first, second: migration.name))
      } else if migration.version < highest {
        problems.append(
          .outOfOrder(version: migration.version, name: migration.name, after: highest))
      }
      seen[migration.version] = migration.name
      highest = max(highest, migration.version)
    }
    for version in 1..<(highest + 1) where seen[version] == nil {
      problems.append(.missing(version: version))
    }
    return problems
  }

  /// The contradictions between the database's record and the program's list.
  private func recordProblems(
    _ applied: [MigrationStatus.Applied]
  ) -> [MigrationStatus.Problem] {
    var problems: [MigrationStatus.Problem] = []
    let carried = Dictionary(
      migrations.map { ($0.version, $0) }, uniquingKeysWith: { one, _ in one })
    let done = Set(applied.map(\.version))
    for record in applied {
      guard let migration = carried[record.version] else {
        if record.version > newestVersion {
          problems.append(.newer(version: record.version, name: record.name))
        }
        continue
      }
      if migration.name != record.name {
        problems.append(
          .renamed(version: record.version, stored: record.name, carried: migration.name))
      }
      if migration.sql != record.sql {
        problems.append(
          .edited(
            version: record.version, name: record.name, stored: record.sql, carried: migration.sql))
      }
    }
    let newest = applied.last?.version ?? 0
    for migration in migrations
    where migration.version < newest && !done.contains(migration.version) {
      problems.append(.skipped(version: migration.version, name: migration.name))
    }
    return problems
  }
}
