// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdLoading
import AdModel
import AdSQLite
import Testing

@testable import AdStore

@Suite struct StoredPageTests {
  static let now = TemporaryStore.now
  let inventory: TemporaryInventory
  let consent: ConsentRepository
  let home: PageID
  let person: SubjectKey

  init() throws {
    inventory = try TemporaryInventory()
    consent = ConsentRepository(inventory.repository.database)
    home = try PageID("home")
    person = try SubjectKey("user-1")
    try inventory.add("a", "b", page: "home")
  }

  private func page() throws -> StoredPage {
    try inventory.repository.page(home, for: person, at: Self.now)
  }

  private func again(_ known: StoredPage, isForced: Bool = false) -> Result<
    StoredPage?, StoredPage.Failure
  > {
    Result { () throws(StoredPage.Failure) in
      try inventory.repository.page(
        after: known, isForced: isForced, for: person, at: Self.now, adjusting: { _ in })
    }
  }

  @Test
  func `a page has its units with all that they send, the plan, the settings and the consent`()
    throws
  {
    try consent.set(.answer(.enabled), for: person, at: Self.now)
    try inventory.change { edit in
      try edit.setTargeting(TargetingEntry(key: "app", values: ["1"]), for: .app)
      try edit.setTargeting(TargetingEntry(key: "place", values: ["home"]), for: .page(home))
      try edit.setTargeting(TargetingEntry(key: "place", values: ["a"]), for: .unit(AdUnitID("a")))
      try edit.setTargeting(TargetingEntry(key: "test", values: ["on"]), for: .debug)
      try edit.setSettings { $0.liveViews = 3 }
      try edit.setPage(home) { $0.noFill = .keep }
    }
    let page = try page()
    #expect(page.units.map(\.unit.id.rawValue) == ["a", "b"])
    #expect(page.units.map { $0.targeting.map(\.values) } == [[["1"], ["a"]], [["1"], ["home"]]])
    #expect(page.plan == (try inventory.repository.loadingPlan(of: home)))
    #expect(page.plan.loadedAdsLimit == 3)
    #expect(page.noFill == .keep)
    #expect(page.terms.consent == consent.answer(for: person, at: Self.now))
    #expect(try page.terms.handOff().didomiStatus != nil)
    #expect(page.terms.debugTargeting == [], "debugging is off")
    #expect(page.terms.moment.ledgerSize == 1)
    let debugged = try inventory.repository.page(home, for: nil, at: Self.now) {
      $0.isDebugging = true
    }
    #expect(debugged.terms.bundles.debugTargeting.map(\.key) == ["test"])
    #expect(debugged.terms.consent.decision == .blocked(.noRecord))
  }

  @Test func `all of a page is of one moment, whatever is written between its parts`() throws {
    let other = try inventory.reopened()
    let page = try inventory.repository.page(home, for: person, at: Self.now) { _ in
      // The first part, the settings, is read.
      try other.change(by: "other", at: Self.now) { try $0.pause(AdUnitID("a")) }
      try ConsentRepository(other.database).set(.answer(.enabled), for: person, at: Self.now)
    }
    #expect(page.plan.withheld == [])
    #expect(page.terms.consent.decision == .blocked(.noRecord))
    #expect(page.terms.moment.ledgerSize == 0)
    #expect(try #require(try again(page).get()).plan.withheld == [AdUnitID("a")])
  }

  @Test func `a page is read again only where inventory or ledger have grown, or where it must be`()
    throws
  {
    let first = try page()
    #expect(try again(first).get() == nil)
    #expect(try again(first, isForced: true).get() != nil)
    try inventory.store.outsider().execute("INSERT INTO settings VALUES ('unknown', 'x')")
    #expect(try again(first).get() == nil, "no change of the inventory")
    try consent.set(.answer(.enabled), for: person, at: Self.now)
    let second = try #require(try again(first).get())
    #expect(second.terms.consent.decision.isAllowed)
    try inventory.add("c", page: "home")
    #expect(try again(second).get()?.units.count == 3)
  }

  @Test func `a page of which only the ledger has grown is what a fresh reading finds`() throws {
    var known = try page()
    for choice in [ConsentChoice.enabled, .disabled] {
      try consent.set(.answer(choice), for: person, at: Self.now)
      known = try #require(try again(known).get())
      let fresh = try page()
      #expect(known.units == fresh.units && known.plan == fresh.plan)
      #expect(known.terms.consent == fresh.terms.consent)
      #expect(known.terms.moment == fresh.terms.moment)
      #expect(known.terms.statements == fresh.terms.statements)
    }
    #expect(known.terms.statements.count == 2)
  }

