// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem
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

  private func replace(
    _ path: String? = nil, newestVersion: Int32 = 100, isDryRun: Bool = false,
    join: (Connection) throws -> Void = { _ in }
  ) throws {
    var configuration = Connection.Configuration(
      applicationID: TemporaryDatabase.applicationID, newestVersion: newestVersion)
    configuration.busyTimeout = 0
    try Connection.replaceFile(
      at: path ?? home.path, keeping: home.file("kept"), configuration: configuration,
      isDryRun: isDryRun
    ) { draft in
      let connection = try home.open(path: draft)
      try connection.execute("CREATE TABLE new (a INTEGER) STRICT")
      try connection.close()
    } joining: { _, other in
      if case .database(let connection) = other { try join(connection) }
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

  @Test(arguments: [FileLayer.Call.link, .rename])
  func `whoever dies before the new file stands leaves the old one as it was`(
    call: FileLayer.Call
  ) throws {
    let before = try home.bytes()
    var configuration = Connection.Configuration(
      applicationID: TemporaryDatabase.applicationID, newestVersion: 100)
    configuration.busyTimeout = 0
    let dying = FileLayer { happening, _ in happening == call ? EIO : nil }
    #expect(throws: FileLayerError.self) {
      try Connection.replaceFile(
        at: home.path, keeping: home.file("kept"), configuration: configuration, layer: dying
      ) { draft in
        let connection = try home.open(path: draft)
        try connection.execute("CREATE TABLE new (a INTEGER) STRICT")
        try connection.close()
      } joining: { _, _ in
      }
    }
    // Byte for byte: a change of its kind of log would need a journal, and stand in its header.
    #expect(try home.bytes() == before)
    #expect(try tables("test.sqlite") == "old")
  }

  @Test func `what stands in the log alone is kept, too`() throws {
    let writer = try home.open(.readWrite)
    try writer.execute("CREATE TABLE late (a INTEGER) STRICT")
    // Dies without emptying its log: both files as another process finds them.
    let (file, log) = (try home.bytes(), try home.bytes(of: "test.sqlite-wal"))
    try writer.close()
    try home.write(file)
    try home.write(log, to: "test.sqlite-wal")
    try replace()
    #expect(try tables("kept") == "old,late")
    #expect(try tables("test.sqlite") == "new")
  }

  @Test func `the old file is read while nobody can write it, and stays where that fails`() throws {
    for isDryRun in [true, false] {
      #expect(throws: Stopped.self) {
        try replace(isDryRun: isDryRun) { old in
          #expect(try old.value("SELECT count(*) FROM old") == "0")
          if !isDryRun { #expect(!self.mayWrite()) }
          throw Stopped()
        }
      }
      #expect(try tables("test.sqlite") == "old")
      #expect(try home.contents().filter { $0.hasSuffix(".part") || $0 == "kept" }.isEmpty)
    }
  }

  #if os(Linux)
    /// A connection that one thread opens and another uses then.
    private struct Loose: @unchecked Sendable {
      let connection: Connection
    }

    @Test(.timeLimit(.minutes(60)), arguments: [Connection.Mode.readWrite, .readOnly, .create])
    func `who waits while a file is replaced gets the new one`(mode: Connection.Mode) throws {
      let opened = Mutex<Result<Loose, any Error>?>(nil)
      let isDone = DispatchSemaphore(value: 0)
      try replace { _ in
        Thread.detachNewThread { [path = home.path] in
          let result = Result {
            var configuration = Connection.Configuration(
              applicationID: TemporaryDatabase.applicationID, newestVersion: 100)
            configuration.busyTimeout = 60_000
            return Loose(
              connection: try Connection(path: path, mode: mode, configuration: configuration))
          }
          opened.withLock { $0 = result }
          isDone.signal()
        }
        while try timesOpen() < 2 { sched_yield() }
      }
      isDone.wait()
      let late = try #require(try opened.withLock { $0 }?.get()).connection
      #expect(try late.value("SELECT group_concat(name) FROM sqlite_schema") == "new")
      if mode.isWritable { try late.execute("CREATE TABLE later (a INTEGER) STRICT") }
      try late.close()
      #expect(try tables("test.sqlite") == (mode.isWritable ? "new,later" : "new"))
      #expect(try tables("kept") == "old")
    }

    /// How often this process has the database open.
    private func timesOpen() throws -> Int {
      let files = FileManager.default
      return try files.contentsOfDirectory(atPath: "/proc/self/fd").count {
        (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == home.path
      }
    }
  #endif

  private struct Stopped: Error {}

  private func mayWrite() -> Bool {
    (try? home.open(.readWrite, path: home.path).execute("DROP TABLE old")) != nil
  }

  @Test func `a pipe is not replaced`() throws {
    let pipe = home.file("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    #expect(throws: OpenError(path: pipe, reason: .notARegularFile)) { try replace(pipe) }
    #expect(try home.contents() == ["pipe", "test.sqlite"])
  }
}
