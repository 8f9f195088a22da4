// SPDX-License-Identifier: MIT
import AdSQLite
import Foundation
import Testing

/// What a process that dies leaves behind. The body of an exit test runs in a process of its own.
@Suite struct KillTests {
  static let rowsPerTransaction = 8

  @Test(arguments: [1, 8, 9, 100, 250])
  func `a kill between statements loses no acknowledged row and tears no transaction`(
    statements: Int
  ) async throws {
    let home = try TemporaryDatabase()
    let path = home.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, statements = statements as Int] in
      let connection = try openForKill(path)
      try connection.execute("CREATE TABLE IF NOT EXISTS t (batch INTEGER, n INTEGER) STRICT")
      var countdown = statements
      var batch = 0
      while true {
        batch += 1
        try connection.transaction(.write) {
          for number in 0..<KillTests.rowsPerTransaction {
            if countdown == 0 { kill(getpid(), SIGKILL) }
            countdown -= 1
            try connection.statement("INSERT INTO t VALUES (?1, ?2)").run(batch, number)
          }
        }
      }
    }
    let connection = try home.open(.readWrite)
    let whole = statements / Self.rowsPerTransaction
    #expect(try connection.value("SELECT count(*) FROM t") == "\(whole * Self.rowsPerTransaction)")
    #expect(try connection.value("SELECT coalesce(max(batch), 0) FROM t") == "\(whole)")
    #expect(try connection.isSound())
  }

  @Test func `a kill at any moment of a migration leaves a whole version`() async throws {
    let home = try TemporaryDatabase()
    let path = home.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let connection = try openForKill(path)
      let runner = MigrationRunner([twoTables])
      var steps = 0
      func liveOn() -> Bool {
        steps += 1
        if steps == 150 { kill(getpid(), SIGKILL) }
        return true
      }
      try connection.withProgress(every: 1, while: liveOn) {
        _ = try runner.migrate(connection, now: 1)
      }
    }
    let connection = try home.open(.readWrite)
    #expect(try connection.value("SELECT count(*) FROM sqlite_schema") == "0")
    #expect(try MigrationRunner([twoTables]).migrate(connection, now: 2) == [twoTables])
  }

  @Test func `two processes that migrate at once both end well`() async throws {
    let home = try TemporaryDatabase()
    let path = home.path
    async let first: Void = migrateElsewhere(path)
    async let second: Void = migrateElsewhere(path)
    _ = await (first, second)
    let connection = try home.open(.readWrite)
    let status = try MigrationRunner([twoTables]).status(of: connection)
    #expect(status.applied.count == 1 && status.problems == [])
  }

  private func migrateElsewhere(_ path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String] in
      _ = try MigrationRunner([twoTables]).migrate(openForKill(path), now: 1)
    }
  }
}

private let twoTables = Migration(
  version: 1, name: "two", sql: "CREATE TABLE a (x TEXT) STRICT; CREATE TABLE b (x INTEGER) STRICT;"
)

private func openForKill(_ path: String) throws -> Connection {
  try Connection(
    path: path, mode: .create,
    configuration: .init(applicationID: TemporaryDatabase.applicationID, newestVersion: 100))
}
