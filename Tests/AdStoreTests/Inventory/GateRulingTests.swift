// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import TestPublications
import TestSupport
import Testing

@testable import AdStore

/// Settings that the gate decides by are entries of the consent ledger, whoever changes them.
@Suite struct GateRulingTests {
  private let store: TemporaryStore
  private let database: AdDatabase
  private var inventory: InventoryRepository { InventoryRepository(database) }

  init() throws {
    store = try TemporaryStore()
    database = try store.create()
  }

  private func change(
    message: String? = nil, dryRun: Bool = false, _ body: (inout InventorySettings) -> Void
  ) throws {
    try inventory.change(by: "ops", message: message, at: TemporaryStore.now, dryRun: dryRun) {
      try $0.setSettings(body)
    }
  }

  /// What the entries say, with who had them appended.
  private func rulings() throws -> [String] {
    try database.read { connection in
      let ledger = LedgerReader(connection)
      return try ledger.entries(after: 0, limit: .max).filter { $0.event == .ruled }.map {
        "\($0.origin.description) \(try ledger.note(of: $0.sequence) ?? "")"
      }
    }
  }

  private func fault() throws -> LedgerFault? { try ConsentRepository(database).verify().fault }

  @Test func `each change has the values from there on, and why`() throws {
    try change(message: "TICKET-1") { $0.gate.policy = .consented }
    try change {
      $0.gate.applicableLaw = .gdpr
      $0.gate.silence = .personalized
    }
    try change(message: "TICKET-2") {
      $0.gate = ConsentGate()
      $0.expiry = .cnil
    }
    #expect(
      try rulings() == [
        #"operator, by settings: TICKET-1 {"settings":{"policy":"consented"}}"#,
        #"operator, by settings {"settings":{"applicable-law":"gdpr","policy":"consented","#
          + #""when-silent":"personalized"}}"#,
        #"operator, by settings: TICKET-2 {"settings":{"expiry":"cnil"}}"#,
      ])
    #expect(try fault() == nil)
  }

  @Test func `other settings, the same values and what is only tried leave none`() throws {
    try change { $0.liveViews = 3 }
    try change { $0.gate.policy = .answered }
    try change(dryRun: true) { $0.gate.policy = .consented }
    #expect(try rulings() == [])
    #expect(try fault() == nil)
  }

  @Test func `a change that is taken back is another one`() throws {
    let changes = try inventory.change(by: "ops", at: TemporaryStore.now) {
      try $0.setSettings { $0.gate.policy = .consented }
    }
    try inventory.change(by: "ops", at: TemporaryStore.now) {
      try $0.revert(changes.map(\.number))
    }
    #expect(try rulings().count == 2)
    #expect(try rulings().last?.hasSuffix(#"{"settings":{}}"#) == true)
    #expect(try fault() == nil)
  }

  @Test func `of a publication, the app says that it took it over`() throws {
    var settings = InventorySettings()
    settings.gate.policy = .consented
    let published = try PublishedInventory(InventoryContent(), settings)
    try inventory.change(by: "publication 7", at: TemporaryStore.now) { try $0.adopt(published) }
    #expect(
      try rulings() == [#"app, by publication {"settings":{"policy":"consented"}}"#])
    #expect(try fault() == nil)
  }

  @Test(
    arguments: [
      ("INSERT INTO settings VALUES ('applicable-law', 'none')", 2),
      ("UPDATE settings SET value = 'answered' WHERE name = 'policy'", 2),
      ("DELETE FROM settings", 2), ("UPDATE settings SET name = 'expiry'", 2),
    ] as [(String, Int64)])
  func `settings that were changed by other means are named`(sql: String, entry: Int64) throws {
    try ConsentRepository(database).set(
      .answer(.enabled), for: SubjectKey("anna"), at: TemporaryStore.now)
    try change { $0.gate.policy = .consented }
    try store.tamper([sql])
    #expect(try fault()?.sequence == entry)
  }

  @Test func `and so are those of a ledger that says nothing of any`() throws {
    try store.tamper(["INSERT INTO settings VALUES ('live-views', '3')"])
    #expect(try fault() == nil)
    try store.tamper(["INSERT INTO settings VALUES ('policy', 'consented')"])
    #expect(try fault()?.sequence == 1)
  }
}
