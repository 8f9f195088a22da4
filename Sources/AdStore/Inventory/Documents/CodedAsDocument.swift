// SPDX-License-Identifier: MIT
public import AdModel

/// A thing of the inventory that is coded as documents have it, by the same table of fields.
protocol CodedAsDocument: Codable {
  /// Makes the thing of its object; notes what is wrong with it.
  static func read(_ node: JSONNode, by reader: inout InventoryDocumentReader) -> Self?
  /// Writes the members.
  /// - Throws: `JSONError` for a number that is not finite, which nothing checked holds.
  func write(to object: inout JSONWriter) throws(JSONError)
}

extension CodedAsDocument {
  /// Reads what ``encode(to:)`` wrote; every member has to be there, and no other may be.
  /// - Throws: `DecodingError` with the first member that is missing or breaks a rule, and the rule.
  public init(from decoder: any Decoder) throws {
    var reader = InventoryDocumentReader(over: nil)
    let read = Self.read(JSONNode(try JSONValue(from: decoder)), by: &reader)
    self = try decoder.codingPath.naming { () throws(JSONError) in
      if let problem = reader.problems.first { throw problem }
      guard let read else { throw JSONNode(.null).notAllowed("nothing is there to be read") }
      return read
    }
  }

  /// Writes the members that documents have, in no order of their own.
  public func encode(to encoder: any Encoder) throws {
    let text = try InventoryDocument.text { (object) throws(JSONError) in
      try write(to: &object)
    }
    try JSONValue(text: text).encode(to: encoder)
  }
}

extension InventoryUnit: Codable, CodedAsDocument {
  static func read(
    _ node: JSONNode, by reader: inout InventoryDocumentReader
  ) -> InventoryUnit? {
    reader.unit(of: node)
  }

  func write(to object: inout JSONWriter) throws(JSONError) {
    try InventoryDocument.write(self, to: &object)
  }
}

extension InventoryEntry: Codable, CodedAsDocument {
  static func read(
    _ node: JSONNode, by reader: inout InventoryDocumentReader
  ) -> InventoryEntry? {
    reader.unit(of: node, on: nil, over: { _ in nil })
  }

  func write(to object: inout JSONWriter) throws(JSONError) {
    try InventoryDocument.write(unit, targeting: targeting, to: &object)
  }
}

extension InventoryPage: Codable, CodedAsDocument {
  static func read(
    _ node: JSONNode, by reader: inout InventoryDocumentReader
  ) -> InventoryPage? {
    reader.pageAlone(of: node)
  }

  func write(to object: inout JSONWriter) throws(JSONError) {
    try InventoryDocument.write(self, to: &object)
  }
}
