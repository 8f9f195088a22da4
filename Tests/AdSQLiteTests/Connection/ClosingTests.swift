// SPDX-License-Identifier: MIT
import AdSQLite
import TestSupport
import Testing

@Suite struct ClosingTests {
  let home: TemporaryDatabase

  init() throws { home = try TemporaryDatabase() }

  @Test func `no statement outlives its connection`() throws {
    let connection = try home.open()
    let kept = try connection.statement("SELECT 1")
    let escaped = try connection.prepare("SELECT 2") { $0 }
    #expect(!connection.preparedStatements.contains("SELECT 2"))
    #expect(connection.preparedStatements.contains("SELECT 1"))
    try connection.close()
    #expect(connection.preparedStatements == [])
    #expect(code { try kept.run() } == .misuse)
    #expect(code { try escaped.run() } == .misuse)
    #expect(code { try connection.statement("SELECT 1").run() } == .misuse)
    #expect(kept.sql == "" && kept.columnNames == [])
  }

  @Test func `a closed connection is in no transaction and has nothing to settle`() throws {
    let connection = try home.open()
    try connection.execute("BEGIN; CREATE TABLE t (a)")
    #expect(connection.isInTransaction)
    try connection.execute("COMMIT")
    try connection.close()
    #expect(!connection.isInTransaction)
    let before = try home.bytes()
    connection.settle(hasWritten: true)
    #expect(try home.bytes() == before)
    #expect(code { try connection.checkpoint() } == .misuse)
  }

  @Test func `a connection with an open cursor does not close`() throws {
    let connection = try home.open()
    let cursor = try connection.statement("SELECT 1").query()
    #expect(code { try connection.close() } == .misuse)
    _ = consume cursor
    try connection.close()
  }

  @Test func `a connection does not close while a statement put together at run time lives`() throws
  {
    let connection = try home.open()
    try connection.prepare("SELECT 1 /* mine */") { _ in
      do throws(SQLiteError) {
        try connection.close()
        Issue.record("closed")
      } catch {
        #expect(error.code == .misuse)
        #expect(error.sql == "SELECT 1 /* mine */")
      }
    }
    try connection.close()
  }

  @Test func `a connection with an open transaction does not close`() throws {
    let connection = try home.open()
    try connection.transaction(.read) {
      #expect(code { try connection.close() } == .misuse)
    }
    try connection.close()
  }

  @Test func `closing twice does nothing, and the last one to close leaves one file`() throws {
    let connection = try home.open()
    try connection.execute("CREATE TABLE t (a)")
    #expect(try home.contents().count == 3)
    try connection.close()
    try connection.close()
    #expect(try home.contents() == ["test.sqlite"])
  }

  @Test func `a connection that is let go closes itself under a live cursor`() throws {
    var connection: Connection? = try home.open()
    let statement = try #require(try connection?.statement("SELECT 1 UNION SELECT 2"))
    var cursor = try statement.query()
    #expect(try cursor.next())
    connection = nil
    #expect(cursor.row.int(0) == 0)
    do throws(SQLiteError) {
      _ = try cursor.next()
      Issue.record("walked on")
    } catch {
      #expect(error.code == .misuse)
    }
    #expect(try home.contents() == ["test.sqlite"])
  }
}
