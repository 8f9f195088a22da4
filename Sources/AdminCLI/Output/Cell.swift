// SPDX-License-Identifier: MIT
package import AdModel

/// One value of one row, before it is known in which form it will be printed.
package enum Cell: Sendable {
  /// No value: `-` in a table, `null` in JSON, nothing in CSV.
  case none
  /// A text.
  case text(String)
  /// A text that a terminal may colour.
  case toned(String, Tone)
  /// A whole number.
  case integer(Int64)
  /// A number.
  case number(Double)
  /// Yes or no.
  case flag(Bool)
  /// Texts in their order.
  case list([String])
  /// A JSON value; a table and CSV show it as compact JSON.
  case json(JSONValue)

  /// How a text is to be seen, apart from what it says.
  package enum Tone: Sendable {
    /// As it should be.
    case good
    /// Worth a look.
    case warning
    /// Wrong.
    case bad
    /// Of less interest.
    case faint
  }

  /// A text, or no value.
  /// - Parameter text: The text, if there is one.
  package static func optional(_ text: (some CustomStringConvertible)?) -> Cell {
    text.map { .text($0.description) } ?? .none
  }

  /// A number, or no value.
  /// - Parameter number: The number, if there is one.
  package static func optional(number: Double?) -> Cell {
    number.map { .number($0) } ?? .none
  }

  /// A whole number, or no value.
  /// - Parameter integer: The number, if there is one.
  package static func optional(integer: (some BinaryInteger)?) -> Cell {
    integer.map { .integer(Int64($0)) } ?? .none
  }

  /// A JSON value; lists are words, and objects stay what they are.
  package init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .none
      case .bool(let flag): .flag(flag)
      case .integer(let number): .integer(number)
      case .double(let number): .number(number)
      case .string(let text): .text(text)
      case .array, .object: .json(value)
      }
  }

  /// Appends the value as a person reads it, or as CSV holds it; nothing for no value.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .none: break
    case .text(let text), .toned(let text, _): bytes.append(contentsOf: text.utf8)
    case .integer(let integer): bytes.append(decimal: integer)
    case .number(let number): bytes.append(formatted: number)
    case .flag(let flag): bytes.append(contentsOf: (flag ? "yes" : "no").utf8)
    case .list(let texts):
      for (index, text) in texts.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: " ")) }
        bytes.append(contentsOf: text.utf8)
      }
    case .json(let value): bytes.append(contentsOf: ((try? value.text()) ?? "").utf8)
    }
  }

  /// The value as ``append(to:)`` writes it.
  var plain: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  var tone: Tone? {
    if case .toned(_, let tone) = self { tone } else { nil }
  }

  /// Writes the value as a member of a JSON object.
  func write(as key: String, to object: inout JSONWriter) throws(JSONError) {
    switch self {
    case .none: object.member(key, String?.none)
    case .text(let text), .toned(let text, _): object.member(key, text)
    case .integer(let integer): object.member(key, integer)
    case .number(let number): try object.member(key, number)
    case .flag(let flag): object.member(key, flag)
    case .list(let texts):
      object.array(key) { array in
        for text in texts { array.element(text) }
      }
    case .json(let value): try object.member(key, value)
    }
  }
}
