// SPDX-License-Identifier: MIT
import AdSQLite
import Testing

@Suite struct MigrationRunnerTests {
  static let first = Migration(
    version: 1, name: "units", sql: "CREATE TABLE unit (id TEXT PRIMARY KEY) STRICT;\n")
  static let second = Migration(
    version: 2, name: "notes",
    sql: "ALTER TABLE unit ADD COLUMN note TEXT;\nINSERT INTO unit VALUES ('a', 'b');\n")

  let home: TemporaryDatabase
  let connection: Connection

  init() throws {
    home = try TemporaryDatabase()
    connection = try home.open()
  }

  private func problems(_ migrations: [Migration]) throws -> [MigrationStatus.Problem] {
    let runner = MigrationRunner(migrations)
    let found = try runner.status(of: connection).problems
    if found.isEmpty {
      return []
    }
    #expect(throws: MigrationError.refused(found)) { try runner.migrate(connection, now: 9) }
    return found
  }

  @Test func `a new database gets every migration, its record and its version number`() throws {
    let runner = MigrationRunner([Self.first, Self.second])
    #expect(try runner.status(of: connection).pending == [Self.first, Self.second])
    #expect(try runner.migrate(connection, now: 1_000) == [Self.first, Self.second])
    let status = try runner.status(of: connection)
    #expect(status.pending == [] && status.problems == [])
    #expect(status.version == 2)
    #expect(status.applied.map(\.name) == ["units", "notes"])
    #expect(status.applied.map(\.sql) == [Self.first.sql, Self.second.sql])
    #expect(status.applied.map(\.appliedAt) == [1_000, 1_000])
    #expect(try connection.value("PRAGMA user_version") == "2")
    #expect(try connection.value("PRAGMA foreign_keys") == "1")
  }

  @Test func `migrating again runs nothing, and later only what is new`() throws {
    #expect(try MigrationRunner([Self.first]).migrate(connection, now: 1) == [Self.first])
    #expect(try MigrationRunner([Self.first]).migrate(connection, now: 2) == [])
    let runner = MigrationRunner([Self.first, Self.second])
    #expect(try runner.status(of: connection).pending == [Self.second])
    #expect(try runner.migrate(connection, now: 3) == [Self.second])
    #expect(try runner.status(of: connection).applied.map(\.appliedAt) == [1, 3])
  }

  @Test func `looking at the status writes nothing`() throws {
    _ = try MigrationRunner([Self.first]).status(of: connection)
    #expect(try connection.value("SELECT count(*) FROM sqlite_schema") == "0")
  }

