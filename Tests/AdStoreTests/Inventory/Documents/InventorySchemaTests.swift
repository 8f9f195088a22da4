// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import Foundation
import TestSupport
import Testing

@testable import AdStore

/// The JSON Schema of the inventory document, beside the field tables and documents.
@Suite struct InventorySchemaTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../scripts/inventory.schema.json").standardized

  private let schema: JSONNode

  init() throws { schema = JSONNode(try JSONReader.read(text: InventorySchema.text)) }

  /// `RECORD=1` writes the file.
  @Test func `the file in the repository is the schema that follows from the field tables`() throws
  {
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(InventorySchema.text.utf8).write(to: Self.file)
    }
    let isSame = try String(contentsOf: Self.file, encoding: .utf8) == InventorySchema.text
    #expect(isSame, "run RECORD=1 swift test --filter InventorySchemaTests, and read the diff")
  }

  @Test func `it knows every field by its key, and nothing else`() throws {
    func keys(_ thing: String) throws -> [String] {
      try schema.member("$defs").member(thing).member("properties").members().flatMap { member in
        let inner = try member.node.memberIfPresent("properties")?.members().map(\.key)
        return inner?.map { "\(member.key).\($0)" } ?? [member.key]
      }
    }
    func fields<Root>(_ table: FieldTable<Root>) -> [String] {
      table.groups.flatMap { group in group.fields.map { group.path(of: $0) } } + ["targeting"]
    }
    #expect(try keys("unit") == fields(FieldTable<InventoryUnit>.units) + ["renamedFrom"])
    #expect(try keys("page") == fields(FieldTable<InventoryPage>.pages))
  }

  @Test func `it has the limits of the fields`() throws {
    let unit = try schema.member("$defs").member("unit").member("properties")
    let position = try unit.member("position")
    #expect(try position.member("maximum").integer() == 1_000_000)
    #expect(position.memberIfPresent("type")?.value == ["integer", "null"])
    let width = try unit.member("constraints").member("properties").member("maximumWidth")
    #expect(try width.member("exclusiveMinimum").integer() == 0)
    #expect(try width.member("maximum").integer() == Int64(SizeConstraints.largestSide))
  }

  @Test func `whatever is exported fits it`() throws {
    try Fuzz.forEachSeed(30) { seed, random in
      var source = RandomInventory(random: random)
      let document = JSONNode(try JSONReader.read(try source.content().document()))
      #expect(problems(of: document, schema) == [], "seed \(seed)")
    }
  }

  @Test(arguments: [
    (#""position": 7"#, #""position": -1"#), (#""position": 7"#, #""position": "7""#),
    (#""status": "paused""#, #""status": "asleep""#), (#""fluid","#, #""wide","#),
    (#""adUnitId": "#, #""adUnit": "#), (#""shown": true"#, #""shown": 1"#),
    (#""maximumHeight": 10000"#, #""maximumHeight": 10001"#),
    (#""adviewInventory": "#, #""adviewInventory": 1"#), (#""fetch": 800"#, #""fetch": null"#),
    (#""values": ["#, #""value": ["#),
  ])
  func `what the reader refuses does not fit it`(old: String, new: String) throws {
    let content = InventoryContent(
      app: try AdTargeting([TargetingEntry(key: "k", values: ["v"])]),
      pages: [InventoryContent.PageEntry(page: InventoryPage(id: try PageID("sport")))],
      units: [InventoryEntry(unit: try fullUnit("u"))])
    let text = String(decoding: try content.document(), as: UTF8.self)
    try #require(text.contains(old))
    let edited = text.replacing(old, with: new, maxReplacements: 1)
    #expect(problems(of: JSONNode(try JSONReader.read(text: edited)), schema) != [])
    #expect(throws: InventoryDocumentError.self) {
      try InventoryContent(document: Array(edited.utf8))
    }
  }

  /// Values at the edges of a limit, inside and outside.
  private static func edges(of kind: FieldKind) -> [JSONValue] {
    guard let limit = kind.limit else { return [] }
    switch kind {
    case .whole, .milliseconds:
      return [limit.least - 1, limit.least, limit.most, limit.most + 1].map { .integer(Int64($0)) }
    case .text:
      return ["a", "ø", "👍"].flatMap { letter in
        [limit.least - 1, limit.least, limit.most, limit.most + 1].filter { $0 >= 0 }.map {
          .string(String(repeating: letter, count: Int($0)))
        }
      }
    default:
      return [-1, limit.least, limit.least + 0.001, limit.most, limit.most.nextUp].map {
        .double($0)
      }
    }
  }

  /// A thing of a document with one member of its own, and others that do not contradict it.
  private static func thing(
    _ base: [(String, JSONValue)], _ group: String?, _ key: String, _ value: JSONValue
  ) -> JSONValue {
    var thing = JSONObject()
    for (key, value) in base { thing[key] = value }
    guard let group else {
      thing[key] = value
      return .object(thing)
    }
    var members = JSONObject()
    if case .object(let known)? = thing[group] { members = known }
    members[key] = value
    thing[group] = .object(members)
    return .object(thing)
  }

  /// Compares what the schema, an import, the row and the column say of values at the edges.
  private func compare<Root>(
    _ table: FieldTable<Root>, _ name: String, _ base: [(String, JSONValue)],
    _ preparations: [String]
  ) throws {
    let store = try TemporaryInventory()
    try store.change { edit in
      try edit.add(InventoryEntry(unit: InventoryUnit(id: AdUnitID("u"), page: PageID("p"))))
    }
    let outsider = try store.store.outsider()
    for group in table.groups {
      for field in group.fields {
        // What its type reads besides has other rules, too.
        for value in Self.edges(of: field.kind) where field.key != "silenced" {
          let told = "\(group.path(of: field)) \(try value.text().prefix(20))"
          var root = table.standard
          let isIn = (try? field.set(value, in: &root)) != nil
          let thing = Self.thing(base, group.key, field.key, value)
          let document = JSONNode(["\(name)s": .array([thing])])
          #expect(problems(of: document, schema).isEmpty == isIn, "schema: \(told)")
          let bytes = Array(try document.value.text().utf8)
          let content = try? InventoryContent(document: bytes, over: InventoryContent())
          #expect((content != nil) == isIn, "import: \(told)")
          guard let column = field.column else { continue }
          let literal = try value.text().replacing("\"", with: "'")
          let isStored = preparations.contains { preparation in
            (try? outsider.execute(preparation)) != nil
              && (try? outsider.execute("UPDATE \(name)s SET \(column) = \(literal)")) != nil
          }
          #expect(isStored == isIn, "column: \(told)")
        }
      }
    }
  }

  @Test func `schema, import, row and column say the same at the edges of every limit`() throws {
    let sizes = ["10000", "0.0001"].map { side in
      """
      UPDATE units SET minimum_width = NULL, maximum_width = NULL, minimum_height = NULL,
        maximum_height = NULL, initial_width = \(side), initial_height = \(side)
      """
    }
    try compare(FieldTable<InventoryUnit>.units, "unit", [("adUnitId", "u")], sizes)
    try compare(
      FieldTable<InventoryPage>.pages, "page",
      [
        ("page", "p"), ("fetch", 1_000_000), ("display", 0),
        ("remote", ["fetch": 1000, "render": 0.0001]),
      ],
      [
        """
        UPDATE pages SET fetch = 1000000, display = 0, remote_fetch = 1000, remote_render = 0.0001
        """
      ])
  }

  /// What does not fit, by its path: as much of JSON Schema as ours uses, and an error for more.
  private func problems(of value: JSONNode, _ rule: JSONNode) -> [String] {
    var found: [String] = []
    func fail(_ rule: String) { found.append("\(value.path) \(rule)") }
    let rules = (try? rule.members()) ?? []
    for (key, rule) in rules {
      switch key {
      case "$ref":
        let name = (try? rule.string())?.split(separator: "/").last.map(String.init) ?? ""
        if let target = try? schema.member("$defs").member(name) {
          found += problems(of: value, target)
        }
      case "type":
        let types =
          (try? rule.elements())?.compactMap { try? $0.string() }
          ?? [(try? rule.string()) ?? ""]
        if !types.contains(where: { isOf($0, value) }) { fail(key) }
      case "enum":
        let words = (try? rule.elements())?.map(\.value) ?? []
        if !words.contains(where: { $0 == value.value }) { fail(key) }
      case "const": if rule.value != value.value { fail(key) }
      case "minimum", "maximum", "exclusiveMinimum":
        guard let number = try? value.double(), let limit = try? rule.double() else { continue }
        let fits =
          key == "minimum" ? number >= limit : key == "maximum" ? number <= limit : number > limit
        if !fits { fail(key) }
      case "minLength", "maxLength":
        guard let text = try? value.string(), let limit = try? rule.integer() else { continue }
        let count = Int64(text.unicodeScalars.count)
        if key == "minLength" ? count < limit : count > limit { fail(key) }
      case "pattern":
        guard let text = try? value.string(), let pattern = try? rule.string() else { continue }
        if text.range(of: pattern, options: .regularExpression) == nil { fail(key) }
      case "properties":
        for (name, member) in (try? rule.members()) ?? [] {
          if let inner = value.memberIfPresent(name) { found += problems(of: inner, member) }
        }
      case "required":
        for name in (try? rule.elements()) ?? [] {
          if let name = try? name.string(), value.memberIfPresent(name) == nil,
            case .object = value.value
          {
            fail("\(key) \(name)")
          }
        }
      case "additionalProperties":
        let known = rules.first { $0.key == "properties" }?.node
        for (name, _) in (try? value.members()) ?? []
        where known?.memberIfPresent(name) == nil { fail("\(key) \(name)") }
      case "items":
        for element in (try? value.elements()) ?? [] { found += problems(of: element, rule) }
      case "minItems", "maxItems":
        guard let count = try? value.elements().count, let limit = try? rule.integer() else {
          continue
        }
        if key == "minItems" ? count < limit : count > limit { fail(key) }
      case "uniqueItems":
        let texts = ((try? value.elements()) ?? []).compactMap {
          (try? $0.value.text()).map { Array($0.utf8) }
        }
        if Set(texts).count != texts.count { fail(key) }
      case "$schema", "title", "description", "default", "$defs": break
      default: fail("has the unknown rule \(key)")
      }
    }
    return found
  }

  private func isOf(_ type: String, _ node: JSONNode) -> Bool {
    switch (type, node.value) {
    case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array),
      ("object", .object), ("number", .integer), ("number", .double), ("integer", .integer):
      true
    case ("integer", .double(let number)): number == number.rounded()
    default: false
    }
  }
}
