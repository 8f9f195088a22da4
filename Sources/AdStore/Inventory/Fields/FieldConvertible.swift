// SPDX-License-Identifier: MIT
package import AdConsent
package import AdInjection
package import AdModel

/// A type whose values a field may show.
package protocol FieldRepresentable: Sendable {
  /// Whether a field of the type may be without a value.
  static var isOptional: Bool { get }
  /// The value as documents, rows and lists have it: a scalar, or an array of strings.
  var fieldValue: JSONValue { get }
}

extension FieldRepresentable {
  package static var isOptional: Bool { false }
}

/// A type of the model that a field may have.
package protocol FieldConvertible: FieldRepresentable {
  /// Makes the value.
  /// - Throws: `InvalidValue` where the type has no such value.
  init(field value: JSONValue) throws(InvalidValue)
}

extension FieldConvertible {
  /// The error of a value that is not even of the right kind; its field is filled in by the row.
  fileprivate static func misfit(_ value: JSONValue) -> InvalidValue {
    InvalidValue(.malformed, field: "", reason: "a value of another kind was given")
  }
}

extension Bool: FieldConvertible {
  package init(field value: JSONValue) throws(InvalidValue) {
    guard case .bool(let flag) = value else { throw Self.misfit(value) }
    self = flag
  }

  package var fieldValue: JSONValue { .bool(self) }
}

extension Int: FieldConvertible {
  package init(field value: JSONValue) throws(InvalidValue) {
    guard case .integer(let integer) = value else { throw Self.misfit(value) }
    self = Int(truncatingIfNeeded: integer)
  }

  package var fieldValue: JSONValue { .integer(Int64(self)) }
}

extension Int64: FieldConvertible {
  package init(field value: JSONValue) throws(InvalidValue) {
    guard case .integer(let integer) = value else { throw Self.misfit(value) }
    self = integer
  }

  package var fieldValue: JSONValue { .integer(self) }
}

extension Double: FieldConvertible {
  package init(field value: JSONValue) throws(InvalidValue) {
    guard case .double(let number) = value else { throw Self.misfit(value) }
    self = number
  }

  package var fieldValue: JSONValue { .double(self) }
}

extension String: FieldConvertible {
  package init(field value: JSONValue) throws(InvalidValue) {
    guard case .string(let text) = value else { throw Self.misfit(value) }
    self = text
  }

  package var fieldValue: JSONValue { .string(self) }
}

extension Optional: FieldRepresentable where Wrapped: FieldRepresentable {
  package static var isOptional: Bool { true }

  package var fieldValue: JSONValue { self?.fieldValue ?? .null }
}

extension Optional: FieldConvertible where Wrapped: FieldConvertible {
  package init(field value: JSONValue) throws(InvalidValue) {
    self = value == .null ? .none : .some(try Wrapped(field: value))
  }
}

extension PageID: FieldConvertible {}
extension ExperimentID: FieldConvertible {}
extension ArmID: FieldConvertible {}
extension AdUnitID: FieldConvertible {}

extension FieldConvertible where Self: TextIdentifier {
  package init(field value: JSONValue) throws(InvalidValue) {
    try self.init(try String(field: value))
  }
}

/// A type that is written and read as one text with rules of its own.
private protocol FieldText: FieldConvertible, CustomStringConvertible {
  init(_ text: String) throws(InvalidValue)
}

extension AdManagerPath: FieldText {}
extension LintSilences: FieldText {}
extension FeedPattern: FieldText {}
extension DeclaredSize: FieldText {}
extension TemplateURL: FieldText {}

extension FieldText {
  package init(field value: JSONValue) throws(InvalidValue) {
    try self.init(try String(field: value))
  }

  package var fieldValue: JSONValue { .string(description) }
}

extension FieldRepresentable where Self: TextIdentifier {
  package var fieldValue: JSONValue { .string(rawValue) }
}

extension FieldRepresentable where Self: RawRepresentable, RawValue == String {
  package var fieldValue: JSONValue { .string(rawValue) }
}

extension AdLabel.Weight: FieldConvertible {}
extension InventoryUnit.Media: FieldConvertible {}
extension InventoryUnit.Status: FieldConvertible {}
extension NoFillBehavior: FieldConvertible {}
extension ExperimentMetric: FieldConvertible {}
extension HandOffForm: FieldConvertible {}
extension TargetingDialect: FieldConvertible {}
extension GatePolicy: FieldConvertible {}
extension ExpiryPreset: FieldConvertible {}
extension SilenceRule: FieldConvertible {}
extension Regulation: FieldConvertible {
  package init(field value: JSONValue) throws(InvalidValue) {
    try self.init(String(field: value))
  }

  package var fieldValue: JSONValue { .string(rawValue) }
}

extension FieldConvertible where Self: RawRepresentable, RawValue == String {
  package init(field value: JSONValue) throws(InvalidValue) {
    let text = try String(field: value)
    guard let known = Self(rawValue: text) else {
      throw InvalidValue(
        .malformed, field: "", reason: "\(text.quotedForDisplay) is no such value")
    }
    self = known
  }
}

extension Timestamp: FieldConvertible {
  /// A day alone is its beginning.
  package init(field value: JSONValue) throws(InvalidValue) {
    let text = try String(field: value)
    try self.init(text.utf8.count == 10 ? text + "T00:00:00Z" : text)
  }

  package var fieldValue: JSONValue { .string(description) }
}

extension Array: FieldRepresentable where Element: FieldConvertible {
  package var fieldValue: JSONValue { .array(map(\.fieldValue)) }
}

extension Array: FieldConvertible where Element: FieldConvertible {
  package init(field value: JSONValue) throws(InvalidValue) {
    guard case .array(let elements) = value else { throw Self.misfit(value) }
    self = []
    for element in elements { append(try Element(field: element)) }
  }
}
