// SPDX-License-Identifier: MIT
import AdSQLite
import Testing

@Suite struct ComposedStatementTests {
  let home: TemporaryDatabase
  let connection: Connection

  init() throws {
    home = try TemporaryDatabase()
    connection = try home.open()
  }

  @Test func `a statement put together at run time is used again for the same text`() throws {
    let first = try connection.reuse("SELECT ?1") { $0 }
    let second = try connection.reuse("SELECT ?1") { (statement) throws -> Statement in
      #expect(try statement.first(7) { $0.int64(0) } == 7)
      return statement
    }
    #expect(first === second)
    #expect(connection.preparedStatements.count { $0 == "SELECT ?1" } == 1)
  }

  @Test func `a statement in use is not handed out a second time`() throws {
    try connection.reuse("SELECT 1") { outer in
      try connection.reuse("SELECT 1") { inner in #expect(outer !== inner) }
    }
  }

  @Test func `only the last few are kept`() throws {
    for number in 0..<100 { try connection.reuse("SELECT \(number)") { _ in } }
    #expect(connection.preparedStatements.contains("SELECT 99"))
    #expect(connection.preparedStatements.count < 30)
  }

  @Test func `a statement that failed is used again, and none outlives the connection`() throws {
    #expect(throws: SQLiteError.self) {
      try connection.reuse("SELECT abs(?1)") { try $0.first(Int64.min) { $0.int64(0) } }
    }
    #expect(
      try connection.reuse("SELECT abs(?1)") { try $0.first(Int64(-2)) { $0.int64(0) } } == 2)
    try connection.close()
    #expect(connection.preparedStatements == [])
  }
}
