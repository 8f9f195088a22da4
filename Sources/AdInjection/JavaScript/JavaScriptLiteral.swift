// SPDX-License-Identifier: MIT
package import AdModel

/// A value written as JavaScript: the only way by which values enter our scripts.
///
/// It is JSON in which `<`, `>`, `&`, U+2028 and U+2029 are escaped as `\uXXXX`, so that it also
/// stands safely inside a `<script>` element or an attribute, and parses in engines older than
/// ES2019; and what could steer a terminal that shows it. Whatever bytes a string holds, the page receives exactly them.
package struct JavaScriptLiteral: Equatable, Sendable {
  /// The literal's text.
  package let text: String

  /// Writes a JSON value without spaces, members in their order; cost linear in its size.
  ///
  /// A value with a member called `__proto__` is written as a call of `JSON.parse`, because an
  /// object literal would take that member for the prototype.
  /// - Parameter value: Any value; a number that is infinite or not a number becomes `null`.
  package init(_ value: JSONValue) {
    let json = Self.json(value)
    text = value.namesPrototype ? "JSON.parse(\(Self.json(.string(json))))" : json
  }

  /// Writes a string.
  package init(_ value: String) {
    self.init(JSONValue.string(value))
  }

  /// Writes a list of strings.
  ///
  /// - Parameter values: Any strings, in their order.
  package init(_ values: [String]) {
    self.init(JSONValue.array(values.map(JSONValue.string)))
  }

  /// Writes a number.
  ///
  /// - Parameter value: Any number; one that is infinite or not a number becomes `null`.
  package init(_ value: Double) {
    self.init(JSONValue.double(value))
  }

  /// Writes an integer.
  ///
  /// - Parameter value: Any integer; beyond 2⁵³ the page sees the nearest number it has.
  package init(_ value: Int64) {
    self.init(JSONValue.integer(value))
  }

  /// Writes `true` or `false`.
  package init(_ value: Bool) {
    self.init(JSONValue.bool(value))
  }

  private static func json(_ value: JSONValue) -> String {
    var writer = JSONWriter(.compact, escaping: .script)
    do {
      try writer.element(value)
      return writer.text
    } catch {
      return json(value.withoutInfinities)
    }
  }
}

extension JSONValue {
  /// The value with `null` for every number that JSON cannot write.
  fileprivate var withoutInfinities: JSONValue {
    switch self {
    case .null, .bool, .integer, .string: return self
    case .double(let number): return number.isFinite ? self : .null
    case .array(let elements): return .array(elements.map(\.withoutInfinities))
    case .object(var object):
      for member in object.members { object[member.key] = member.value.withoutInfinities }
      return .object(object)
    }
  }

  /// Whether any object in the value has a member called `__proto__`.
  fileprivate var namesPrototype: Bool {
    switch self {
    case .null, .bool, .integer, .double, .string: false
    case .array(let elements): elements.contains(where: \.namesPrototype)
    case .object(let object):
      object.members.contains { $0.key == "__proto__" || $0.value.namesPrototype }
    }
  }
}
