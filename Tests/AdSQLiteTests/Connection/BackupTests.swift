// SPDX-License-Identifier: MIT
import AdSQLite
import Foundation
import TestSupport
import Testing

@Suite struct BackupTests {
  let home: TemporaryDatabase
  let connection: Connection

  init() throws {
    home = try TemporaryDatabase()
    connection = try home.open()
    try connection.execute(
      """
      PRAGMA user_version = 3;
      CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO t SELECT i, hex(zeroblob(50)) FROM n;
      """)
  }

  private func expectCopy(at path: String) throws {
    let copy = try home.open(.readOnly, path: path, newestVersion: 3)
    #expect(try copy.value("SELECT count(*) FROM t") == "2000")
    #expect(try copy.value("PRAGMA user_version") == "3")
    #expect(try copy.isSound())
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func `a backup is whole, private and reports its progress`() throws {
    var reports: [Int] = []
    var total = 0
    try connection.backUp(to: home.file("copy"), pages: 5) {
      reports.append($0)
      total = $1
      return true
    }
    #expect(reports == reports.sorted(by: >))
    #expect(reports.count > 5)
    #expect(total > 50)
    try expectCopy(at: home.file("copy"))
  }

  @Test func `a backup while this connection writes has the writes too`() throws {
    try connection.execute("DELETE FROM t WHERE a = 2000")
    var written = false
    try connection.backUp(to: home.file("copy"), pages: 10) { [connection] _, _ in
      if !written {
        written = true
        try? connection.execute("INSERT INTO t VALUES (2000, 'late')")
      }
      return true
    }
    try expectCopy(at: home.file("copy"))
  }

  @Test func `a backup waits for a write that is under way on its connection`() throws {
    var reports = 0
    try connection.backUp(to: home.file("copy"), pages: 5) { [connection] _, _ in
      reports += 1
      switch reports {
      case 1: try? connection.execute("BEGIN IMMEDIATE; UPDATE t SET b = 'late' WHERE a = 1")
      case 2: try? connection.execute("COMMIT")
      default: break
      }
      return true
    }
    #expect(reports > 5)
    let copy = try home.open(.readOnly, path: home.file("copy"), newestVersion: 3)
    #expect(try copy.value("SELECT b FROM t WHERE a = 1") == "late")
  }

  @Test func `a backup needs nobody who watches it`() throws {
    try connection.backUp(to: home.file("copy"), pages: 5)
    try expectCopy(at: home.file("copy"))
  }

  @Test func `a backup that may not wait for a write on its connection is busy and leaves no file`()
    throws
  {
    try connection.transaction(.write) {
      try connection.execute("DELETE FROM t WHERE a = 1")
      // It waits in turns of 50 ms, and reports after each.
      for (patience, turns) in [(Int32(0), 0), (120, 3)] {
        var reports = 0
        let failed = code {
          try connection.backUp(to: home.file("copy"), patience: patience) { _, _ in
            reports += 1
            return true
          }
        }
        #expect(failed == .busy && reports == turns, "\(patience): \(reports)")
      }
    }
    #expect(try !home.contents().contains("copy"))
    #expect(try connection.value("SELECT count(*) FROM t") == "1999")
  }

  @Test func `a connection does not close while it is backed up`() throws {
    var refusals: [SQLiteError.Code?] = []
    try connection.backUp(to: home.file("copy"), pages: 10) { [connection] _, _ in
      refusals.append(code { try connection.close() })
      return true
    }
    #expect(refusals.count > 1 && refusals.allSatisfy { $0 == .busy })
    try expectCopy(at: home.file("copy"))
    try connection.close()
  }

  @Test func `a stopped backup leaves no file`() throws {
    let failed = code {
      try connection.backUp(to: home.file("copy"), pages: 1) { _, _ in false }
    }
    #expect(failed == .interrupted)
    #expect(try !home.contents().contains("copy"))
  }

  @Test func `an empty file that others can read is private before anything is in it`() throws {
    try home.write(Data(), to: "new")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: home.file("new"))
    try home.open(path: home.file("new")).close()
    #expect(try home.permissions(of: "new") == 0o600)
  }

  @Test(arguments: ["mine", ""])
  func `a file that is there is never overwritten, whatever it holds`(content: String) throws {
    try home.write(Data(content.utf8), to: "copy")
    let path = home.file("copy")
    #expect(throws: OpenError(path: path, reason: .exists)) { try connection.backUp(to: path) }
    #expect(try home.bytes(of: "copy") == Data(content.utf8))
  }

  @Test func `a copy needs a file to be copied into`() throws {
    let path = home.file("gone.sqlite")
    #expect(code { try connection.copy(into: path) { _, _ in true } } == .cannotOpen)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a folder that is not there is named`() throws {
    let path = home.file("no/copy")
    #expect(throws: OpenError(path: path, reason: .refused(errno: ENOENT))) {
      try connection.backUp(to: path)
    }
  }

  @Test func `a checkpoint empties the log unless a reader needs it`() throws {
    let reader = try home.open(.readOnly)
    try reader.transaction(.read) {
      _ = try reader.value("SELECT count(*) FROM t")
      try connection.execute("INSERT INTO t VALUES (3000, 'x')")
      #expect(try connection.checkpoint().isPartial)
    }
    #expect(try !connection.checkpoint().isPartial)
    #expect(try home.bytes(of: "test.sqlite-wal").isEmpty)
  }

  @Test func `a checkpoint that may wait is tried until its patience ends`() throws {
    let reader = try home.open(.readOnly)
    try reader.transaction(.read) {
      _ = try reader.value("SELECT count(*) FROM t")
      try connection.execute("INSERT INTO t VALUES (3000, 'x')")
      let start = ContinuousClock.now
      let last = try connection.checkpoint(patience: 250)
      #expect(last.isPartial)
      #expect(start.duration(to: .now) >= .milliseconds(250))
    }
    #expect(try !connection.checkpoint(patience: 250).isPartial)
  }

  @Test func `statistics are refreshed, and left to another connection that is writing`() throws {
    let statistics = "SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'"
    try connection.execute("CREATE INDEX i ON t (b)")
    _ = try connection.value("SELECT a FROM t WHERE b = 'x'")
    let other = try home.open(.readWrite)
    try other.transaction(.write) { try connection.optimize() }
    #expect(try connection.value(statistics) == "0")
    try connection.optimize()
    #expect(try connection.value(statistics) == "1")
  }

  @Test func `a sound file passes all checks, and a dangling key fails its own`() throws {
    try connection.execute(
      """
      CREATE TABLE child (t INTEGER REFERENCES t(a)) STRICT;
      PRAGMA foreign_keys = OFF;
      INSERT INTO child VALUES (1), (9999);
      """)
    #expect(try connection.integrityCheck() == [])
    #expect(try connection.isSound())
    let violation = Connection.ForeignKeyViolation(table: "child", row: 2, parent: "t")
    #expect(try connection.foreignKeyCheck() == [violation])
    try connection.optimize()
  }
}
