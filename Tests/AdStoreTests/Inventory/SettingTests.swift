// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdLoading
import AdModel
import AdSQLite
import Testing

@testable import AdStore

@Suite struct SettingTests {
  private let inventory: TemporaryInventory
  private let fields = FieldTable<InventorySettings>.settings.fields
  private let standard = InventorySettings()

  init() throws { inventory = try TemporaryInventory() }

  /// Every setting at a value that is not its default.
  private static func other() throws -> InventorySettings {
    var settings = InventorySettings()
    settings.template = try TemplateURL("https://ads.example/t.html")
    settings.handOff = .both
    settings.dialect = .setConfig
    settings.contract = PageContract(
      bridgeHandler: "bridge", placeholderHandler: "places", namespace: "$ads")
    settings.gate.policy = .consented
    settings.gate.applicableLaw = try Regulation("tdpsa")
    settings.gate.silence = .personalized
    settings.gate.limitedAds = LimitedAdsRule(
      disclosureSufficesFrom: try Timestamp("2026-01-01T00:00:00Z"))
    settings.expiry = .cnil
    settings.terms.controller = "Example A/S"
    settings.terms.controllerContact = "privacy@example.com"
    settings.terms.partyType = "publisher"
    settings.terms.withdrawalMethod = "in the app's settings"
    settings.terms.piiInformation = "answers, and a key that means nothing"
    settings.terms.processingMethod = "recorded on the device"
    settings.terms.storageLocations = "the device"
    settings.terms.processingLocations = "Denmark"
    settings.terms.geographicRestrictions = "within the EEA"
    settings.terms.privacyRights = "https://example.com/rights"
    settings.terms.codesOfConduct = "IAB Europe TCF"
    settings.terms.impactAssessment = "DPIA 7"
    settings.terms.authorityParty = "Datatilsynet"
    settings.liveViews = 7
    settings.noFill = .keep
    settings.historyDays = 90
    settings.historyBytes = 5_000_000_000
    settings.historySample = 20
    settings.silenced = try LintSilences("noSizes: sold by the app")
    settings.isDebugging = true
    return settings
  }

  private func rows() throws -> Int? {
    try inventory.repository.database.read {
      try $0.statement("SELECT count(*) FROM settings").first { $0.int(0) }
    }
  }

  @Test func `every setting comes back as it was stored, each with a line of the log`() throws {
    let other = try Self.other()
    for field in fields { #expect(field.value(other) != field.value(standard), "\(field.key)") }
    let changes = try inventory.change { try $0.setSettings { $0 = other } }
    #expect(changes.map(\.name) == fields.map(\.option))
    #expect(changes.allSatisfy { $0.noun == .setting && $0.verb == .set })
    #expect(changes.first?.after == #"{"template":"https://ads.example/t.html"}"#)
    try inventory.repository.database.close()
    #expect(try inventory.reopened().database.settings() == other)
  }

  @Test func `a setting that is given its default has no row any more`() throws {
    try inventory.change { try $0.setSettings { try $0 = Self.other() } }
    #expect(try rows() == fields.count)
    let changes = try inventory.change { try $0.setSettings { $0 = standard } }
    #expect(changes.count == fields.count)
    #expect(changes.last?.after == #"{"debug":false}"#)
    #expect(try rows() == 0)
    #expect(try inventory.repository.database.settings() == standard)
  }

  @Test(arguments: [
    ("4brige", "places", "ads"), ("a-b", "places", "ads"), ("", "places", "ads"),
    (String(repeating: "a", count: 129), "places", "ads"), ("same", "same", "ads"),
    ("bridge", "places", "window.x"),
  ])
  func `names that no web view could use are refused`(
    bridge: String, placeholder: String, namespace: String
  ) throws {
    let contract = PageContract(
      bridgeHandler: bridge, placeholderHandler: placeholder, namespace: namespace)
    #expect(throws: InvalidValue.self) {
      try inventory.change { try $0.setSettings { $0.contract = contract } }
    }
    #expect(try rows() == 0)
  }

  @Test func `what another program spoilt is told with the setting's name`() throws {
    try inventory.repository.database.write {
      try $0.execute("INSERT INTO settings VALUES ('template', 'ftp://x')")
    }
    #expect {
      try inventory.repository.database.settings()
    } throws: { error in
      (error as? StoreError)?.code == .corrupt && "\(error)".contains("setting 'template'")
    }
    #expect(
      ConsentRepository(inventory.repository.database)
        .decision(for: try SubjectKey("user-1"), at: TemporaryStore.now) == .blocked(.failed))
  }

  @Test func `the gate goes by the settings where nobody names a rule`() throws {
    let consent = ConsentRepository(inventory.repository.database)
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.disabled), for: subject, at: TemporaryStore.now)
    #expect(consent.decision(for: subject, at: TemporaryStore.now).isAllowed)
    try inventory.change { try $0.setSettings { $0.gate.policy = .consented } }
    #expect(consent.decision(for: subject, at: TemporaryStore.now) == .blocked(.notPermitted))
    #expect(consent.decision(for: subject, at: TemporaryStore.now, by: ConsentGate()).isAllowed)
    var listed: [Bool] = []
    try consent.forEach(at: TemporaryStore.now) { listed.append($0.decision.isAllowed) }
    #expect(listed == [false])
  }

  @Test func `a withdrawal holds as long as the settings say`() throws {
    let consent = ConsentRepository(inventory.repository.database)
    try inventory.change { try $0.setSettings { $0.expiry = .cnil } }
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.enabled), for: subject, at: TemporaryStore.now)
    let record = try consent.withdraw(subject, at: TemporaryStore.now).record
    #expect(record.statement.expiry.rule == "gdpr refusal: 6 months")
  }

  @Test func `a page says itself how many views it has, or the settings do`() throws {
    let (home, other) = (PageID(validated: "home"), PageID(validated: "other"))
    try inventory.change { edit in
      try edit.setPage(home) { $0.liveViews = 3 }
      try edit.setPage(other) { _ in }
    }
    func limits() throws -> [Int] {
      try [home, other].map { try inventory.repository.loadingPlan(of: $0).loadedAdsLimit }
    }
    #expect(try limits() == [3, 8])
    try inventory.change { try $0.setSettings { $0.liveViews = 5 } }
    #expect(try limits() == [3, 5])
  }

  @Test func `apps get the settings with the published inventory, but no debug switch`() throws {
    try inventory.change { try $0.setSettings { try $0 = Self.other() } }
    var expected = try Self.other()
    expected.isDebugging = false
    expected.gate.applicableLaw = nil
    expected.historyDays = nil
    expected.historyBytes = nil
    expected.silenced = LintSilences()
    expected.terms = ConsentTerms()
    let document = try inventory.repository.read { try PublishedInventory(of: $0).document() }
    #expect(try PublishedInventory(document: document).settings == expected)
  }
}
