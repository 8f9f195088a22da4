// SPDX-License-Identifier: MIT
import AdSQLite
import Testing

@Suite struct TransactionTests {
  struct Stop: Error {}

  let home: TemporaryDatabase
  let connection: Connection

  init() throws {
    home = try TemporaryDatabase()
    connection = try home.open()
    try connection.execute("CREATE TABLE t (a INTEGER) STRICT")
  }

  private func insert(_ value: Int) throws {
    try connection.statement("INSERT INTO t VALUES (?1)").run(value)
  }

  private var values: [Int] {
    get throws { try connection.statement("SELECT a FROM t ORDER BY a").all { $0.int(0) } }
  }

  @Test func `what was written stands when the body returns`() throws {
    let result = try connection.transaction(.write) {
      try insert(1)
      #expect(connection.isInTransaction)
      return "done"
    }
    #expect(result == "done")
    #expect(!connection.isInTransaction)
    #expect(try home.open(.readOnly).value("SELECT count(*) FROM t") == "1")
  }

  @Test func `what was written is undone when the body throws`() throws {
    #expect(throws: Stop.self) {
      try connection.transaction(.write) {
        try insert(1)
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try values == [])
  }

  @Test func `a nested transaction is undone alone`() throws {
    try connection.transaction(.write) {
      try insert(1)
      #expect(throws: Stop.self) {
        try connection.transaction(.write) {
          try insert(2)
          try connection.transaction(.write) { try insert(3) }
          throw Stop()
        }
      }
      try connection.transaction(.read) { try insert(4) }
    }
    #expect(try values == [1, 4])
  }

  @Test func `a constraint that fails undoes its statement and not the transaction`() throws {
    try connection.execute("CREATE TABLE u (a INTEGER PRIMARY KEY) STRICT")
    try connection.transaction(.write) {
      try insert(1)
      let failed = code { try connection.execute("INSERT INTO u VALUES (1), (1)") }
      #expect(failed == .constraintPrimaryKey)
    }
    #expect(try values == [1])
    #expect(try connection.value("SELECT count(*) FROM u") == "0")
  }

  @Test func `a write inside a read is refused, for it could not wait its turn`() throws {
    try connection.transaction(.read) {
      #expect(code { try connection.transaction(.write) { try insert(1) } } == .misuse)
    }
    #expect(try values == [])
  }

  @Test func `a read sees one state however others write`() throws {
    let reader = try home.open(.readOnly)
    try reader.transaction(.read) { () throws in
      #expect(try reader.value("SELECT count(*) FROM t") == "0")
      try insert(1)
      #expect(try reader.value("SELECT count(*) FROM t") == "0")
    }
    #expect(try reader.value("SELECT count(*) FROM t") == "1")
  }

  @Test func `a failed commit leaves no transaction open`() throws {
    try connection.execute(
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE child (
        parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED
      ) STRICT;
      """)
    let failed = code {
      try connection.transaction(.write) { try connection.execute("INSERT INTO child VALUES (7)") }
    }
    #expect(failed == .constraintForeignKey)
    #expect(!connection.isInTransaction)
    #expect(try connection.value("SELECT count(*) FROM child") == "0")
  }

  @Test func `the connection counts changes and knows the last row`() throws {
    try insert(5)
    #expect(connection.lastInsertedRow == 1)
    try insert(6)
    try connection.execute("UPDATE t SET a = a + 1")
    #expect(connection.changes == 2)
  }
}
