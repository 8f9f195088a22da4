// SPDX-License-Identifier: MIT
import AdSQLite
import Foundation
import TestSupport
import Testing

@Suite struct OpeningTests {
  let home: TemporaryDatabase

  init() throws { home = try TemporaryDatabase() }

  private func reason(_ body: () throws(OpenError) -> Connection) -> OpenError.Reason? {
    do {
      _ = try body()
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [
    ("application_id", "1097094775"), ("journal_mode", "wal"), ("synchronous", "2"),
    ("foreign_keys", "1"), ("secure_delete", "1"), ("cell_size_check", "1"),
    ("trusted_schema", "0"), ("busy_timeout", "0"), ("journal_size_limit", "16777216"),
  ])
  func `a new file has every setting in force`(name: String, value: String) throws {
    #expect(try home.open().value("PRAGMA \(name)") == value)
  }

  /// Bounds what a hostile file or a mistake of ours can cost.
  @Test(
    arguments: [
      ("SELECT zeroblob(16777216)", "SELECT zeroblob(16777217)", .tooBig),
      (spaced(to: 1 << 20), spaced(to: 1 << 20 + 1), .tooBig),
      (
        "SELECT 1" + String(repeating: "+1", count: 98),
        "SELECT 1" + String(repeating: "+1", count: 100), .error
      ),
      ("SELECT ?999", "SELECT ?1000", .error),
    ] as [(String, String, SQLiteError.Code)])
  func `values, statements, expressions and placeholders have a largest size`(
    largest: String, tooLarge: String, expected: SQLiteError.Code
  ) throws {
    let connection = try home.open()
    func run(_ sql: String) throws { try connection.execute(sql) }
    #expect(code { try run(largest) } == nil)
    #expect(code { try run(tooLarge) } == expected)
  }

  private static func spaced(to length: Int) -> String {
    "SELECT 1" + String(repeating: " ", count: length - 8)
  }

  @Test func `at most one other file is attached`() throws {
    let connection = try home.open()
    try connection.execute("ATTACH ':memory:' AS one")
    #expect(code { try connection.execute("ATTACH ':memory:' AS two") } == .error)
  }

  @Test func `a new file takes no place that something has, not even a link that leads nowhere`()
    throws
  {
    try home.write(Data("mine".utf8))
    #expect(throws: OpenError(path: home.path, reason: .exists)) {
      try Connection.makeFile(at: home.path) { _ in }
    }
    #expect(try home.bytes() == Data("mine".utf8))
    let link = home.file("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: home.file("nowhere"))
    #expect(throws: OpenError(path: link, reason: .danglingLink)) {
      try Connection.makeFile(at: link) { _ in }
    }
    try Connection.makeFile(at: home.file("new")) { _ in }
    #expect(try home.permissions(of: "new") == 0o600)
  }

