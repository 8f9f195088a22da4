// SPDX-License-Identifier: MIT
import AdSQLite
import Testing

@Suite struct StatementTests {
  let home: TemporaryDatabase
  let connection: Connection

  init() throws {
    home = try TemporaryDatabase()
    connection = try home.open()
    try connection.execute("CREATE TABLE t (a ANY) STRICT")
  }

  private func roundTrip<Value: Bindable, Result>(
    _ value: Value, _ read: (borrowing Row) -> Result
  ) throws -> Result? {
    try connection.statement("SELECT ?1").first(value, read: read)
  }

  @Test(arguments: [0, 1, -1, Int64.max, Int64.min])
  func `integers survive`(value: Int64) throws {
    #expect(try roundTrip(value) { $0.int64(0) } == value)
  }

  @Test(arguments: [
    0, 1.5, -0.1, Double.greatestFiniteMagnitude, .infinity, .leastNonzeroMagnitude,
  ])
  func `floating point numbers survive`(value: Double) throws {
    #expect(try roundTrip(value) { $0.double(0) } == value)
  }

  @Test func `what is not a number is refused instead of becoming NULL`() {
    #expect(code { _ = try roundTrip(Double.nan) { $0.double(0) } } == .constraintDataType)
  }

  @Test(arguments: [
    "", "a", "a\0b", "\0", "é", "日本語", "👩‍👩‍👧", "\"'`;--",
  ])
  func `text survives with every character, NUL too`(value: String) throws {
    let text = try roundTrip(value) { $0.text(0) }
    #expect(text.map { Array($0.utf8) } == Array(value.utf8))
    #expect(try roundTrip(value) { $0.storage(0) } == .text)
    #expect(try roundTrip(value) { $0.text(0, equals: value) } == true)
    #expect(try roundTrip(value) { $0.text(0, equals: value + "\0") } == false)
  }

  @Test(arguments: [0, 1, 3, 70_000])
  func `bytes survive, and no bytes are not NULL`(count: Int) throws {
    let value = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    #expect(try roundTrip(value) { $0.blob(0) } == value)
    #expect(try roundTrip(value) { $0.storage(0) } == .blob)
  }

  @Test func `truth values and absent values survive`() throws {
    #expect(try roundTrip(true) { $0.bool(0) } == true)
    #expect(try roundTrip(false) { $0.bool(0) } == false)
    #expect(try roundTrip(String?.none) { $0.optionalText(0) } == .some(nil))
    #expect(try roundTrip(Int64?.none) { $0.optionalInt64(0) } == .some(nil))
    #expect(try roundTrip(Double?.none) { $0.optionalDouble(0) } == .some(nil))
    #expect(try roundTrip([UInt8]?.none) { $0.isNull(0) } == true)
    #expect(try roundTrip(Int?.some(3)) { $0.optionalInt64(0) } == .some(3))
    #expect(try roundTrip(Double?.some(0.5)) { $0.optionalDouble(0) } == .some(0.5))
  }

  @Test func `an absent value does not keep the value of the run before`() throws {
    let statement = try connection.statement("SELECT ?1")
    #expect(try statement.first("secret") { $0.isNull(0) } == false)
    #expect(try statement.first(String?.none) { $0.isNull(0) } == true)
  }

  @Test func `a literal is prepared once for the life of its connection`() throws {
    for number in 0..<100 { try connection.statement("INSERT INTO t VALUES (?1)").run(number) }
    #expect(connection.preparedStatements.count { $0.hasPrefix("INSERT") } == 1)
    #expect(try connection.value("SELECT count(*) FROM t") == "100")
  }

  @Test func `a cursor walks all rows and then frees its statement`() throws {
    for number in 0..<5 { try connection.statement("INSERT INTO t VALUES (?1)").run(number) }
    let statement = try connection.statement("SELECT a FROM t WHERE a >= ?1 ORDER BY a")
    for _ in 0..<2 {
      var found: [Int] = []
      var cursor = try statement.query(2)
      while try cursor.next() { found.append(cursor.row.int(0)) }
      #expect(found == [2, 3, 4])
    }
    var abandoned = try statement.query(0)
    _ = try abandoned.next()
    #expect(code { _ = try statement.query(0) } == .misuse)
    _ = consume abandoned
    #expect(try statement.all(3) { $0.int(0) } == [3, 4])
  }

