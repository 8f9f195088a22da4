// SPDX-License-Identifier: MIT
import AdSQLite
import Foundation
import TestSupport
import Testing
import TroubledDisk

/// A large table is made anew and then once more while the disk is full, fails or goes dark: the
/// database is of the old version or of the new one, with all its rows.
@Suite(.serialized) struct MigrationTroubleTests {
  private static let migrations = [
    Migration(
      version: 1, name: "events",
      sql: """
        CREATE TABLE event (id INTEGER PRIMARY KEY, text TEXT) STRICT;
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
          INSERT INTO event SELECT i, hex(zeroblob(200)) FROM n;
        """),
    Migration(
      version: 2, name: "rows anew",
      sql: """
        CREATE TABLE wide (id INTEGER PRIMARY KEY, text TEXT, size INTEGER) STRICT;
        INSERT INTO wide SELECT id, text, length(text) FROM event;
        DROP TABLE event; ALTER TABLE wide RENAME TO event;
        """),
    Migration(
      version: 3, name: "found by size",
      sql: "UPDATE event SET size = size + 1; CREATE INDEX event_by_size ON event (size);"),
  ]

  private let home: TemporaryDatabase
  private let original: Data

  init() throws {
    home = try TemporaryDatabase()
    let connection = try home.open()
    try MigrationRunner([Self.migrations[0]]).migrate(connection, now: 1)
    try connection.close()
    original = try home.bytes()
  }

  /// What a program of the old version and one of the new would find: the version and its rows.
  private func found() throws -> String {
    let connection = try home.open(.readWrite)
    #expect(try connection.isSound())
    let version = try connection.value("PRAGMA user_version")
    let sum = version == "1" ? "sum(length(text))" : "sum(size)"
    let rows = try connection.value("SELECT count(*) || ' ' || \(sum) FROM event")
    try connection.close()
    return "\(version): \(rows)"
  }

  private func migrate() throws {
    let connection = try home.open(.readWrite)
    try MigrationRunner(Self.migrations).migrate(connection, now: 2)
    try connection.close()
  }

  private func empty() throws {
    for name in try home.contents() { try FileManager.default.removeItem(atPath: home.file(name)) }
  }

  @Test(arguments: [TroubledDisk.Answer.full, .failure, .torn, .kill, .powerCut])
  func `all of it or nothing`(fault: TroubledDisk.Answer) throws {
    let disk = TroubledDisk(home.folder.path)
    var calls = 0
    disk.decide = { _, _, number in
      calls = number
      return .done
    }
    try migrate()
    let (before, after) = ("1: 4000 1600000", "3: 4000 1604000")
    #expect(try found() == after)
    var random = SeededRandom(seed: 7)
    for _ in 0..<12 {
      try empty()
      try home.write(original)
      let call = random.int(1...calls)
      let disk = TroubledDisk(home.folder.path, seed: UInt64(call))
      disk.decide = { _, _, number in number == call ? fault : .done }
      let isDone = (try? migrate()) != nil
      disk.decide = { _, _, _ in .done }
      if disk.isDead {
        let remains = disk.remains
        disk.revive()
        try empty()
        for (name, bytes) in remains { try home.write(Data(bytes), to: name) }
      }
      let state = try found()
      #expect(
        state == after || (state == before && !isDone), "\(fault) at call \(call) of \(calls)")
    }
  }
}
