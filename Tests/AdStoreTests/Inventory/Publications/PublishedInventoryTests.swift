// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import TestSupport
import Testing

@testable import AdStore

@Suite struct PublishedInventoryTests {
  private func random(_ seed: UInt64) throws -> PublishedInventory {
    var random = RandomInventory(random: SeededRandom(seed: seed))
    return try PublishedInventory(try random.content(), InventorySettings())
  }

  @Test(arguments: 1...40) func `what is written is read again, byte by byte`(
    _ seed: UInt64
  ) throws {
    let bytes = try random(seed).document()
    #expect(try PublishedInventory(document: bytes).document() == bytes)
  }

  @Test(arguments: 1...40) func `a difference leads from any inventory to any other`(
    _ seed: UInt64
  ) throws {
    let (old, new) = (try random(seed), try random(seed + 1000))
    let difference = try old.difference(to: new)
    #expect(try old.applying(difference: difference).document() == (try new.document()))
  }

  @Test func `one key of ten thousand units is a difference of less than two kilobytes`() throws {
    var content = InventoryContent()
    for number in 0..<10_000 {
      content.units.append(
        InventoryEntry(
          unit: InventoryUnit(id: try AdUnitID("div-gpt-ad-mobile_\(number)")),
          targeting: try AdTargeting([TargetingEntry(key: "section", values: ["sport"])])))
    }
    let old = try PublishedInventory(content, InventorySettings())
    content.units[5_000].targeting = try AdTargeting([
      TargetingEntry(key: "section", values: ["news"])
    ])
    let new = try PublishedInventory(content, InventorySettings())
    #expect(try old.difference(to: new).count < 2_000)
  }

  @Test func `a field is published where its row says so, and nowhere else`() throws {
    var unit = try fullUnit()
    unit.notes = "for us alone"
    var settings = InventorySettings()
    settings.isDebugging = true
    settings.historyDays = 7
    let page = InventoryPage(id: try PageID("sport"))
    let published = try PublishedInventory(
      InventoryContent(
        pages: [InventoryContent.PageEntry(page: page)], units: [InventoryEntry(unit: unit)]),
      settings)
    func check<Root>(_ table: FieldTable<Root>, _ original: Root, _ kept: Root) {
      for field in table.fields {
        let expected = field.isPublished ? field.value(original) : field.value(table.standard)
        #expect(field.value(kept) == expected, "\(field.key)")
      }
    }
    check(.units, unit, published.content.units[0].unit)
    check(.pages, page, published.content.pages[0].page)
    check(.settings, settings, published.settings)
    #expect(FieldTable<InventoryUnit>.units.fields.contains { !$0.isPublished })

    // The document has the members of these tables and of targeting, and no others.
    let document = JSONNode(try JSONReader.read(try published.document()))
    let known = Set(
      FieldTable.units.fields.map(\.key) + FieldTable.units.groups.compactMap(\.key)
        + FieldTable.pages.fields.map(\.key) + FieldTable.pages.groups.compactMap(\.key)
        + FieldTable.settings.fields.filter(\.isPublished).map(\.key)
        + [
          "adviewPublication", "needs", "adviewInventory", "settings", "inventory", "targeting",
          "app",
          "debug", "pages", "units", "experiments", "key", "values",
        ])
    func walk(_ node: JSONNode) throws {
      switch node.value {
      case .object:
        for (key, member) in try node.members() {
          #expect(known.contains(key) || member.path.description.contains("feedPattern"), "\(key)")
          try walk(member)
        }
      case .array: for element in try node.elements() { try walk(element) }
      default: break
      }
    }
    try walk(document)
    #expect(!String(decoding: try published.document(), as: UTF8.self).contains("for us alone"))
  }

  /// Whatever is added to the schema later: it is published only where somebody names its table here.
  @Test func `it is made of these tables alone, as if there were no others`() throws {
    let store = try TemporaryInventory()
    try store.change { edit in
      try edit.addSample()
      try edit.add(InventoryEntry(unit: try fullUnit()))
      try edit.setSettings { $0.liveViews = 5 }
    }
    let database = store.repository.database
    try ConsentRepository(database).set(
      .answer(.enabled), for: SubjectKey("a-person"), at: TemporaryStore.now)
    let expected = try database.published()
    try database.close()
    let outsider = try store.store.outsider()
    let named = [
      "app_targeting", "experiments", "page_targeting", "pages", "settings", "unit_ids",
      "unit_sizes",
      "unit_targeting", "units",
    ]
    try outsider.execute("PRAGMA foreign_keys = OFF")
    let kinds = try outsider.prepare(
      "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type = 'table'"
    ) { try $0.all { ($0.text(0), $0.text(1)) } }
    for (type, name) in kinds where type != "index" && !named.contains(name) {
      try outsider.execute("DROP \(type) \(name)")
    }
    #expect(kinds.contains { $0.1.hasPrefix("consent") })
    let left = try outsider.transaction(.read) {
      try PublishedInventory(of: InventorySnapshot(outsider)).document()
    }
    #expect(left == expected)
  }

  @Test(arguments: [
    ("[]", "expected an object"), (#"{"adviewPublication":2}"#, "needs"),
    (#"{"adviewPublication":2,"needs":2}"#, "form 1"),
    (#"{"adviewPublication":1,"needs":2}"#, "1"),
    (#"{"adviewPublication":1,"needs":1}"#, "settings"), ("{", "line 1"),
  ]) func `what is no publication is refused with its place`(
    _ text: String, _ words: String
  ) throws {
    let error = try #require(throws: InventoryDocumentError.self) {
      _ = try PublishedInventory(document: Array(text.utf8))
    }
    #expect("\(error.problems[0])".contains(words))
  }
}
