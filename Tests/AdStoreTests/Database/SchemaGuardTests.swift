// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Foundation
import Testing

@testable import AdStore

/// What somebody planted in a file is named, and does not run with our writes.
@Suite struct SchemaGuardTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    try store.create().close()
  }

  @Test func `the fingerprint is that of the schema that the migrations make`() throws {
    let made = ContentHasher.hash(try Schema(madeBy: Migrations.all).text).hex
    #expect(AdDatabase.schemaFingerprint == made, "write it into AdDatabase+Schema.swift")
  }

  /// What is done to a file, and what is said of it.
  @Test(arguments: [
    (
      "CREATE TRIGGER spy AFTER INSERT ON consent_subjects BEGIN DELETE FROM transitions; END",
      "foreign trigger spy"
    ),
    ("DROP TRIGGER changes_are_never_deleted", "missing trigger changes_are_never_deleted"),
    ("DROP INDEX sessions_by_last", "missing index sessions_by_last"),
    ("CREATE VIEW everything AS SELECT 1", "foreign view everything"),
    (
      "DROP TABLE settings; CREATE VIEW settings AS SELECT 'debug' AS name, 'on' AS value",
      "changed table settings"
    ),
  ])
  func `a changed schema is named and not written to`(sql: String, deviation: String) throws {
    let outsider = try store.outsider()
    try outsider.execute("PRAGMA foreign_keys = OFF; \(sql)")
    try outsider.close()
    let database = try store.open()
    #expect(try database.schemaDeviations().map(\.description) == [deviation])
    #expect {
      try database.write { try $0.execute("INSERT INTO pages (name) VALUES ('x')") }
    } throws: { error in
      let error = error as? StoreError
      return error?.code == .alteredSchema && error?.message.contains(deviation) == true
    }
    let pages = try database.read {
      try $0.statement("SELECT count(*) FROM pages").first { $0.int(0) }
    }
    #expect(pages == 0)
  }

  @Test func `what is planted while the file is open is seen before the next write`() throws {
    let database = try store.open()
    try database.write { try $0.execute("INSERT INTO pages (name) VALUES ('x')") }
    let outsider = try store.outsider()
    try outsider.execute(
      "CREATE TRIGGER spy AFTER INSERT ON pages BEGIN DELETE FROM pages; END")
    let write = {
      try database.write { try $0.execute("INSERT INTO pages (name) VALUES ('y')") }
    }
    #expect(storeCode(of: write) == .alteredSchema)
    try outsider.execute("DROP TRIGGER spy")
    try write()
    try outsider.close()
  }

  @Test func `who has a file open that a newer program migrates is told so, and writes no more`()
    throws
  {
    let database = try store.open()
    try database.write { try $0.execute("INSERT INTO pages (name) VALUES ('x')") }
    let outsider = try store.outsider()
    try outsider.execute(
      """
      DROP VIEW loads; DROP VIEW units_named; ALTER TABLE pages RENAME TO screens;
      PRAGMA user_version = \(Migrations.all.count + 1);
      """)
    #expect(
      storeCode { try database.write { try $0.execute("INSERT INTO pages (name) VALUES ('y')") } }
        == .newerSchema)
    #expect(
      storeCode {
        try database.read { _ = try $0.statement("SELECT name FROM pages").first { $0.text(0) } }
      }
        == .newerSchema)
    try outsider.close()
  }

  @Test func `definitions that are laid out otherwise are the same`() throws {
    let outsider = try store.outsider()
    try outsider.execute(
      """
      DROP INDEX sessions_by_start;
      CREATE INDEX sessions_by_start -- by its beginning
        ON   sessions ( started_at );
      """)
    try outsider.close()
    let database = try store.open()
    #expect(try database.schemaDeviations() == [])
    try database.write { try $0.execute("INSERT INTO pages (name) VALUES ('x')") }
  }

  @Test func `statistics are nobody's change`() throws {
    let outsider = try store.outsider()
    try outsider.execute("ANALYZE")
    try outsider.close()
    let database = try store.open()
    try database.write { try $0.execute("INSERT INTO pages (name) VALUES ('x')") }
    #expect(try database.schemaDeviations() == [])
  }

  @Test func `a changed file of an older version is not migrated`() throws {
    let path = store.file("old.sqlite")
    let old = try Connection(
      path: path, mode: .create,
      configuration: Connection.Configuration(
        applicationID: AdDatabase.applicationID, newestVersion: .max))
    try MigrationRunner(Array(Migrations.all.prefix(2))).migrate(old, now: 0)
    try old.execute("CREATE TRIGGER spy AFTER INSERT ON consent_entries BEGIN SELECT 1; END")
    let migrate = { _ = try AdDatabase.migrate(path: path, now: TemporaryStore.now) }
    #expect(storeCode(of: migrate) == .alteredSchema)
    try old.execute("DROP TRIGGER spy")
    try old.close()
    try migrate()
    #expect(try AdDatabase.migrationStatus(of: path).pending.isEmpty)
  }
}
