// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// What an import would change in one inventory, written down so that what was read is what is done.
struct InventoryPlan: Equatable {
  /// A change with its values before and after.
  struct Step: Equatable {
    let noun: String
    let name: String
    let verb: String
    let before: JSONValue
    let after: JSONValue
  }

  /// The version of the document.
  private static let version: Int64 = 1

  /// The SHA-256 of the inventory that it was made for, as 'export inventory' writes it.
  let inventory: ContentHash
  /// Its changes, in order.
  let steps: [Step]

  /// Plans changes.
  /// - Throws: `JSONError` of a line that the log could not hold.
  init(_ changes: [InventoryChange], of inventory: ContentHash) throws(JSONError) {
    self.inventory = inventory
    steps = try changes.map { change throws(JSONError) in
      Step(
        noun: change.noun.rawValue, name: change.name, verb: change.verb.rawValue,
        before: try change.before.map { text throws(JSONError) in try JSONReader.read(text: text) }
          ?? .null,
        after: try change.after.map { text throws(JSONError) in try JSONReader.read(text: text) }
          ?? .null)
    }
  }

  /// Reads a plan.
  /// - Throws: `JSONError` that says where it is none.
  init(document bytes: [UInt8]) throws(JSONError) {
    let document = JSONNode(try JSONReader.read(bytes))
    _ = try document.member("adviewPlan").integer(in: Self.version...Self.version)
    let hash = try document.member("inventory")
    guard let inventory = ContentHash(hex: try hash.string()) else {
      throw hash.notAllowed("expected a SHA-256 of 64 hexadecimal digits")
    }
    self.inventory = inventory
    steps = try document.member("changes").elements().map { node throws(JSONError) in
      Step(
        noun: try node.member("noun").string(), name: try node.member("name").string(),
        verb: try node.member("verb").string(), before: try node.optional("before")?.value ?? .null,
        after: try node.optional("after")?.value ?? .null)
    }
  }

  /// The plan as JSON, a line a value.
  /// - Throws: `JSONError` for a number that is not finite, which no checked inventory holds.
  func document() throws(JSONError) -> [UInt8] {
    var writer = JSONWriter(.pretty)
    try writer.object { document throws(JSONError) in
      document.member("adviewPlan", Self.version)
      document.member("inventory", inventory.hex)
      try document.array("changes") { array throws(JSONError) in
        for step in steps {
          try array.object { object throws(JSONError) in
            object.member("noun", step.noun)
            object.member("name", step.name)
            object.member("verb", step.verb)
            try object.member("before", step.before)
            try object.member("after", step.after)
          }
        }
      }
    }
    writer.endLine()
    return writer.bytes
  }
}