  @Test func `of a page of which only the ledger has grown no more than the ledger is read`() throws
  {
    try consent.set(.answer(.enabled), for: person, at: Self.now)
    let known = try page()
    // No change of the inventory that anybody is told of.
    try inventory.store.outsider().execute("UPDATE units SET notes = 'unseen'")
    try consent.set(.answer(.disabled), for: person, at: Self.now)
    #expect(try again(known).get()?.units == known.units)
    #expect(try again(known, isForced: true).get()?.units != known.units)
    let (payload, statement) = try #require(known.terms.statements.first)
    var remembered = statement
    remembered.country = "DE"
    let terms = StoredTerms(
      moment: known.terms.moment, settings: known.terms.settings, debugTargeting: [],
      consent: known.terms.consent, consentFailure: nil, statements: [payload: remembered])
    let read = try inventory.repository.read {
      try $0.terms(for: person, at: Self.now, knowing: terms)
    }
    #expect(read.statements[payload]?.country == "DE")
    #expect(read.statements.count == 2)
  }

  @Test func `a record that is altered after it was read is found`() throws {
    try consent.set(.answer(.enabled), for: person, at: Self.now)
    let known = try page()
    let outsider = try inventory.store.outsider()
    try outsider.execute("DROP TRIGGER IF EXISTS consent_contents_are_never_edited")
    try outsider.execute("UPDATE consent_contents SET content = replace(content, '0', '1')")
    let altered = try #require(try again(known, isForced: true).get())
    #expect(altered.terms.consentFailure?.code == .corrupt)
    #expect(altered.terms.statements.isEmpty)
  }

  @Test func `a page that is renamed is found by its number, and one that is removed is gone`()
    throws
  {
    let first = try page()
    try inventory.change { try $0.renamePage(home, to: PageID("start")) }
    let second = try #require(try again(first).get())
    #expect(second.page.id.rawValue == "start" && second.units.count == 2)
    try inventory.change { try $0.removePage(PageID("start"), movingUnitsTo: nil) }
    guard case .failure(.gone) = again(second) else {
      Issue.record("the page is still there")
      return
    }
    #expect(storeCode { _ = try page() } == .noSuchPage)
  }

  @Test func `what cannot be read is a value: of the store, or of the person's records`()
    async
    throws
  {
    let first = try page()
    try consent.set(.answer(.enabled), for: person, at: Self.now)
    try inventory.store.outsider().execute(
      "DROP TRIGGER IF EXISTS consent_contents_are_never_edited")
    try inventory.store.outsider().execute("UPDATE consent_contents SET salt = zeroblob(32)")
    let altered = try page()
    #expect(altered.terms.consent == .failed)
    #expect(altered.terms.consentFailure?.code == .corrupt)
    let hashed = try SubjectKey(hashing: "user-1", secret: Array(repeating: 7, count: 16))
    let refused = try inventory.repository.page(home, for: hashed, at: Self.now)
    #expect(refused.terms.consent == .failed)
    #expect(refused.terms.consentFailure?.code == .keysArePlain)
    await inventory.repository.database.suspend(within: .seconds(60))
    guard case .failure(.unreadable(let error)) = again(first) else {
      Issue.record("a suspended database was read")
      return
    }
    #expect(error.code == .suspended)
  }

  @Test func `what is paused or archived is withheld from every page, whatever page it is of`()
    throws
  {
    try inventory.add("elsewhere", "archived", page: "article")
    try inventory.add("nowhere")
    try inventory.change { edit in
      for id in ["elsewhere", "nowhere"] { try edit.pause(AdUnitID(id)) }
      try edit.archive(AdUnitID("archived"))
    }
    let plan = try page().plan
    #expect(plan.withheld.map(\.rawValue).sorted() == ["archived", "elsewhere", "nowhere"])
    #expect(plan.served.map(\.rawValue).sorted() == ["a", "b"])
    let outsider = try inventory.store.outsider()
    let steps = try outsider.statement(
      """
      EXPLAIN QUERY PLAN
      SELECT i.id FROM units u JOIN unit_ids i ON i.unit = u.unit WHERE u.paused OR u.archived
      """
    ).all { $0.text(3) }
    #expect(steps.contains { $0.contains("units_withheld") }, "\(steps)")
  }
}
