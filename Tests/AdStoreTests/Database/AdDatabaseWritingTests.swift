// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import Testing

@testable import AdStore

@Suite struct AdDatabaseWritingTests {
  private let store: TemporaryStore
  private let database: AdDatabase

  init() throws {
    store = try TemporaryStore()
    database = try store.create()
  }

  private func settings(_ database: AdDatabase) throws -> [String] {
    try database.read { try $0.statement("SELECT name FROM settings").all { $0.text(0) } }
  }

  private struct Refused: Error {}

  @Test func `a write that throws leaves nothing behind`() throws {
    #expect(throws: Refused.self) {
      try database.write { connection in
        try connection.execute("INSERT INTO settings VALUES ('a', '')")
        throw Refused()
      }
    }
    #expect(try settings(database) == [])
  }

  @Test func `a dry run sees its changes and leaves nothing behind`() throws {
    let seen = try database.write(commits: false) { connection in
      try connection.execute("INSERT INTO settings VALUES ('a', '')")
      return try connection.statement("SELECT count(*) FROM settings").first { $0.int(0) }
    }
    #expect(seen == 1)
    #expect(try settings(database) == [])
  }

  @Test func `a read is of one moment, whatever is written meanwhile`() throws {
    let other = try store.open()
    try database.read { connection in
      let count = { try connection.statement("SELECT count(*) FROM settings").first { $0.int(0) } }
      #expect(try count() == 0)
      try other.write { try $0.execute("INSERT INTO settings VALUES ('a', '')") }
      #expect(try count() == 0)
    }
    #expect(try settings(database) == ["a"])
  }

  @Test func `a writer that another process keeps out says so, and works later`() throws {
    let outsider = try store.outsider()
    let impatient = try store.open()
    let insert: (Connection) throws -> Void = {
      try $0.execute("INSERT INTO settings VALUES ('a', '')")
    }
    try outsider.transaction(.write) {
      #expect(storeCode { try impatient.write(insert) } == .busy)
    }
    try impatient.write(insert)
    #expect(try settings(database) == ["a"])
  }

  /// A program that closes after its change would report a failure, though the change is stored.
  @Test func `closing succeeds while another process writes, for everything is stored`() throws {
    let writer = try store.open()
    try writer.write { connection in
      let insert = try connection.statement("INSERT INTO pages (name) VALUES (?1)")
      for number in 0..<200 { try insert.run("page-\(number)") }
      // Asked by an index that is not unique, so that its statistics are missed at the end.
      _ = try connection.statement("SELECT session FROM sessions WHERE started_at = ?1")
        .first(1) { $0.int64(0) }
    }
    let outsider = try store.outsider()
    try outsider.transaction(.write) { try writer.close() }
    let count = try outsider.prepare("SELECT count(*) FROM pages") { try $0.first { $0.int(0) } }
    #expect(count == 200)
  }

  /// The busy timeout of this one would make it wait for half an hour.
  @Test func `closing waits for no reader, and keeps no writer out`() throws {
    let writer = try AdDatabase(path: store.path, access: .readWrite, busyTimeout: 1_800_000)
    let reader = try store.outsider()
    try reader.transaction(.read) {
      _ = try reader.prepare("SELECT count(*) FROM pages") { try $0.first { $0.int(0) } }
      try writer.write { try $0.execute("INSERT INTO pages (name) VALUES ('late')") }
      try writer.close()
    }
    #expect(try settings(database) == [])
  }

  @Test func `a database opened for reading refuses to write`() throws {
    let reader = try store.open(.readOnly)
    #expect(storeCode { try reader.write { _ in } } == .readOnly)
    let code = storeCode {
      try reader.read { try $0.execute("INSERT INTO settings VALUES ('a', '')") }
    }
    #expect(code == .readOnly)
  }

  /// What cannot be written is told apart from where nothing can be written.
  @Test(arguments: [
    (SQLiteError.Code.readOnly, "'a.sqlite' can be read and not be written: words", "chmod u+w"),
    (
      .readOnlyDirectory,
      "the folder of 'a.sqlite' cannot be written, and even reading keeps a file in it",
      "make the folder writable"
    ),
  ])
  func `whoever may not write is told what to change`(
    code: SQLiteError.Code, message: String, advice: String
  ) {
    let error = StoreError(SQLiteError(code: code, message: "words"), path: "a.sqlite")
    #expect(error.code == .readOnly && error.message == message)
    #expect(error.recovery?.description.contains(advice) == true)
  }

  @Test func `a full disk is named, and nothing of the change stays`() throws {
    let code = storeCode {
      try database.write { connection in
        try connection.execute("PRAGMA max_page_count = 1")
        try connection.execute(
          """
          INSERT INTO settings
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
          SELECT i, hex(zeroblob(2000)) FROM n
          """)
      }
    }
    #expect(code == .full)
    #expect(try settings(database) == [])
  }

  @Test func `a closed database says so`() throws {
    try database.close()
    #expect(storeCode { try database.read { _ in } } == .closed)
    #expect(storeCode { try database.write { _ in } } == .closed)
    try database.close()
  }

  @Test func `threads read and write at once, and every write counts`() async throws {
    try database.write { try $0.execute("INSERT INTO settings VALUES ('n', '0')") }
    let database = database
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<20 {
            try database.write {
              try $0.statement("UPDATE settings SET value = value + 1 WHERE name = 'n'").run()
            }
            try database.read {
              _ = try $0.statement("SELECT value FROM settings").first { $0.text(0) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let count = try database.read {
      try $0.statement("SELECT value FROM settings WHERE name = 'n'").first { $0.text(0) }
    }
    #expect(count == "160")
  }
}