  @Test func `the schema cannot be written as a table`() throws {
    let connection = try home.open()
    try connection.execute("CREATE TABLE t (a)")
    #expect(throws: SQLiteError.self) {
      try connection.execute("PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = ''")
    }
  }

  @Test func `a mistyped column in double quotes is an error and not a string`() throws {
    let connection = try home.open()
    #expect(code { try connection.execute("SELECT \"typo\"") } == .error)
  }

  @Test func `only the owner can read the file, its log and the log's index`() throws {
    let connection = try home.open()
    try connection.execute("CREATE TABLE t (a)")
    for name in ["test.sqlite", "test.sqlite-wal", "test.sqlite-shm"] {
      #expect(try home.permissions(of: name) == 0o600)
    }
  }

  @Test(arguments: [Connection.Mode.readWrite, .readOnly, .examining])
  func `a missing file is not created`(mode: Connection.Mode) throws {
    #expect(reason { () throws(OpenError) in try home.open(mode) } == .missing)
    #expect(try home.contents() == [])
  }

  @Test func `an empty file becomes a database only where one is to be created`() throws {
    try home.write(Data())
    #expect(reason { () throws(OpenError) in try home.open(.readWrite) } == .empty)
    #expect(try home.bytes() == Data())
    #expect(try home.open(.create).value("PRAGMA journal_mode") == "wal")
  }

  @Test(arguments: [
    "hello", String(repeating: "not a database ", count: 40), "SQLite format 3\0",
  ])
  func `a file of another kind is refused and stays as it was`(text: String) throws {
    for mode in [Connection.Mode.create, .readWrite, .readOnly, .examining] {
      try home.write(Data(text.utf8))
      #expect(reason { () throws(OpenError) in try home.open(mode) } == .notADatabase)
      #expect(try home.bytes() == Data(text.utf8))
      #expect(try home.contents() == ["test.sqlite"])
    }
  }

  @Test func `the database of another program is refused and stays as it was`() throws {
    let configuration = Connection.Configuration(applicationID: 7, newestVersion: 1)
    try Connection(path: home.path, mode: .create, configuration: configuration).close()
    let before = try home.bytes()
    for mode in [Connection.Mode.create, .readWrite, .readOnly, .examining] {
      let expected = OpenError.Reason.foreign(applicationID: 7)
      #expect(reason { () throws(OpenError) in try home.open(mode) } == expected)
    }
    #expect(try home.bytes() == before)
    #expect(try home.contents() == ["test.sqlite"])
  }

  @Test func `a file of a newer program is refused and stays as it was`() throws {
    let connection = try home.open()
    try connection.execute("PRAGMA user_version = 9")
    try connection.close()
    let before = try home.bytes()
    for mode in [Connection.Mode.create, .readWrite, .readOnly, .examining] {
      let expected = OpenError.Reason.newer(version: 9, newestKnown: 8)
      #expect(reason { () throws(OpenError) in try home.open(mode, newestVersion: 8) } == expected)
    }
    #expect(try home.bytes() == before)
    #expect(try home.open(newestVersion: 9).value("PRAGMA user_version") == "9")
  }

  @Test func `a newer version that only the log knows is refused and the log kept`() throws {
    let connection = try home.open()
    try connection.execute("PRAGMA user_version = 9")
    for name in ["test.sqlite", "test.sqlite-wal"] {
      try home.write(home.bytes(of: name), to: "copy" + name)
    }
    let copy = home.file("copytest.sqlite")
    let before = try home.bytes(of: "copytest.sqlite-wal")
    let expected = OpenError.Reason.newer(version: 9, newestKnown: 8)
    #expect(
      reason { () throws(OpenError) in
        try home.open(.readWrite, path: copy, newestVersion: 8)
      } == expected)
    #expect(try home.bytes(of: "copytest.sqlite-wal") == before)
  }

  @Test func `a folder and a path through a file are refused with the system's reason`() throws {
    try home.write(Data())
    let inside = home.path + "/x"
    #expect(
      reason { () throws(OpenError) in try home.open(path: inside) } == .refused(errno: ENOTDIR))
    let folder = home.folder.path
    #expect(
      reason { () throws(OpenError) in try home.open(.readOnly, path: folder) }
        == .refused(errno: EISDIR))
  }

  @Test(arguments: [
    "a b?c#d%e.sqlite", ":memory:", "ünï.sqlite", "file:x.sqlite", "a\tb\u{1}.sqlite",
  ])
  func `a path is taken as it is, whatever characters it holds`(name: String) throws {
    let connection = try home.open(path: home.file(name))
    try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (5)")
    try connection.close()
    #expect(try home.contents() == [name])
    for mode in [Connection.Mode.examining, .readOnly] {
      #expect(try home.open(mode, path: home.file(name)).value("SELECT a FROM t") == "5")
    }
  }

  @Test func `a path may be relative`() throws {
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    let path = String(repeating: "../", count: depth) + home.path.dropFirst()
    let connection = try home.open(path: path)
    try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (5)")
    try connection.close()
    #expect(try home.contents() == ["test.sqlite"])
    #expect(try home.open(.readOnly, path: path).value("SELECT a FROM t") == "5")
  }

  /// The first bytes say whose file it is, and the page size among them is none.
  @Test(arguments: [Connection.Mode.create, .readWrite, .readOnly, .examining])
  func `a file that SQLite takes for no database is refused as none`(
    mode: Connection.Mode
  ) throws {
    try home.open().close()
    var data = try home.bytes()
    data.replaceSubrange(16..<18, with: [0, 3])
    try home.write(data)
    #expect(reason { () throws(OpenError) in try home.open(mode) } == .notADatabase)
    #expect(try home.bytes() == data)
  }

  @Test func `a file that somebody makes at the same time is kept, and the new one is not`() throws
  {
    #expect(throws: OpenError(path: home.path, reason: .exists)) {
      try Connection.makeFile(at: home.path) { _ in try home.write(Data("theirs".utf8)) }
    }
    #expect(try home.bytes() == Data("theirs".utf8))
    #expect(try home.contents() == ["test.sqlite"])
  }

  /// Only root can give a file to somebody else.
  @Test(.enabled(if: geteuid() == 0))
  func `whom somebody else lets read their file is told, and not taken away`() throws {
    try home.open().close()
    #expect(Connection.makePrivate(home.path))
    #expect(unsafe chown(home.path, 12_345, 12_345) == 0)
    #expect(unsafe chmod(home.path, 0o644) == 0)
    #expect(!Connection.makePrivate(home.path))
    #expect(try home.permissions(of: "test.sqlite") == 0o644)
  }

  @Test func `an examination leaves the log of whoever died`() throws {
    let connection = try home.open()
    try connection.execute("CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (5)")
    let (file, log) = (try home.bytes(), try home.bytes(of: "test.sqlite-wal"))
    try connection.close()
    try home.write(file, to: "left.sqlite")
    try home.write(log, to: "left.sqlite-wal")
    let examining = try home.open(.examining, path: home.file("left.sqlite"))
    #expect(try examining.value("SELECT a FROM t") == "5")
    try examining.close()
    #expect(try home.bytes(of: "left.sqlite") == file)
    #expect(try home.bytes(of: "left.sqlite-wal") == log)
  }

  @Test func `a file is not made in a folder that is not there`() {
    let path = home.file("none/test.sqlite")
    #expect {
      try home.open(.create, path: path)
    } throws: { error in
      (error as? OpenError)?.reason == .refused(errno: ENOENT)
    }
    #expect {
      try home.open(.readWrite, path: path)
    } throws: { error in
      (error as? OpenError)?.reason == .missing
    }
  }

  /// Root may write it all the same, and does not.
  @Test func `a file that nobody may write is examined, and stays as it was`() throws {
    let connection = try home.open()
    try connection.execute("CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (5)")
    try connection.close()
    let before = try home.bytes()
    #expect(unsafe chmod(home.path, 0o444) == 0)
    let examining = try home.open(.examining)
    #expect(try examining.integrityCheck() == [] && examining.foreignKeyCheck() == [])
    #expect(code { try examining.execute("DELETE FROM t") }?.primary == .readOnly)
    try examining.close()
    #expect(try home.bytes() == before)
    #expect(try home.permissions(of: "test.sqlite") == 0o444)
  }

  @Test(arguments: [Connection.Mode.readOnly, .examining])
  func `a connection for reading cannot write`(mode: Connection.Mode) throws {
    try home.open().close()
    let reader = try home.open(mode)
    #expect(code { try reader.execute("CREATE TABLE t (a)") }?.primary == .readOnly)
  }

  @Test(arguments: [Connection.Mode.readOnly, .readWrite, .examining])
  func `a change that was cut off with a journal beside it is taken back, and all goes on`(
    mode: Connection.Mode
  ) throws {
    let connection = try home.open()
    try connection.execute(
      "CREATE TABLE t (a TEXT) STRICT; INSERT INTO t VALUES ('kept'); PRAGMA journal_mode = DELETE")
    // More than fits into memory: some of it is in the file before it is committed.
    try connection.execute(
      """
      PRAGMA cache_size = 1; BEGIN;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO t SELECT hex(zeroblob(1000)) FROM n; UPDATE t SET a = 'lost' WHERE a = 'kept'
      """)
    let (file, journal) = (try home.bytes(), try home.bytes(of: "test.sqlite-journal"))
    try connection.execute("ROLLBACK")
    try connection.close()
    try home.write(file, to: "cut.sqlite")
    try home.write(journal, to: "cut.sqlite-journal")
    let again = try home.open(mode, path: home.file("cut.sqlite"))
    #expect(try again.value("SELECT group_concat(a) FROM t") == "kept")
    try again.close()
  }
}
