// SPDX-License-Identifier: MIT
import AdSQLite
import Testing

@Suite struct GuardingTests {
  static let endless: StaticString = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n
    """
  let home: TemporaryDatabase
  let connection: Connection

  init() throws {
    home = try TemporaryDatabase()
    connection = try home.open()
    try connection.execute(
      "CREATE TABLE t (a INTEGER, b TEXT); CREATE INDEX i ON t (b); INSERT INTO t VALUES (1, 'x')")
  }

  @Test func `views are read where they are asked for, and nowhere else`() throws {
    try connection.execute("CREATE VIEW v AS SELECT a FROM t")
    func read() throws -> String? { try connection.value("SELECT a FROM v") }
    #expect(throws: SQLiteError.self) { try read() }
    #expect(try connection.withViews { try read() } == "1")
    #expect(throws: SQLiteError.self) { try read() }
    #expect(throws: CancellationError.self) {
      try connection.withViews { throw CancellationError() }
    }
    #expect(throws: SQLiteError.self) { try read() }
  }

  @Test(arguments: [
    "SELECT * FROM t", "SELECT upper(b) FROM t", "WITH x AS (SELECT a FROM t) SELECT a FROM x",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n",
    "SELECT name FROM sqlite_schema", "VALUES (1), (2)",
  ])
  func `a user's SQL may read`(sql: String) throws {
    try connection.withReadingOnly {
      let rows = try connection.prepare(sql) { try $0.all { $0.text(0) } }
      #expect(!rows.isEmpty)
    }
  }

  @Test(arguments: [
    "DELETE FROM t", "INSERT INTO t VALUES (2, 'y')", "UPDATE t SET a = 2 RETURNING a",
    "DROP TABLE t", "CREATE TABLE u (a)", "CREATE TEMP TABLE u (a)", "PRAGMA user_version = 3",
    "PRAGMA foreign_keys", "SELECT * FROM pragma_table_info('t')", "ATTACH 'x' AS y",
    "SELECT load_extension('x')", "SELECT LOAD_Extension('x', 'y')", "VACUUM", "VACUUM INTO 'x'",
    "BEGIN", "COMMIT", "SAVEPOINT s", "REINDEX", "ANALYZE",
    "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END",
  ])
  func `a user's SQL may do nothing else`(sql: String) throws {
    try connection.withReadingOnly {
      let failed = code { try connection.prepare(sql) { try $0.run() } }
      // Where it is not the statement itself that is refused, but what it calls, SQLite says
      // `error`: a function, a table that would run a pragma.
      let callsOther = sql.hasPrefix("SELECT")
      #expect(failed == .notAuthorized || (callsOther && failed == .error))
    }
    #expect(try connection.value("SELECT count(*) FROM t") == "1")
  }

  /// Extensions are switched off besides, which would refuse it with other words.
  @Test(arguments: ["load_extension('x')", "LOAD_Extension('x', 'y')"])
  func `a user's SQL may not even name what loads code`(call: String) throws {
    let failed = try connection.withReadingOnly {
      #expect(throws: SQLiteError.self) { try connection.prepare("SELECT \(call)") { _ in } }
    }
    #expect(failed?.message.hasPrefix("not authorized to use function: ") == true)
  }

  @Test func `the rules end with the body`() throws {
    try connection.withReadingOnly {}
    try connection.execute("DELETE FROM t")
  }

  @Test func `progress is asked for and can stop a statement`() throws {
    var questions = 0
    func isEarly() -> Bool {
      questions += 1
      return questions < 10
    }
    let failed = code {
      try connection.withProgress(every: 100, while: isEarly) {
        try connection.statement(Self.endless).run()
      }
    }
    #expect(failed == .interrupted)
    #expect(questions == 10)
  }
}
