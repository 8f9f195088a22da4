// SPDX-License-Identifier: MIT
package import AdModel

extension ConsentChoices {
  var json: JSONValue { ["purposes": purposes.json, "vendors": vendors.json] }

  /// Reads what ``json`` wrote; a list that is not there is empty.
  init(json node: JSONNode) throws(JSONError) {
    try node.object(knowing: ["purposes", "vendors"])
    self.init(
      purposes: try node.optional("purposes").map(ChoicesByBasis.init(json:)) ?? ChoicesByBasis(),
      vendors: try node.optional("vendors").map(ChoicesByBasis.init(json:)) ?? ChoicesByBasis())
  }
}

extension ChoicesByBasis {
  fileprivate var json: JSONValue {
    ["consent": consent.json, "legitimateInterest": legitimateInterest.json]
  }

  fileprivate init(json node: JSONNode) throws(JSONError) {
    try node.object(knowing: ["consent", "legitimateInterest"])
    self.init(
      consent: try node.optional("consent").map(ChoiceList.init(json:)) ?? .empty,
      legitimateInterest: try node.optional("legitimateInterest").map(ChoiceList.init(json:))
        ?? .empty)
  }
}

extension ChoiceList {
  fileprivate var json: JSONValue {
    [
      "enabled": .array(enabled.map(\.json)), "disabled": .array(disabled.map(\.json)),
      "notAsked": .array(notAsked.map(\.json)),
    ]
  }

  fileprivate init(json node: JSONNode) throws(JSONError) {
    try node.object(knowing: ["enabled", "disabled", "notAsked"])
    let enabled = try node.optional("enabled").map(ConsentItemID.list(json:)) ?? []
    let disabled = try node.optional("disabled").map(ConsentItemID.list(json:)) ?? []
    let notAsked = try node.optional("notAsked").map(ConsentItemID.list(json:)) ?? []
    do throws(InvalidValue) {
      try self.init(enabled: enabled, disabled: disabled, notAsked: notAsked)
    } catch {
      throw node.notAllowed(error.reason)
    }
  }
}

extension ConsentItemID {
  /// The id as JSON, a number or a string as it was written.
  package var json: JSONValue {
    switch self {
    case .name(let name): .string(name)
    case .number(let number): .integer(Int64(number))
    }
  }

  init(json node: JSONNode) throws(JSONError) {
    if case .string(let name) = node.value {
      self = .name(name)
    } else {
      self = .number(Int(try node.integer(in: 0...65535)))
    }
  }

  /// Ids as text or as numbers, mixed.
  static func list(json node: JSONNode) throws(JSONError) -> [ConsentItemID] {
    var ids: [ConsentItemID] = []
    for element in try node.elements() { ids.append(try ConsentItemID(json: element)) }
    return ids
  }
}

extension JSONValue {
  /// A string, or null.
  init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}

extension JSONNode {
  /// The id of a law here.
  func regulation() throws(JSONError) -> Regulation {
    let id = try string()
    do throws(InvalidValue) {
      return try Regulation(id)
    } catch {
      throw notAllowed(error.reason)
    }
  }

  /// The RFC 3339 time here.
  func timestamp() throws(JSONError) -> Timestamp {
    let text = try string()
    do throws(InvalidValue) {
      return try Timestamp(text)
    } catch {
      throw notAllowed("expected an RFC 3339 time")
    }
  }

  /// The SHA-256 in hexadecimal digits here.
  package func digest() throws(JSONError) -> ContentHash {
    guard let digest = ContentHash(hex: try string()) else {
      throw notAllowed("expected 64 hexadecimal digits")
    }
    return digest
  }
}
