// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdUpdate
import TestPublications
import TestSupport
import Testing

@testable import AdStore

/// Apps that are older than the program that publishes.
@Suite struct NewerPublicationTests {
  private let phone: TemporaryInventory
  private var database: AdDatabase { phone.repository.database }
  private var publisher: TestPublisher

  init() throws {
    phone = try TemporaryInventory()
    publisher = try TestPublisher()
  }

  /// A document as a program of the next form would write it: each object has a member more.
  private static func newer(_ document: [UInt8], needing form: Int64 = 1) throws -> [UInt8] {
    func grown(_ value: JSONValue) -> JSONValue {
      switch value {
      case .object(var object):
        for member in object.members { object[member.key] = grown(member.value) }
        object["sinceThen"] = ["a": 1]
        return .object(object)
      case .array(let elements): return .array(elements.map(grown))
      default: return value
      }
    }
    guard case .object(var object) = grown(try JSONReader.read(document)) else { return [] }
    for kind in ["adviewPublication", "adviewDifference"] where object[kind] != nil {
      object[kind] = .integer(PublishedInventory.form + 1)
    }
    object["needs"] = .integer(form)
    return Array(try JSONValue.object(object).text().utf8)
  }

  /// What a publisher of the next form says of a generation.
  private func custom(
    _ number: Int64, _ inventory: PublishedInventory, needing form: Int64 = 1,
    tellsOlder: Bool = true
  ) throws -> JSONObject {
    var custom = PublishedGeneration.custom(number)
    custom["form"] = .integer(PublishedInventory.form + 1)
    custom["needs"] = .integer(form)
    custom["sinceThen"] = true
    if tellsOlder {
      custom["forms"] = ["1": .string(ContentHasher.hash(try inventory.document()).hex)]
    }
    return custom
  }

  private mutating func publish(
    _ seed: UInt64, needing form: Int64 = 1, tellsOlder: Bool = true
  ) throws -> PublishedInventory {
    let inventory = try TestPublisher.random(seed)
    let number = Int64(publisher.generations.count) + 1
    try publisher.publish(
      inventory,
      custom: try custom(number, inventory, needing: form, tellsOlder: tellsOlder)
    ) { try Self.newer($0, needing: form) }
    return inventory
  }

  @Test
  mutating func `an older app takes what it knows of a newer publication, by differences too`()
    throws
  {
    for seed in UInt64(1)...3 {
      let inventory = try publish(seed)
      let asked = try database.follow(publisher.publication)
      #expect(try database.published() == (try inventory.document()))
      #expect(try database.updateStatus().generation == Int64(seed))
      #expect(asked.last?.contains(seed == 1 ? "inventory.json" : "from-") == true)
    }
    #expect(try database.follow(publisher.publication).count == 2)
  }

  @Test mutating func `where nobody says what an older form's hash is, it takes the whole`() throws
  {
    for seed in UInt64(1)...2 {
      let inventory = try publish(seed, tellsOlder: false)
      let asked = try database.follow(publisher.publication)
      #expect(asked.last?.contains("inventory.json") == true)
      #expect(try database.published() == (try inventory.document()))
    }
  }

  @Test
  mutating func `what an older app must not read without the rest changes nothing, and is told`()
    throws
  {
    let first = try publish(1)
    try database.follow(publisher.publication)
    _ = try publish(2, needing: 2)
    var asked: [String] = []
    let refusal = #expect(throws: UpdateRefusal.self) {
      try database.follow(trusting: nil) { [publisher] file in
        asked.append(file.path)
        return publisher.publication[file.name].map { .arrived($0) } ?? .missing
      }
    }
    #expect(refusal?.code == .newerForm)
    #expect(asked.allSatisfy { $0.hasPrefix("metadata/") }, "nothing is fetched for nothing")
    #expect(try database.published() == (try first.document()))
    #expect(try database.updateStatus().refusal?.contains("needs a reader of form 2") == true)
    // The next one may be for everybody again.
    let third = try publish(3)
    try database.follow(publisher.publication)
    #expect(try database.published() == (try third.document()))
  }

  @Test mutating func `an app that reads more than it did takes the generation once more`() throws {
    let inventory = try publish(1)
    try database.follow(publisher.publication)
    // As the app's older version left it.
    try database.write { try $0.statement("UPDATE update_state SET form = 7").run() }
    let asked = try database.follow(publisher.publication)
    #expect(asked.last?.contains("inventory.json") == true)
    #expect(try database.published() == (try inventory.document()))
    #expect(try database.follow(publisher.publication).count == 2)
  }

  @Test func `in a document of a form that it knows, an app takes no member that it does not know`()
    throws
  {
    let document = try TestPublisher.random(3).document()
    let text = String(decoding: document, as: UTF8.self)
    let altered = text.replacing(#""pages":["#, with: #""pagse":[],"pages":["#)
    #expect(altered != text)
    let error = #expect(throws: InventoryDocumentError.self) {
      try PublishedInventory(document: Array(altered.utf8))
    }
    let words = (error?.problems ?? []).map(\.description).joined()
    #expect(words.contains("unknown member"))
  }

  @Test func `what somebody wrote by hand has no members that nobody knows`() throws {
    for version in [1, 2] {
      let text =
        #"{"adviewInventory":\#(version),"needs":1,"units":[{"adUnitId":"a","frequencyCap":3}]}"#
      #expect(throws: InvalidValue.self) {
        try phone.repository.apply(
          document: Array(text.utf8), by: "tests", at: TemporaryStore.now)
      }
    }
  }

  @Test func `whoever publishes a member more raises the form`() {
    let keys =
      FieldTable<InventoryUnit>.units.fields.filter(\.isPublished).map { "unit \($0.key)" }
      + FieldTable<InventoryPage>.pages.fields.filter(\.isPublished).map { "page \($0.key)" }
      + FieldTable<InventorySettings>.settings.fields.filter(\.isPublished).map {
        "setting \($0.key)"
      }
    let print = ContentHasher.hash(keys.sorted().joined(separator: "\n")).hex.prefix(12)
    #expect(
      [PublishedInventory.form: String(print)] == [1: "3da526eaf8fe"],
      "raise PublishedInventory.form, say the hashes of older forms, and write this down")
  }
}
