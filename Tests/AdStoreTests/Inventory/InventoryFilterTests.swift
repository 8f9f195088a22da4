// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import Testing

@testable import AdStore

@Suite struct InventoryFilterTests {
  private let inventory: TemporaryInventory

  init() throws {
    inventory = try TemporaryInventory()
    try inventory.add("a", "b", page: "home")
    try inventory.add("c", page: "sport")
    try inventory.add("d")
    try inventory.change { edit in
      try edit.set(AdUnitID("b")) { unit in
        unit.notes = "Over the Fold \(hostileText) end"
        unit.adManagerPath = try AdManagerPath("/1234/News/top")
      }
      try edit.pause(AdUnitID("c"))
      try edit.archive(AdUnitID("d"))
      try edit.setTargeting(TargetingEntry(key: "k", values: ["app"]), for: .app)
      try edit.setTargeting(
        TargetingEntry(key: "k", values: ["x", "y"]), for: .page(PageID("home")))
      try edit.setTargeting(TargetingEntry(key: "k", values: ["y"]), for: .unit(AdUnitID("a")))
      try edit.setTargeting(TargetingEntry(key: "own", values: ["1"]), for: .unit(AdUnitID("b")))
      try edit.setTargeting(TargetingEntry(key: "own", values: ["2"]), for: .debug)
    }
  }

  private func expect(_ filter: InventoryFilter, _ ids: String) throws {
    let expected = ids.map { String($0) }
    #expect(try inventory.ids(filter) == expected)
    #expect(
      try inventory.repository.read { try $0.entries(matching: filter).map(\.unit.id.rawValue) }
        == expected)
    #expect(try inventory.repository.read { try $0.count(matching: filter) } == expected.count)
  }

  @Test(
    "all units come in the order of their ids as an index has it, and those of a page by its index",
    arguments: [(nil, ["INDEX sqlite_autoindex_unit_ids_1"], 0), ("home", ["units_by_page"], 1)])
  func plan(page: String?, uses: [String], sorters: Int) throws {
    for number in 0..<60 { try inventory.add("many-\(number)", page: "page-\(number % 6)") }
    // With statistics, SQLite would rather sort than walk a second index.
    let outsider = try inventory.store.outsider()
    try outsider.execute("ANALYZE")
    let filter = InventoryFilter(page: try page.map { try PageID($0) })
    let query = FilterQuery(filter)
    let sql = "EXPLAIN QUERY PLAN " + UnitColumns.select(matching: query)
    let steps = try outsider.prepare(sql) { statement in
      var steps: [String] = []
      var rows = try statement.query(list: query.values)
      while try rows.next() { steps.append(rows.row.text(3)) }
      return steps
    }
    for index in uses { #expect(steps.contains { $0.contains(index) }, "\(steps)") }
    #expect(steps.count { $0.contains("TEMP B-TREE") } == sorters, "\(steps)")
  }

  @Test(
    "statuses choose, and archived units are hidden unless they are asked for",
    arguments: [
      ([.active, .paused], "abc"), ([.active], "ab"), ([.paused], "c"), ([.archived], "d"),
      ([.active, .paused, .archived], "abcd"), ([], ""),
      ([.archived, .paused, .paused], "cd"),
    ] as [([InventoryUnit.Status], String)])
  func statuses(statuses: [InventoryUnit.Status], ids: String) throws {
    try expect(InventoryFilter(statuses: statuses), ids)
  }

  @Test(
    "a key or a value chooses by what a unit sends after its page and the app",
    arguments: [
      ("k", nil, "abc"), ("k", "y", "ab"), ("k", "x", "b"), ("k", "app", "c"), ("own", nil, "b"),
      ("own", "2", ""), ("none", nil, ""), ("K", nil, ""),
    ])
  func targeting(key: String, value: String?, ids: String) throws {
    try expect(InventoryFilter(targeting: [.init(key: key, value: value)]), ids)
  }

  @Test(
    "a text chooses by id, page, path and notes, whatever the case of its ASCII letters",
    arguments: [
      ("FOLD", "b"), ("/news/", "b"), ("SPO", "c"), ("A", "ab"), ("👩‍👩‍👧‍👦", "b"),
      ("END", "b"), ("%", ""), ("_", ""), ("' OR 1 --", ""),
    ])
  func text(text: String, ids: String) throws {
    try expect(InventoryFilter(text: text), ids)
  }

  @Test func `all conditions hold together`() throws {
    let home = try PageID("home")
    try expect(InventoryFilter(page: home), "ab")
    try expect(
      InventoryFilter(
        statuses: [.active], page: home,
        targeting: [.init(key: "k", value: "x"), .init(key: "own")], text: "fold"), "b")
    try expect(InventoryFilter(statuses: [.archived], page: home), "")
  }

  @Test func `an unknown page is an error that names the nearest one`() throws {
    let filter = InventoryFilter(page: try PageID("hoem"))
    #expect {
      try inventory.ids(filter)
    } throws: { error in
      let error = error as? StoreError
      return error?.code == .noSuchPage && error?.suggestions == ["home"]
    }
  }

  @Test func `ten thousand units come in the order of their ids, each with what is its own`() throws
  {
    let inventory = try TemporaryInventory()
    try inventory.change { edit in
      for number in (0..<10_000).reversed() {
        let unit = InventoryUnit(
          id: try AdUnitID("unit-\(number)"),
          declaredSizes: number % 3 == 0 ? [.fixed(width: number + 1, height: 50), .fluid] : [])
        let targeting = try AdTargeting(
          number % 2 == 0 ? [TargetingEntry(key: "n", values: ["\(number)", "0x"])] : [])
        try edit.add(InventoryEntry(unit: unit, targeting: targeting))
      }
    }
    var last: AdUnitID?
    var count = 0
    try inventory.repository.read { snapshot in
      try snapshot.forEachEntry { entry in
        let number = entry.unit.id.rawValue.dropFirst(5)
        #expect(last.map { $0 < entry.unit.id } ?? true)
        #expect(entry.unit.declaredSizes.isEmpty == ((Int(number) ?? 0) % 3 != 0))
        #expect(entry.targeting.entry(of: "n")?.values.first ?? String(number) == number)
        last = entry.unit.id
        count += 1
      }
    }
    #expect(count == 10_000)
  }
}