  @Test func `starting a running statement anew is refused, and its cursor walks on`() throws {
    for number in 0..<3 { try connection.statement("INSERT INTO t VALUES (?1)").run(number) }
    let statement = try connection.statement("SELECT a FROM t ORDER BY a")
    var cursor = try statement.query()
    #expect(try cursor.next())
    #expect(code { try statement.run() } == .misuse)
    #expect(code { _ = try statement.query() } == .misuse)
    #expect(code { _ = try statement.all { $0.int(0) } } == .misuse)
    #expect(try cursor.next())
    #expect(cursor.row.int(0) == 1)
  }

  @Test func `rows that do not matter are passed over to the last`() throws {
    try connection.statement("INSERT INTO t VALUES (?1), (?2), (?3) RETURNING a").run(1, 2, 3)
    try connection.prepare("INSERT INTO t SELECT a + 3 FROM t WHERE a < ?1 RETURNING a") {
      try $0.run(list: [4])
    }
    #expect(try connection.value("SELECT group_concat(a) FROM t") == "1,2,3,4,5,6")
    // The second row of these fails.
    let rows = try connection.statement("SELECT abs(column1) FROM (VALUES (1), (?1))")
    #expect(throws: SQLiteError.self) { try rows.run(Int64.min) }
    #expect(throws: SQLiteError.self) { try rows.run(list: [Int64.min]) }
  }

  @Test func `a statement that was lent is gone afterwards`() throws {
    var kept: Statement?
    try connection.prepare("SELECT 1") { kept = $0 }
    #expect(!connection.preparedStatements.contains("SELECT 1"))
    #expect(code { _ = try kept?.first { $0.int(0) } } == .misuse)
  }

  @Test func `a value beyond SQLite's limit is refused instead of becoming NULL`() throws {
    let statement = try connection.statement("INSERT INTO t VALUES (?1)")
    let text = String(repeating: "x", count: 16 << 20) + "x"
    #expect(code { try statement.run(text) } == .tooBig)
    #expect(code { try statement.run(Array(text.utf8)) } == .tooBig)
    try statement.run(String(text.prefix(1_000)))
    #expect(try connection.value("SELECT count(*) FROM t") == "1")
  }

  @Test func `the wrong number of values is refused`() throws {
    let statement = try connection.statement("INSERT INTO t VALUES (?1)")
    #expect(code { try statement.run() } == .range)
    #expect(code { try statement.run(1, 2) } == .range)
    try statement.run(1)
  }

  @Test(arguments: ["", "  ", "SELECT 1; SELECT 2", "SELEC 1", "SELECT 1; x"])
  func `SQL that is not one statement is refused`(sql: String) {
    #expect(throws: SQLiteError.self) { try connection.prepare(sql) { _ in } }
  }

  @Test func `a query put together at run time takes its values from a list`() throws {
    let values: [any Bindable] = [1, "two", Int?.none]
    try connection.prepare("SELECT ?1, ?2, ?3; ") { statement in
      var cursor = try statement.query(list: values)
      #expect(try cursor.next())
      #expect(cursor.row.int(0) == 1 && cursor.row.text(1) == "two" && cursor.row.isNull(2))
      #expect(cursor.row.count == 3)
      #expect(statement.columnNames == ["?1", "?2", "?3"])
    }
  }

  @Test func `a statement that refused a value can run again`() throws {
    let statement = try connection.statement("SELECT ?1")
    #expect(code { _ = try statement.first(Double.nan) { $0.double(0) } } == .constraintDataType)
    #expect(code { _ = try statement.query(list: [Double.nan]) } == .constraintDataType)
    #expect(try statement.first(2) { $0.int(0) } == 2)
  }

  @Test func `an error carries code, message and SQL but no value`() throws {
    try connection.execute("CREATE TABLE u (id TEXT PRIMARY KEY, n INTEGER CHECK (n > 0)) STRICT")
    let statement = try connection.statement("INSERT INTO u VALUES (?1, ?2)")
    try statement.run("personal-key", 1)
    let cases: [(String, Int, SQLiteError.Code)] = [
      ("personal-key", 1, .constraintPrimaryKey), ("personal-key-2", 0, .constraintCheck),
    ]
    for (key, number, expected) in cases {
      do {
        try statement.run(key, number)
        Issue.record("stored")
      } catch {
        #expect(error.code == expected)
        #expect(error.code.primary == .constraint)
        #expect(error.sql == "INSERT INTO u VALUES (?1, ?2)")
        #expect(!error.description.contains("personal"))
        #expect(error.description.contains("constraint"))
      }
    }
  }
}
