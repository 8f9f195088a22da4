// SPDX-License-Identifier: MIT
import AdSQLite
import Foundation
import TestSupport
import Testing

@Suite struct ReplacingTests {
  let home: TemporaryDatabase

  init() throws {
    home = try TemporaryDatabase()
    let connection = try home.open()
    try connection.execute("CREATE TABLE old (a INTEGER) STRICT; PRAGMA user_version = 3")
    try connection.close()
  }

  private func replace(_ path: String? = nil, newestVersion: Int32 = 100) throws {
    var configuration = Connection.Configuration(
      applicationID: TemporaryDatabase.applicationID, newestVersion: newestVersion)
    configuration.busyTimeout = 0
    try Connection.replaceFile(
      at: path ?? home.path, keeping: home.file("kept"), configuration: configuration
    ) { draft in
      let connection = try home.open(path: draft)
      try connection.execute("CREATE TABLE new (a INTEGER) STRICT")
      try connection.close()
    }
  }

  private func tables(_ name: String) throws -> String {
    try home.open(.readOnly, path: home.file(name))
      .value("SELECT group_concat(name) FROM sqlite_schema")
  }

  @Test func `the old file is kept whole under another name`() throws {
    try replace()
    #expect(try tables("test.sqlite") == "new")
    #expect(try tables("kept") == "old")
  }

  @Test func `a file that SQLite finds damaged gives way, and is kept as it is with its log`()
    throws
  {
    // The kind of the first page of the schema: the header says nothing of that.
    var data = try home.bytes()
    data[100] = 0xff
    try home.write(data)
    try home.write(Data("log".utf8), to: "test.sqlite-wal")
    try replace()
    #expect(try tables("test.sqlite") == "new")
    #expect(try home.bytes(of: "kept") == data)
    #expect(try home.bytes(of: "kept-wal") == Data("log".utf8))
  }

  @Test func `a newer file is not replaced`() throws {
    let before = try home.bytes()
    let expected = OpenError.Reason.newer(version: 3, newestKnown: 2)
    #expect(throws: OpenError(path: home.path, reason: expected)) { try replace(newestVersion: 2) }
    #expect(try home.bytes() == before)
    #expect(try home.contents() == ["test.sqlite"])
  }

  @Test func `a file that another connection has open is not replaced`() throws {
    let other = try home.open(.readWrite)
    #expect(try other.value("SELECT count(*) FROM old") == "0")
    #expect(code { try replace() }?.primary == .busy)
    #expect(try other.value("SELECT count(*) FROM old") == "0")
    try other.close()
    #expect(try home.contents() == ["test.sqlite"])
  }

  @Test func `a pipe is not replaced`() throws {
    let pipe = home.file("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    #expect(throws: OpenError(path: pipe, reason: .notARegularFile)) { try replace(pipe) }
    #expect(try home.contents() == ["pipe", "test.sqlite"])
  }
}