  @Test(arguments: [
    "CREATE TABLE a (x); CREATE TABLE unit (x);", "CREATE TABLE a (x); SELEC 1;",
    "CREATE TABLE a (x); COMMIT;", "CREATE TABLE a (x); COMMIT; CREATE TABLE b (x);",
    "CREATE TABLE a (x); BEGIN;", "CREATE TABLE a (x); ROLLBACK;",
    "CREATE TABLE a (x); SAVEPOINT s;",
    "CREATE TABLE a (x); ATTACH ':memory:' AS o;",
  ])
  func `what fails half-way leaves all as it was before any of them`(sql: String) throws {
    let second = Migration(version: 2, name: "second", sql: "CREATE TABLE b (x);")
    let broken = Migration(version: 3, name: "broken", sql: sql)
    let fourth = Migration(version: 4, name: "fourth", sql: "CREATE TABLE c (x);")
    try MigrationRunner([Self.first]).migrate(connection, now: 1)
    do {
      try MigrationRunner([Self.first, second, broken, fourth]).migrate(connection, now: 1)
      Issue.record("migrated")
    } catch let error as MigrationError {
      guard case .failed(3, "broken", _) = error else { throw error }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.value("PRAGMA user_version") == "1")
    #expect(try MigrationRunner([Self.first]).status(of: connection).problems == [])
    #expect(
      try connection.value(
        "SELECT group_concat(name) FROM sqlite_schema WHERE name IN ('a', 'b', 'c')") == "")
    #expect(try connection.value("PRAGMA foreign_keys") == "1")
  }

  @Test func `each is told before it runs, and what is thrown then leaves all as it was`() throws {
    struct Enough: Error {}
    let runner = MigrationRunner([Self.first, Self.second])
    var told: [[Int]] = []
    #expect(throws: Enough.self) {
      try runner.migrate(connection, now: 1) { done, total in
        told.append([done, total])
        if done == 1 { throw Enough() }
      }
    }
    #expect(told == [[0, 2], [1, 2]])
    #expect(try runner.status(of: connection).pending == [Self.first, Self.second])
  }

  @Test func `what is pending may write once more the tables that it names`() throws {
    let runner = MigrationRunner([Self.first])
    #expect(try runner.bytesTouched(in: connection) == 0)
    try runner.migrate(connection, now: 1)
    try connection.execute(
      """
      CREATE TABLE other (a TEXT) STRICT; CREATE INDEX other_by_a ON other (a);
      INSERT INTO other SELECT hex(randomblob(2000)) FROM json_each('[1,2,3,4,5,6,7,8,9]');
      """)
    func touched(_ sql: String...) throws -> Int64 {
      let pending = sql.enumerated().map {
        Migration(version: $0.offset + 2, name: "m\($0.offset)", sql: $0.element)
      }
      return try MigrationRunner([Self.first] + pending).bytesTouched(in: connection)
    }
    let other = try touched("UPDATE other SET a = '';")
    // Nine values of 4,000 bytes, in the table and in its index.
    #expect((72_000...120_000).contains(other), "\(other)")
    #expect(try touched("CREATE TABLE another (x);") == 0)
    #expect(try touched("DROP TABLE other;", "SELECT 1 FROM other;") == 2 * other)
    let one = try touched("ALTER TABLE unit ADD COLUMN x;")
    #expect(one > 0 && one < other)
  }

  @Test func `a migration may rebuild a table that others point at`() throws {
    let runner = MigrationRunner([
      Migration(
        version: 1, name: "parents",
        sql: """
          CREATE TABLE p (id INTEGER PRIMARY KEY) STRICT;
          CREATE TABLE c (p INTEGER NOT NULL REFERENCES p) STRICT;
          INSERT INTO p VALUES (1); INSERT INTO c VALUES (1);
          """),
      Migration(
        version: 2, name: "rebuild",
        sql: """
          CREATE TABLE q (id INTEGER PRIMARY KEY, note TEXT) STRICT;
          INSERT INTO q SELECT id, '' FROM p; DROP TABLE p; ALTER TABLE q RENAME TO p;
          """),
    ])
    try runner.migrate(connection, now: 1)
    #expect(try connection.value("SELECT count(*) FROM c JOIN p ON p.id = c.p") == "1")
  }

  @Test func `a migration that leaves keys pointing at nothing is undone`() throws {
    let violation = Connection.ForeignKeyViolation(table: "c", row: 1, parent: "p")
    let runner = MigrationRunner([
      Migration(
        version: 1, name: "dangling",
        sql: """
          CREATE TABLE p (id INTEGER PRIMARY KEY) STRICT;
          CREATE TABLE c (p INTEGER NOT NULL REFERENCES p) STRICT; INSERT INTO c VALUES (1);
          """)
    ])
    #expect(throws: MigrationError.danglingKeys(version: 1, name: "dangling", [violation])) {
      try runner.migrate(connection, now: 1)
    }
    #expect(try connection.value("SELECT count(*) FROM sqlite_schema") == "0")
  }

  @Test func `a gap, a duplicate and a wrong order in the program's list are named`() throws {
    let third = Migration(version: 3, name: "third", sql: "SELECT 1;")
    let other = Migration(version: 1, name: "other", sql: "SELECT 1;")
    #expect(try problems([Self.first, third]) == [.missing(version: 2)])
    #expect(
      try problems([Self.first, other]) == [.duplicate(version: 1, first: "units", second: "other")]
    )
    #expect(
      try problems([Self.second, Self.first])
        == [.outOfOrder(version: 1, name: "units", after: 2)])
    #expect(try connection.value("SELECT count(*) FROM sqlite_schema") == "0")
  }

  @Test func `an edit, a new name, a newer and a skipped migration are named`() throws {
    try MigrationRunner([Self.first, Self.second]).migrate(connection, now: 1)
    let edited = Migration(version: 1, name: "units", sql: Self.first.sql + "-- more\n")
    #expect(
      try problems([edited, Self.second]) == [
        .edited(version: 1, name: "units", stored: Self.first.sql, carried: edited.sql)
      ])
    let renamed = Migration(version: 2, name: "remarks", sql: Self.second.sql)
    #expect(
      try problems([Self.first, renamed])
        == [.renamed(version: 2, stored: "notes", carried: "remarks")])
    #expect(try problems([Self.first]) == [.newer(version: 2, name: "notes")])
    try connection.execute("DELETE FROM schema_migrations WHERE version = 1")
    #expect(try problems([Self.first, Self.second]) == [.skipped(version: 1, name: "units")])
    try connection.execute("PRAGMA user_version = 7")
    #expect(
      try problems([Self.first, Self.second]) == [
        .skipped(version: 1, name: "units"), .versionMismatch(userVersion: 7, recorded: 2),
      ])
  }

  @Test func `an accepted edit is no problem any more, and what is pending runs`() throws {
    try MigrationRunner([Self.first]).migrate(connection, now: 1)
    let edited = Migration(version: 1, name: "units", sql: Self.first.sql + "-- more\n")
    let runner = MigrationRunner([edited, Self.second])
    #expect(try !runner.accept(1, insteadOf: "another text", on: connection))
    #expect(try !runner.accept(2, insteadOf: Self.second.sql, on: connection))
    #expect(try !runner.accept(3, insteadOf: "", on: connection))
    #expect(throws: MigrationError.self) { try runner.migrate(connection, now: 2) }
    #expect(try runner.accept(1, insteadOf: Self.first.sql, on: connection))
    #expect(try runner.migrate(connection, now: 2) == [Self.second])
    let status = try runner.status(of: connection)
    #expect(status.problems == [])
    #expect(status.applied.map(\.sql) == [edited.sql, Self.second.sql])
    #expect(status.applied.map(\.appliedAt) == [1, 2])
  }

  @Test(arguments: ["a\r\nb\r\n", "a\rb\r", "a\nb\n"])
  func `the line ends of a checkout are no edit`(sql: String) {
    #expect(Migration(version: 1, name: "x", sql: sql).sql == "a\nb\n")
  }

  @Test func `a migration knows its file`() {
    #expect(Self.first.file == "0001_units.sql")
    #expect(Migration(version: 12_345, name: "x", sql: "").file == "12345_x.sql")
  }

  @Test func `every problem says the version and the name in one line`() {
    let all: [MigrationStatus.Problem] = [
      .missing(version: 4), .duplicate(version: 4, first: "n", second: "o"),
      .outOfOrder(version: 4, name: "n", after: 5),
      .edited(version: 4, name: "n", stored: "x", carried: "y"),
      .renamed(version: 4, stored: "n", carried: "o"), .skipped(version: 4, name: "n"),
      .newer(version: 4, name: "n"), .versionMismatch(userVersion: 4, recorded: 3),
    ]
    for problem in all {
      #expect(problem.description.contains("4"))
      #expect(!problem.description.contains("\n"))
    }
  }
}
