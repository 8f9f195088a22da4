// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import Foundation
import Testing

@testable import AdStore

@Suite struct AdDatabaseTests {
  private let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  @Test func `a created database is at the newest version and survives closing`() throws {
    let database = try store.create()
    try database.write { try $0.execute("INSERT INTO settings VALUES ('a', 'b')") }
    try database.close()
    #expect(try store.contents() == ["adview.sqlite"])

    let again = try store.open(.readOnly)
    let value = try again.read {
      try $0.statement("SELECT value FROM settings").first { $0.text(0) }
    }
    #expect(value == "b")
    let version = try again.read { try $0.statement("PRAGMA user_version").first { $0.int(0) } }
    #expect(version == AdDatabase.schema.newestVersion)
    #expect(try AdDatabase.migrationStatus(of: store.path).pending.isEmpty)
  }

  @Test func `only the owner can read the file, its log and its index`() throws {
    let database = try store.create()
    try database.write { try $0.execute("INSERT INTO settings VALUES ('a', 'b')") }
    for name in ["adview.sqlite", "adview.sqlite-wal", "adview.sqlite-shm"] {
      #expect(try store.permissions(of: name) == 0o600, "\(name)")
    }
  }

  @Test func `a missing file is an error that says how to make one, and stays missing`() throws {
    for access in [AdDatabase.Access.readWrite, .readOnly] {
      #expect {
        try store.open(access)
      } throws: { error in
        let error = error as? StoreError
        return error?.code == .missingFile && error?.recovery == .createDatabase
      }
    }
    #expect(try store.contents() == [])
    #expect(
      storeCode { _ = try AdDatabase.migrate(path: store.path, now: TemporaryStore.now) }
        == .missingFile)
  }

  @Test func `an existing database is not created again`() throws {
    try store.create().close()
    let before = try store.bytes()
    #expect(storeCode { _ = try store.create() } == .fileExists)
    #expect(try store.bytes() == before)
  }

  @Test func `an empty file is no database, and none is made of it`() throws {
    try store.write(Data())
    #expect(storeCode { _ = try store.open() } == .notADatabase)
    #expect(storeCode { _ = try store.create() } == .fileExists)
    #expect(try store.bytes() == Data())
  }

  @Test func `a link to a missing file is not followed`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: store.path, withDestinationPath: store.file("nowhere"))
    #expect {
      try store.create()
    } throws: { error in
      let error = error as? StoreError
      return error?.code == .fileExists
        && error?.message == "'\(store.path)' is a link to a file that does not exist"
    }
    #expect(try store.contents() == ["adview.sqlite"])
  }

  @Test(arguments: [AdDatabase.Access.readWrite, .readOnly])
  func `a pipe is refused and not waited for`(access: AdDatabase.Access) throws {
    let made = unsafe mkfifo(store.path, 0o600)
    #expect(made == 0)
    #expect(storeCode { _ = try store.open(access) } == .notADatabase)
  }

  @Test func `a file that one may not use says what to look at`() {
    let refused = StoreError(OpenError(path: "x", reason: .refused(errno: EACCES)))
    #expect(refused.message == "'x' cannot be opened: Permission denied")
    #expect(refused.recovery?.description.contains("may read the file") == true)
  }

  @Test func `a file that cannot be made says what the system said`() {
    let path = store.file("nowhere/adview.sqlite")
    #expect {
      try AdDatabase.create(path: path, now: TemporaryStore.now)
    } throws: { error in
      let error = error as? StoreError
      return error?.code == .cannotCreate
        && error?.message == "'\(path)' cannot be opened: No such file or directory"
    }
    #expect(
      storeCode { _ = try AdDatabase(path: store.folder.path, access: .readOnly) } == .inputOutput)
  }

  @Test func `what is not a database is refused and not touched`() throws {
    let text = Data("id,page\n".utf8)
    try store.write(text)
    #expect(storeCode { _ = try store.open() } == .notADatabase)
    #expect(storeCode { _ = try store.create() } == .fileExists)
    #expect(try store.bytes() == text)
  }

  @Test func `another program's database is refused and not touched`() throws {
    try store.create().close()
    let outsider = try store.outsider()
    try outsider.execute("PRAGMA application_id = 7")
    try outsider.close()
    let before = try store.bytes()
    #expect(storeCode { _ = try store.open() } == .foreignFile)
    #expect(try store.bytes() == before)
  }

  @Test func `a newer schema is refused and not touched`() throws {
    try store.create().close()
    let outsider = try store.outsider()
    try outsider.execute("PRAGMA user_version = 9999")
    try outsider.close()
    let before = try store.bytes()
    #expect(storeCode { _ = try store.open() } == .newerSchema)
    #expect(
      storeCode { _ = try AdDatabase.migrate(path: store.path, now: TemporaryStore.now) }
        == .newerSchema)
    #expect(try store.bytes() == before)
  }

  @Test func `an older schema is refused with the advice to migrate, and then migrates`() throws {
    let connection = try Connection(
      path: store.path, mode: .create, configuration: AdDatabase.configuration)
    try connection.close()
    #expect {
      try store.open()
    } throws: { error in
      let error = error as? StoreError
      return error?.code == .olderSchema && error?.recovery == .migrate
    }
    let ran = try AdDatabase.migrate(path: store.path, now: TemporaryStore.now)
    #expect(ran.first == "0001_inventory.sql")
    #expect(try AdDatabase.migrate(path: store.path, now: TemporaryStore.now) == [])
    _ = try store.open()
  }

  @Test func `a database that was migrated by other files is refused`() throws {
    try store.create().close()
    let outsider = try store.outsider()
    try outsider.execute("UPDATE schema_migrations SET sql = sql || ' ' WHERE version = 1")
    try outsider.close()
    #expect(
      storeCode { _ = try AdDatabase.migrate(path: store.path, now: TemporaryStore.now) }
        == .alteredMigrations)
  }

  @Test func `a file cut short is reported as damaged`() throws {
    try store.create().close()
    try store.write(store.bytes().prefix(6000))
    let code = storeCode {
      let database = try store.open(.readOnly)
      try database.read { _ = try $0.statement("SELECT count(*) FROM units").first { $0.int(0) } }
    }
    #expect(code == .corrupt)
  }
}
