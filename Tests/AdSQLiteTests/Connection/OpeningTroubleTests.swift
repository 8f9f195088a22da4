// SPDX-License-Identifier: MIT
import AdSQLite
import Foundation
import TestSupport
import Testing
import TroubledDisk

/// What happens to a file just while it is opened: SQLite's own calls tell the moment.
@Suite struct OpeningTroubleTests {
  let home: TemporaryDatabase
  private let disk: TroubledDisk

  init() throws {
    home = try TemporaryDatabase()
    disk = TroubledDisk(home.folder.path)
  }

  /// Does something once, before the so many-th call of a kind that is about the database file.
  private func before(
    _ call: TroubledDisk.Call, _ number: Int, _ body: @escaping () throws -> Void
  ) {
    var seen = 0
    let path = home.path
    disk.decide = { found, place, _ in
      guard found == call, place == path else { return .done }
      seen += 1
      if seen == number { try? body() }
      return .done
    }
  }

  private func reason(_ mode: Connection.Mode) -> OpenError.Reason? {
    do {
      _ = try home.open(mode)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func `a file that is taken away while it is opened is missing`() throws {
    try home.open().close()
    let path = home.path
    before(.read, 1) { try FileManager.default.removeItem(atPath: path) }
    #expect(reason(.readWrite) == .missing)
    #expect(try home.contents() == [])
  }

  /// Both find an empty file, and one is first to mark it.
  @Test func `a file that another of us makes a database at the same time is taken as it is`()
    throws
  {
    before(.lock, 2) { [home] in
      let other = try home.open()
      try other.execute("CREATE TABLE theirs (a INTEGER) STRICT; PRAGMA user_version = 5")
      try other.close()
    }
    let connection = try home.open()
    #expect(try connection.value("SELECT count(*) FROM theirs") == "0")
    #expect(try connection.value("PRAGMA user_version") == "5")
  }

  @Test func `a file that another program fills at the same time is not taken for ours`() throws {
    let path = home.path
    before(.lock, 2) {
      let other = try Connection(
        path: path, mode: .create, configuration: .init(applicationID: 0, newestVersion: 100))
      try other.execute("CREATE TABLE theirs (a INTEGER) STRICT")
      try other.close()
    }
    #expect(reason(.create) == .foreign(applicationID: 0))
    let theirs = try Connection(
      path: path, mode: .readOnly, configuration: .init(applicationID: 0, newestVersion: 100))
    #expect(try theirs.value("SELECT count(*) FROM theirs") == "0")
  }

  /// As of some network file systems: without memory that processes share, there is no log.
  @Test func `a disk that does not accept a setting is refused, and the setting named`() throws {
    disk.mapsFiles = false
    let expected = OpenError.Reason.setting(name: "journal_mode", wanted: "wal", found: "delete")
    #expect(reason(.create) == expected)
    disk.mapsFiles = true
    #expect(reason(.create) == nil)
  }
}
