// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import TestSupport
import Testing

@testable import AdStore

/// The way back: changes of the log that are taken back.
@Suite struct RevertingTests {
  private let inventory: TemporaryInventory
  private let unit = AdUnitID(validated: "top")
  private let home = PageID(validated: "home")

  init() throws { inventory = try TemporaryInventory() }

  private func document() throws -> [UInt8] {
    try inventory.repository.read { try $0.content() }.document()
  }

  private func revert(_ changes: [InventoryChange]) throws -> [InventoryChange] {
    try inventory.change { try $0.revert(changes.map(\.number)) }
  }

  /// A change of every kind, on a unit `top` on the page `home` with the targeting `k=v`.
  static let changes: [@Sendable (inout InventoryEdit) throws -> Void] = [
    { try $0.add(InventoryEntry(unit: fullUnit("new"), targeting: AdTargeting())) },
    { try $0.set(AdUnitID("top")) { $0 = try fullUnit("top") } },
    { try $0.set(AdUnitID("top")) { $0.notes = "\u{E9}" } },
    { try $0.rename(AdUnitID("top"), to: AdUnitID("tip")) },
    { try $0.pause(AdUnitID("top")) },
    { try $0.archive(AdUnitID("top")) },
    { try $0.remove(AdUnitID("top")) },
    { try $0.setPage(PageID("home")) { $0.remote = try RemoteThresholds(fetch: 150, render: 99) } },
    { try $0.setPage(PageID("feed")) { $0.feedPattern = try FeedPattern("2/4") } },
    { try $0.renamePage(PageID("home"), to: PageID("start")) },
    { try $0.removePage(PageID("home")) },
    { try $0.setTargeting(TargetingEntry(key: "k", values: ["w", hostileText]), for: .app) },
    { try $0.addTargeting(TargetingEntry(key: "k", values: ["w"]), for: .unit(AdUnitID("top"))) },
    { try $0.removeTargeting(key: "k", for: .page(PageID("home"))) },
    { try $0.replaceTargeting(with: AdTargeting(), for: .debug) },
    { try $0.setDebugging(true) },
  ]

  @Test func `a page that has an experiment by now is not taken away`() throws {
    let added = try inventory.change { try $0.setPage(home) { _ in } }
    try inventory.change { edit in
      try edit.add(Experiment(id: ExperimentID("near"), page: home, salt: "near"))
    }
    #expect(storeCode { _ = try revert(added) } == .changedSince)
    #expect(try inventory.repository.read { try $0.experiments() }.count == 1)
  }

  private func fill() throws {
    try inventory.change { edit in
      let targeting = try AdTargeting([TargetingEntry(key: "k", values: ["v"])])
      try edit.add(
        InventoryEntry(
          unit: InventoryUnit(id: unit, page: home, notes: "e\u{301}"), targeting: targeting))
      for scope in [TargetingScope.app, .debug, .page(home)] {
        try edit.replaceTargeting(with: targeting, for: scope)
      }
    }
  }

  @Test(arguments: changes.indices)
  func `every kind of change can be taken back, and that as well`(kind: Int) throws {
    try fill()
    let before = try document()
    let made = try inventory.change { try Self.changes[kind](&$0) }
    let after = try document()
    let back = try revert(made)
    #expect(try document() == before)
    #expect(Set(back.compactMap(\.reverts)) == Set(made.map(\.number)))
    let settings = try inventory.repository.read { try $0.settings() }
    #expect(settings == InventorySettings())
    _ = try revert(back)
    #expect(try document() == after)
  }

  @Test func `any inventory is what it was before, after any changes`() throws {
    try Fuzz.forEachSeed(20) { seed, random in
      let inventory = try TemporaryInventory()
      var source = RandomInventory(random: random)
      let contents = [try source.content(), try source.content(), try source.content()]
      var moments: [(Int64, InventoryContent)] = []
      for (place, content) in contents.enumerated() {
        try inventory.repository.change(
          by: "tests", at: TemporaryStore.now.advanced(by: Int64(place) * 1_000)
        ) { edit in
          for id in try edit.apply(content).missingUnits { try edit.archive(id) }
          if place == 1, let page = content.pages.first?.page.id { try edit.removePage(page) }
          if place == 1, let unit = content.units.first?.unit.id { try edit.remove(unit) }
        }
        moments.append(
          try inventory.repository.read { (try $0.newestChange(), try $0.content()) })
      }
      for (place, moment) in moments.enumerated() {
        let time = TemporaryStore.now.advanced(by: Int64(place) * 1_000)
        let then = try inventory.repository.state(at: time).content
        #expect(try then.differences(to: moment.1).isEmpty, "seed \(seed), \(place)")
        #expect(try inventory.repository.read { try $0.newestChange() } == moments[2].0)
      }
      let later = try inventory.repository.read { try $0.changes() }.map(\.number)
        .filter { $0 > moments[0].0 }
      try inventory.change { try $0.revert(later.shuffled(using: &random)) }
      let found = try inventory.repository.read { try $0.content() }
      #expect(try found.differences(to: moments[0].1).isEmpty, "seed \(seed)")
    }
  }

  @Test func `what was changed again since is not lost`() throws {
    try fill()
    let first = try inventory.change { try $0.set(unit) { $0.notes = "one" } }
    let second = try inventory.change { try $0.set(unit) { $0.notes = "two" } }
    let before = try document()
    #expect(storeCode { _ = try revert(first) } == .changedSince)
    #expect(try document() == before)
    _ = try revert(second + first)
    #expect(try inventory.repository.read { try $0.unit(unit) }.notes == "e\u{301}")
    #expect(try revert(first).isEmpty)
  }

