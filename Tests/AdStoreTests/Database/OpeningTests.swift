// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdSystem
import Foundation
import Testing

@testable import AdStore

@Suite(.timeLimit(.minutes(60))) struct OpeningTests {
  private let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  private func add(_ name: String, to database: AdDatabase) throws {
    try database.write {
      try $0.statement("INSERT INTO settings VALUES (?1, '')").run(name)
    }
  }

  private func names(in database: AdDatabase) throws -> [String] {
    try database.read {
      try $0.statement("SELECT name FROM settings ORDER BY name").all { $0.text(0) }
    }
  }

  @Test func `a database is made where there is none, and opened where there is one`() async throws
  {
    let first = try await AdDatabase.open(at: store.path)
    try add("a", to: first)
    try first.close()
    let second = try await AdDatabase.open(at: store.path, readers: 8)
    #expect(try names(in: second) == ["a"])
    #expect(second.readers.size == 8)
    #expect(try store.permissions(of: "adview.sqlite") == 0o600)
  }

  @Test func `many that start at once all open the same file`() async throws {
    for round in 0..<6 {
      let path = store.file("round-\(round).sqlite")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            let database = try await AdDatabase.open(at: path)
            try add("\(number)", to: database)
            try database.close()
          }
        }
        try await group.waitForAll()
      }
      let database = try await AdDatabase.open(at: path)
      #expect(try names(in: database) == (0..<8).map { "\($0)" })
    }
  }

  @Test func `many that start at once on an older file migrate it once`() async throws {
    let connection = try Connection(
      path: store.path, mode: .create, configuration: AdDatabase.configuration)
    try MigrationRunner(Array(AdDatabase.schema.migrations.prefix(1))).migrate(connection, now: 1)
    try connection.close()
    try await withThrowingTaskGroup(of: Void.self) { [path = store.path] group in
      for number in 0..<8 {
        group.addTask {
          let database = try await AdDatabase.open(at: path)
          try add("\(number)", to: database)
        }
      }
      try await group.waitForAll()
    }
    #expect(try names(in: store.open(.readOnly)).count == 8)
  }

  @Test func `what is not ours is refused and not touched`() async throws {
    try store.write(Data("not a database, but a letter to somebody".utf8))
    let before = try store.bytes()
    await #expect(throws: StoreError.self) { try await AdDatabase.open(at: store.path) }
    #expect(try store.bytes() == before)
    await #expect(throws: StoreError.self) {
      try await AdDatabase.open(at: store.file("missing/adview.sqlite"))
    }
  }

  @Test(arguments: ["inMemory", "create", "open"])
  func `a database without a name is each time another, and leaves nothing`(how: String)
    async throws
  {
    func make() async throws -> AdDatabase {
      switch how {
      case "create": try AdDatabase.create(path: ":memory:", now: TemporaryStore.now)
      case "open": try await AdDatabase.open(at: ":memory:")
      default: try AdDatabase.inMemory()
      }
    }
    var first: AdDatabase? = try await make()
    let second = try await make()
    let folder = FileLayer.folder(of: try #require(first).file)
    try add("a", to: try #require(first))
    // Several readers beside the writer see the same.
    let seen = try first?.concurrentRead { connection in
      try connection.statement("SELECT count(*) FROM settings").first { $0.int(0) }
    }
    #expect(seen == [1, 1, 1])
    #expect(try names(in: second) == [])
    #expect(first?.path == ":memory:")
    let permissions = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions]
    #expect(permissions as? Int == 0o700)
    first = nil
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(!FileManager.default.fileExists(atPath: ":memory:"))
  }
}
