// SPDX-License-Identifier: MIT
package import AdModel

/// One value of one row, before it is known in which form it will be printed.
package enum Cell: Sendable {
  /// A value of JSON; no value is `-` in a table and nothing in CSV, which show arrays and objects as
  /// compact JSON.
  case value(JSONValue)
  /// A text that a terminal may colour.
  case toned(String, Tone)
  /// Texts in their order, which people see with spaces between them.
  case list([String])

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

  /// No value.
  package static let none = Cell.value(.null)
  package static func text(_ text: String) -> Cell { .value(.string(text)) }
  package static func integer(_ integer: Int64) -> Cell { .value(.integer(integer)) }
  package static func number(_ number: Double) -> Cell { .value(.double(number)) }
  package static func flag(_ flag: Bool) -> Cell { .value(.bool(flag)) }

  /// What a value says, or no value.
  package static func optional(_ value: (some CellConvertible)?) -> Cell { value.cell }

  /// An answer in words, good or bad.
  package static func verdict(_ isGood: Bool) -> Cell {
    .toned(isGood ? "yes" : "no", isGood ? .good : .bad)
  }

  /// The value of a field: texts that stand in an array are listed.
  package init(field value: JSONValue) {
    guard case .array(let elements) = value else {
      self = .value(value)
      return
    }
    var texts: [String] = []
    texts.reserveCapacity(elements.count)
    for element in elements {
      guard case .string(let text) = element else {
        self = .value(value)
        return
      }
      texts.append(text)
    }
    self = .list(texts)
  }

  /// The value in JSON.
  var json: JSONValue {
    switch self {
    case .value(let value): value
    case .toned(let text, _): .string(text)
    case .list(let texts): .array(texts.map { .string($0) })
    }
  }

  /// Appends the value as a person reads it, or as CSV holds it; nothing for no value.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .value(.null): break
    case .value(.string(let text)), .toned(let text, _): bytes.append(contentsOf: text.utf8)
    case .value(.integer(let integer)): bytes.append(decimal: integer)
    case .value(.double(let number)): bytes.append(formatted: number)
    case .value(.bool(let flag)): bytes.append(contentsOf: (flag ? "yes" : "no").utf8)
    case .value(let value): bytes.append(contentsOf: ((try? value.text()) ?? "").utf8)
    case .list(let texts):
      for (index, text) in texts.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: " ")) }
        bytes.append(contentsOf: text.utf8)
      }
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
}

/// What a column may take from a row: whatever one cell can hold.
package protocol CellConvertible: SendableMetatype {
  /// The value as a cell.
  var cell: Cell { get }
}

extension Cell: CellConvertible { package var cell: Cell { self } }
extension JSONValue: CellConvertible { package var cell: Cell { .value(self) } }
extension String: CellConvertible { package var cell: Cell { .text(self) } }
extension Bool: CellConvertible { package var cell: Cell { .flag(self) } }
extension Double: CellConvertible { package var cell: Cell { .number(self) } }
extension Timestamp: CellConvertible { package var cell: Cell { .text(description) } }

extension Int: CellConvertible {}
extension Int32: CellConvertible {}
extension Int64: CellConvertible {}
extension CellConvertible where Self: BinaryInteger {
  package var cell: Cell { .integer(Int64(self)) }
}

extension AdUnitID: CellConvertible {}
extension PageID: CellConvertible {}
extension SessionID: CellConvertible {}
extension ExperimentID: CellConvertible {}
extension ArmID: CellConvertible {}
extension CellConvertible where Self: TextIdentifier {
  package var cell: Cell { .text(rawValue) }
}

/// Texts in their order.
extension Array: CellConvertible where Element == String {
  package var cell: Cell { .list(self) }
}
/// No value where there is none.
extension Optional: CellConvertible where Wrapped: CellConvertible {
  package var cell: Cell { self?.cell ?? .none }
}
