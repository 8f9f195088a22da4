// SPDX-License-Identifier: MIT
import AdSQLite
import Foundation
import TestSupport
import Testing

@Suite struct FaultTests {
  let home: TemporaryDatabase

  init() throws { home = try TemporaryDatabase() }

  private func filled(rows: Int = 500) throws -> Connection {
    let connection = try home.open()
    try connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT")
    try connection.transaction(.write) {
      for number in 0..<rows {
        try connection.statement("INSERT INTO t VALUES (?1, hex(zeroblob(100)))").run(number)
      }
    }
    return connection
  }

  @Test func `a second writer is told that the file is busy, and goes on after the first`() throws {
    let first = try filled()
    let second = try home.open(.readWrite)
    try first.transaction(.write) {
      #expect(code { try second.transaction(.write) {} } == .busy)
      #expect(code { try second.execute("DELETE FROM t") } == .busy)
      let count = try second.value("SELECT count(*) FROM t")
      #expect(count == "500")
    }
    try second.transaction(.write) { try second.execute("DELETE FROM t") }
  }

  @Test func `a writer waits for the other within its busy timeout`() async throws {
    _ = try filled()
    let path = home.path
    let (locked, lock) = AsyncStream<Void>.makeStream()
    let (tried, attempt) = AsyncStream<Void>.makeStream()
    let holder = Task.detached {
      let configuration = Connection.Configuration(
        applicationID: TemporaryDatabase.applicationID, newestVersion: 100)
      let first = try Connection(path: path, mode: .readWrite, configuration: configuration)
      try first.execute("BEGIN IMMEDIATE")
      lock.finish()
      for await _ in tried {}
      try first.execute("COMMIT")
    }
    for await _ in locked {}
    // Long, for the holder may get its turn late where many tests run.
    let second = try home.open(.readWrite, busyTimeout: 120_000)
    attempt.finish()
    try second.transaction(.write) { try second.execute("DELETE FROM t") }
    try await holder.value
    #expect(second.changes == 500)
  }

  @Test func `a full disk undoes the transaction and keeps what was there`() throws {
    let connection = try filled(rows: 10)
    try connection.execute("PRAGMA max_page_count = 12")
    let failed = code {
      try connection.transaction(.write) {
        for number in 100..<10_000 {
          try connection.statement("INSERT INTO t VALUES (?1, hex(zeroblob(1000)))").run(number)
        }
      }
    }
    #expect(failed == .full)
    #expect(!connection.isInTransaction)
    #expect(try connection.value("SELECT count(*) FROM t") == "10")
    try connection.execute("INSERT INTO t VALUES (11, 'small')")
    #expect(try connection.isSound())
  }

  @Test func `a write to a file opened for reading is refused`() throws {
    try filled().close()
    let reader = try home.open(.readOnly)
    #expect(code { try reader.transaction(.write) {} }?.primary == .readOnly)
    #expect(code { try reader.execute("DELETE FROM t") }?.primary == .readOnly)
    #expect(try reader.value("SELECT count(*) FROM t") == "500")
  }

  @Test func `flipped bytes are reported, not answered`() throws {
    try filled().close()
    var data = try home.bytes()
    for offset in stride(from: 4096, to: data.count, by: 512) { data[offset] ^= 0xff }
    try home.write(data)
    do {
      let connection = try home.open(.readWrite)
      #expect(try !connection.integrityCheck().isEmpty)
      _ = try connection.value("SELECT sum(length(b)) FROM t")
      Issue.record("answered")
    } catch let error as SQLiteError {
      #expect(error.code.primary == .corrupt)
    } catch let error as OpenError {
      guard case .sqlite(let inner) = error.reason else { throw error }
      #expect(inner.code.primary == .corrupt)
    }
  }

  @Test(arguments: [1, 99, 100, 2_000, 4_096, 10_000])
  func `a truncated file is an error and never a crash`(length: Int) throws {
    try filled().close()
    try home.write(home.bytes().prefix(length))
    do {
      let connection = try home.open(.readWrite)
      _ = try connection.value("SELECT sum(length(b)) FROM t")
      Issue.record("answered")
    } catch let error as SQLiteError {
      #expect([.corrupt, .notADatabase].contains(error.code.primary))
    } catch let error as OpenError {
      switch error.reason {
      case .notADatabase: #expect(length < 4_096)
      case .sqlite(let inner): #expect([.corrupt, .notADatabase].contains(inner.code.primary))
      default: throw error
      }
    }
  }

  @Test(arguments: [0, 10, 32, 100, 5_000])
  func `a log cut off anywhere loses the transactions after the cut and nothing before`(
    length: Int
  ) throws {
    let connection = try filled(rows: 20)
    try connection.checkpoint()
    try connection.execute("INSERT INTO t VALUES (100, 'late')")
    try home.write(home.bytes(), to: "copy")
    try home.write(home.bytes(of: "test.sqlite-wal").prefix(length), to: "copy-wal")
    let copy = try home.open(.readWrite, path: home.file("copy"))
    let expected = length >= 4_152 ? "21" : "20"
    #expect(try copy.value("SELECT count(*) FROM t") == expected)
    #expect(try copy.isSound())
  }

  @Test func `an interrupted write is undone`() throws {
    let connection = try filled()
    let failed = code {
      try connection.transaction(.write) {
        try connection.withProgress(every: 50, while: { false }) {
          try connection.statement("UPDATE t SET b = b || 'x'").run()
        }
      }
    }
    #expect(failed == .interrupted)
    #expect(try connection.value("SELECT count(*) FROM t WHERE b LIKE '%x'") == "0")
  }
}
