// SPDX-License-Identifier: MIT
import SQLiteKit
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
      // `error`: a function that is switched off, a table that would run a pragma.
      let callsOther = sql.hasPrefix("SELECT")
      #expect(failed == .notAuthorized || (callsOther && failed == .error))
    }
    #expect(try connection.value("SELECT count(*) FROM t") == "1")
  }

  @Test func `the rules end with the body`() throws {
    try connection.withReadingOnly {}
    try connection.execute("DELETE FROM t")
  }

  @Test func `a statement stops at its time limit`() throws {
    let failed = code {
      try connection.withTimeLimit(.milliseconds(5)) {
        try connection.statement(Self.endless).run()
      }
    }
    #expect(failed == .interrupted)
    #expect(try connection.value("SELECT 1") == "1")
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

  @Test func `another thread stops a running statement`() async throws {
    let interrupter = connection.interrupter
    let (started, start) = AsyncStream<Void>.makeStream()
    let stopper = Task.detached {
      for await _ in started {}
      interrupter.interrupt()
    }
    func tell() -> Bool {
      start.finish()
      return true
    }
    let failed = code {
      try connection.withProgress(every: 100, while: tell) {
        try connection.statement(Self.endless).run()
      }
    }
    await stopper.value
    #expect(failed == .interrupted)
  }

  @Test func `interrupting a closed connection does nothing`() throws {
    let interrupter = connection.interrupter
    try connection.close()
    interrupter.interrupt()
  }
}