  @Test func `a field that nobody else changed is set back, and the others stay`() throws {
    try fill()
    let notes = try inventory.change { try $0.set(unit) { $0.notes = "one" } }
    try inventory.change { try $0.set(unit) { $0.position = 7 } }
    _ = try revert(notes)
    let found = try inventory.repository.read { try $0.unit(unit) }
    #expect(found.notes == "e\u{301}" && found.position == 7)
  }

  @Test func `a unit or page that was used since its addition is not removed with it`() throws {
    let added = try inventory.change { edit in
      try edit.add(InventoryEntry(unit: InventoryUnit(id: unit, page: home)))
    }
    try inventory.change { try $0.set(unit) { $0.notes = "mine" } }
    #expect(storeCode { _ = try revert(added) } == .changedSince)
    let page = added.filter { $0.noun == .page }
    #expect(page.count == 1)
    #expect(storeCode { _ = try revert(page) } == .changedSince)
    #expect(storeCode { try inventory.change { try $0.revert([999]) } } == .noSuchChange)
  }

  @Test func `what a migration did to the log is not taken back`() throws {
    try inventory.change { edit in
      try edit.log(.set, .setting, .shared("migration 2"), before: "{}", after: "{}")
    }
    let line = try inventory.repository.read { try $0.changes() }
    #expect(line.map(\.isRevertible) == [false])
    #expect(storeCode { _ = try revert(line) } == .notRevertible)
  }
}

/// Pages that are renamed and removed.
@Suite struct PageLifeTests {
  private let inventory: TemporaryInventory
  private let home = PageID(validated: "home")
  private let start = PageID(validated: "start")

  init() throws {
    inventory = try TemporaryInventory()
    try inventory.add("a", "b", page: "home")
    try inventory.change { edit in
      try edit.setTargeting(TargetingEntry(key: "k", values: ["v"]), for: .page(home))
      try edit.archive(AdUnitID("b"))
    }
  }

  private func page(of unit: String) throws -> String? {
    try inventory.repository.read { try $0.unit(AdUnitID(unit)) }.page?.rawValue
  }

  @Test func `a page is renamed with its units, its targeting and its log`() throws {
    try inventory.change { try $0.renamePage(home, to: start) }
    #expect(try page(of: "a") == "start" && page(of: "b") == "start")
    #expect(
      try inventory.repository.read { try $0.targeting(of: .page(start)) }.entries.map(\.key)
        == ["k"])
    let log = try inventory.repository.read {
      try $0.changes(matching: ChangeFilter(name: "start"))
    }
    #expect(
      log.map { "\($0.verb) \($0.noun) \($0.name)" }
        == ["rename page home", "set targeting home", "add page home"])
    try inventory.change { try $0.setPage(home) { _ in } }
    #expect(
      storeCode { try inventory.change { try $0.renamePage(home, to: start) } } == .pageExists)
    #expect(
      storeCode { try inventory.change { try $0.renamePage(PageID("no"), to: home) } }
        == .noSuchPage)
  }

  @Test func `the units of a removed page stand on none, or on the one that is named`() throws {
    try inventory.change { try $0.setPage(start) { _ in } }
    let moved = try inventory.change { try $0.removePage(home, movingUnitsTo: start) }
    #expect(try page(of: "a") == "start" && page(of: "b") == "start")
    #expect(moved.map { "\($0.verb) \($0.name)" } == ["set a", "set b", "remove home"])
    try inventory.change { try $0.removePage(start) }
    #expect(try page(of: "a") == nil && page(of: "b") == nil)
    #expect(try inventory.repository.read { try $0.pages() }.isEmpty)
    #expect(try inventory.repository.database.findDamage() == [])
  }

  @Test func `a page that is added again goes on with its log, and no other gets its number`()
    throws
  {
    try inventory.change { try $0.removePage(home) }
    try inventory.change { try $0.setPage(start) { _ in } }
    try inventory.change { try $0.setPage(home) { _ in } }
    let numbers = try inventory.repository.database.read { connection in
      try connection.statement("SELECT name, page FROM pages ORDER BY page").all {
        "\($0.text(0)) \($0.int(1))"
      }
    }
    #expect(numbers == ["home 1", "start 2"])
  }

  @Test(
    arguments: [
      ("homee", "home"), ("hoem", "home"), ("article", nil), ("home2", nil),
    ] as [(String, String?)])
  func `a new page is told with the one that may be meant`(name: String, near: String?) throws {
    var added: [(page: PageID, nearest: String?)] = []
    try inventory.change { edit in
      try edit.add(InventoryEntry(unit: InventoryUnit(id: AdUnitID("c"), page: PageID(name))))
      added = try edit.addedPages()
    }
    #expect(added.map(\.page.rawValue) == [name])
    #expect(added.first?.nearest == near)
  }

  @Test(arguments: [
    (ChangeFilter(nouns: [.page]), 1), (ChangeFilter(nouns: [.page, .targeting]), 2),
    (ChangeFilter(name: "a"), 1), (ChangeFilter(name: "home"), 2),
    (ChangeFilter(actor: "tests"), 5), (ChangeFilter(actor: "Tests"), 0),
    (ChangeFilter(since: TemporaryStore.now), 5),
    (ChangeFilter(since: TemporaryStore.now.advanced(by: 1)), 0),
    (ChangeFilter(until: TemporaryStore.now), 0),
    (ChangeFilter(nouns: [.unit], name: "b", until: TemporaryStore.now.advanced(by: 1)), 2),
  ])
  func `the log is read by what, who and when`(filter: ChangeFilter, count: Int) throws {
    #expect(try inventory.repository.read { try $0.changes(matching: filter) }.count == count)
  }
}
