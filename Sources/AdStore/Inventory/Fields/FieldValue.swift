// SPDX-License-Identifier: MIT
package import AdConsent
package import AdInjection
package import AdModel
import AdSQLite

/// A field's value on its way between the model and a row, a document, a table or a command line.
package enum FieldValue: Hashable, Sendable {
  /// No value.
  case none
  /// Yes or no.
  case flag(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number.
  case number(Double)
  /// A text.
  case text(String)
  /// Texts in their order.
  case texts([String])

  /// The value as SQLite stores it; texts have rows of their own, not a column.
  var bindable: any Bindable {
    switch self {
    case .none, .texts: Int64?.none
    case .flag(let flag): flag
    case .integer(let integer): integer
    case .number(let number): number
    case .text(let text): text
    }
  }

  /// Writes the value as a member of a JSON object.
  /// - Throws: `JSONError` for a number that is not finite.
  package func write(as key: String, to object: inout JSONWriter) throws(JSONError) {
    switch self {
    case .none: object.member(key, String?.none)
    case .flag(let flag): object.member(key, flag)
    case .integer(let integer): object.member(key, integer)
    case .number(let number): try object.member(key, number)
    case .text(let text): object.member(key, text)
    case .texts(let texts):
      object.array(key) { array in
        for text in texts { array.element(text) }
      }
    }
  }
}

/// A type of the model that a field may have.
package protocol FieldConvertible: Sendable {
  /// Whether a field of the type may be without a value.
  static var isOptional: Bool { get }
  /// Makes the value.
  /// - Throws: `InvalidValue` where the type has no such value.
  init(field value: FieldValue) throws(InvalidValue)
  /// The value as a field has it.
  var fieldValue: FieldValue { get }
}

extension FieldConvertible {
  package static var isOptional: Bool { false }

  /// The error of a value that is not even of the right kind; its field is filled in by the row.
  fileprivate static func misfit(_ value: FieldValue) -> InvalidValue {
    InvalidValue(.malformed, field: "", reason: "a value of another kind was given")
  }
}

extension Bool: FieldConvertible {
  package init(field value: FieldValue) throws(InvalidValue) {
    guard case .flag(let flag) = value else { throw Self.misfit(value) }
    self = flag
  }

  package var fieldValue: FieldValue { .flag(self) }
}

extension Int: FieldConvertible {
  package init(field value: FieldValue) throws(InvalidValue) {
    guard case .integer(let integer) = value else { throw Self.misfit(value) }
    self = Int(truncatingIfNeeded: integer)
  }

  package var fieldValue: FieldValue { .integer(Int64(self)) }
}

extension Int64: FieldConvertible {
  package init(field value: FieldValue) throws(InvalidValue) {
    guard case .integer(let integer) = value else { throw Self.misfit(value) }
    self = integer
  }

  package var fieldValue: FieldValue { .integer(self) }
}

extension Double: FieldConvertible {
  package init(field value: FieldValue) throws(InvalidValue) {
    guard case .number(let number) = value else { throw Self.misfit(value) }
    self = number
  }

  package var fieldValue: FieldValue { .number(self) }
}

extension String: FieldConvertible {
  package init(field value: FieldValue) throws(InvalidValue) {
    guard case .text(let text) = value else { throw Self.misfit(value) }
    self = text
  }

  package var fieldValue: FieldValue { .text(self) }
}

extension Optional: FieldConvertible where Wrapped: FieldConvertible {
  package static var isOptional: Bool { true }

  package init(field value: FieldValue) throws(InvalidValue) {
    self = value == .none ? .none : .some(try Wrapped(field: value))
  }

  package var fieldValue: FieldValue { self?.fieldValue ?? .none }
}

extension PageID: FieldConvertible {}
extension AdUnitID: FieldConvertible {}

extension FieldConvertible where Self: CheckedIdentifier {
  package init(field value: FieldValue) throws(InvalidValue) {
    try self.init(try String(field: value))
  }

  package var fieldValue: FieldValue { .text(rawValue) }
}

extension AdManagerPath: FieldConvertible {
  package init(field value: FieldValue) throws(InvalidValue) {
    try self.init(try String(field: value))
  }

  package var fieldValue: FieldValue { .text(rawValue) }
}

extension LintSilences: FieldConvertible {
  package init(field value: FieldValue) throws(InvalidValue) {
    try self.init(try String(field: value))
  }

  package var fieldValue: FieldValue { .text(description) }
}

extension FeedPattern: FieldConvertible {
  package init(field value: FieldValue) throws(InvalidValue) {
    try self.init(try String(field: value))
  }

  package var fieldValue: FieldValue { .text(description) }
}

extension AdLabel.Weight: FieldConvertible {}
extension InventoryUnit.Media: FieldConvertible {}
extension InventoryUnit.Status: FieldConvertible {}
extension NoFillBehavior: FieldConvertible {}
extension HandOffForm: FieldConvertible {}
extension TargetingDialect: FieldConvertible {}
extension GatePolicy: FieldConvertible {}
extension ExpiryPreset: FieldConvertible {}

extension FieldConvertible where Self: RawRepresentable, RawValue == String {
  package init(field value: FieldValue) throws(InvalidValue) {
    let text = try String(field: value)
    guard let known = Self(rawValue: text) else {
      throw InvalidValue(
        .malformed, field: "", reason: "\(text.quotedForDisplay) is no such value")
    }
    self = known
  }

  package var fieldValue: FieldValue { .text(rawValue) }
}

extension TemplateURL: FieldConvertible {
  package init(field value: FieldValue) throws(InvalidValue) {
    try self.init(try String(field: value))
  }

  package var fieldValue: FieldValue { .text(description) }
}

extension Timestamp: FieldConvertible {
  /// A day alone is its beginning.
  package init(field value: FieldValue) throws(InvalidValue) {
    let text = try String(field: value)
    try self.init(text.utf8.count == 10 ? text + "T00:00:00Z" : text)
  }

  package var fieldValue: FieldValue { .text(description) }
}

extension [DeclaredSize]: FieldConvertible {
  package init(field value: FieldValue) throws(InvalidValue) {
    guard case .texts(let texts) = value else { throw Self.misfit(value) }
    self = []
    for text in texts { append(try DeclaredSize(text)) }
  }

  package var fieldValue: FieldValue { .texts(map(\.description)) }
}
