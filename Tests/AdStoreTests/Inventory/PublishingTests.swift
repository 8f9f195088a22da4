// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Foundation
import Testing

@testable import AdStore

@Suite struct PublishingTests {
  private let inventory: TemporaryInventory
  private let path: String

  init() throws {
    inventory = try TemporaryInventory()
    path = inventory.store.file("published.sqlite")
  }

  private func publish() throws -> InventoryRepository.Publication {
    try inventory.repository.publish(to: path, at: TemporaryStore.now)
  }

  @Test func `a published file holds the units as they are, without what people note`() throws {
    try inventory.change { edit in
      try edit.addSample()
      try edit.add(InventoryEntry(unit: fullUnit()))
      try edit.archive(AdUnitID("div-gpt-ad-mobile_2"))
      try edit.setPage(PageID("sport")) { $0.feedPattern = try FeedPattern("1/3") }
    }
    let publication = try publish()
    #expect(publication.unitCount == 4)
    #expect(publication.generation == 13)
    #expect(publication.schemaVersion == AdDatabase.schema.newestVersion)

    let all = InventoryFilter(statuses: InventoryUnit.Status.allCases)
    var expected = try inventory.repository.read { try $0.entries(matching: all) }
    for index in expected.indices {
      expected[index].unit.notes = ""
      expected[index].unit.silenced = LintSilences()
    }
    let client = InventoryRepository(try AdDatabase(path: path, access: .snapshot))
    #expect(try client.read { try $0.entries(matching: all) } == expected)
    for page in try inventory.repository.read({ try $0.pages().map(\.page) }) {
      #expect(try client.read { try $0.page(page.id) } == page)
      #expect(try client.loadingPlan(of: page.id) == inventory.repository.loadingPlan(of: page.id))
    }
    let effective = { (repository: InventoryRepository) in
      try repository.read {
        try $0.effectiveTargeting(of: AdUnitID("div-gpt-ad-mobile_3"), debugging: true)
      }
    }
    #expect(try effective(client) == effective(inventory.repository))
  }

  @Test func `nothing but pages, units, targeting and settings of apps is in a published file`()
    throws
  {
    try inventory.change { edit in
      try edit.addSample()
      try edit.setDebugging(true)
      try edit.add(
        InventoryEntry(unit: InventoryUnit(id: AdUnitID("private-project"), notes: "private")))
      try edit.remove(AdUnitID("private-project"))
    }
    let database = inventory.repository.database
    try ConsentRepository(database).set(
      .answer(.enabled), for: SubjectKey("private-person"), at: TemporaryStore.now)
    let session = try RecordedSession(
      id: SessionID("private-session"), page: PageID("homepage"),
      startedAt: TemporaryStore.now, clockAtStart: 0)
    try TransitionRecorder(session, in: database).close()
    _ = try publish()
    let client = try AdDatabase(path: path, access: .snapshot)
    let tables = try client.read {
      try $0.statement("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all {
        $0.text(0)
      }
    }
    let filled = try tables.filter { table in
      try client.read { connection in
        try connection.prepare("SELECT 1 FROM \"\(table)\"") { try $0.first { _ in true } ?? false }
      }
    }
    #expect(
      filled == [
        "ad_event_kinds", "app_targeting", "page_targeting", "pages", "schema_migrations",
        "transition_kinds", "unit_ids", "unit_sizes", "unit_targeting", "units",
      ])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.range(of: Data("private".utf8)) == nil)
    #expect(bytes.range(of: Data("tests".utf8)) == nil, "the actor of the change log")
  }

  @Test func `a published file is complete in itself and opens where nothing can be written`()
    throws
  {
    try inventory.change { try $0.addSample() }
    _ = try publish()
    #expect(
      try inventory.store.contents().filter { $0.hasPrefix("published") } == ["published.sqlite"])
    #expect(try inventory.store.permissions(of: "published.sqlite") == 0o600)
    let client = try AdDatabase(path: path, access: .snapshot)
    #expect(storeCode { try client.write { _ in } } == .readOnly)
    #expect(
      try inventory.store.contents().filter { $0.hasPrefix("published") } == ["published.sqlite"])
    #expect(try client.findDamage() == [])
  }

  @Test func `a published file needs no write-ahead log`() throws {
    try inventory.change { try $0.addSample() }
    _ = try publish()
    let header = Array(try Data(contentsOf: URL(fileURLWithPath: path)).prefix(20))
    // The versions for writing and reading: 1 is a rollback journal, 2 a write-ahead log.
    #expect(Array(header[18...19]) == [1, 1])
  }

  @Test func `what exists is not published over`() throws {
    _ = try publish()
    #expect(storeCode { _ = try publish() } == .fileExists)
  }
}
