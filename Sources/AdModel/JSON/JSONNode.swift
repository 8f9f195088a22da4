// SPDX-License-Identifier: MIT

/// A value of a document together with the path that leads to it, so that whoever decodes it
/// gets errors that name the place.
///
/// ```swift
/// let unit = try JSONNode(JSONReader.read(bytes)).object(knowing: ["id", "size", "notes"])
/// let id = try unit.member("id").string()
/// let notes = try unit.optional("notes")?.string()
/// ```
package struct JSONNode: Sendable {
  /// The value here.
  package let value: JSONValue
  /// The way here from the document.
  package let path: JSONPath

  /// Makes the node of a whole document.
  package init(_ document: JSONValue) { self.init(document, at: JSONPath()) }

  init(_ value: JSONValue, at path: JSONPath) {
    self.value = value
    self.path = path
  }

  /// The member under a key, which must be there and not `null`.
  ///
  /// - Throws: `JSONError` with `wrongType` when this is no object, `missingMember` without the
  ///   member.
  package func member(_ key: String) throws(JSONError) -> JSONNode {
    guard let node = try optional(key) else {
      throw JSONError(.missingMember, "the member \(JSONPath([.key(key)])) is missing", at: path)
    }
    return node
  }

  /// The member under a key, `nil` when it is absent or `null`.
  ///
  /// - Throws: `JSONError` with `wrongType` when this is no object.
  package func optional(_ key: String) throws(JSONError) -> JSONNode? {
    guard case .object(let object) = value else { throw wrongType("an object") }
    guard let value = object[key], value != .null else { return nil }
    return JSONNode(value, at: path.appending(.key(key)))
  }

  /// Checks that this is an object without members that nobody reads.
  ///
  /// - Parameter keys: The keys that the document may have here; none means any.
  /// - Throws: `JSONError` with `wrongType` or `unknownMember`.
  @discardableResult
  package func object(knowing keys: [String] = []) throws(JSONError) -> JSONNode {
    guard case .object(let object) = value else { throw wrongType("an object") }
    guard !keys.isEmpty else { return self }
    for member in object.members where !keys.contains(where: member.key.hasSameBytes(as:)) {
      throw JSONError(
        .unknownMember, "unknown member; known here: \(keys.joined(separator: ", "))",
        at: path.appending(.key(member.key)))
    }
    return self
  }

  /// The members of an object as nodes, in their order; `JSONError` with `wrongType` otherwise.
  package func members() throws(JSONError) -> [(key: String, node: JSONNode)] {
    guard case .object(let object) = value else { throw wrongType("an object") }
    return object.members.map { member in
      (member.key, JSONNode(member.value, at: path.appending(.key(member.key))))
    }
  }

  /// The elements of an array as nodes, in their order; `JSONError` with `wrongType` otherwise.
  package func elements() throws(JSONError) -> [JSONNode] {
    guard case .array(let elements) = value else { throw wrongType("an array") }
    return elements.enumerated().map { place, element in
      JSONNode(element, at: path.appending(.index(place)))
    }
  }

  /// The string here; `JSONError` with `wrongType` for another value.
  package func string() throws(JSONError) -> String {
    guard case .string(let string) = value else { throw wrongType("a string") }
    return string
  }

  /// The boolean here; `JSONError` with `wrongType` for another value.
  package func bool() throws(JSONError) -> Bool {
    guard case .bool(let bool) = value else { throw wrongType("a boolean") }
    return bool
  }

  /// The number here as a double.
  ///
  /// - Returns: The number, finite; an integer beyond 2^53 is rounded to nearest.
  /// - Throws: `JSONError` with `wrongType`, or `notAllowed` when it is not finite.
  package func double() throws(JSONError) -> Double {
    switch value {
    case .integer(let integer): return Double(integer)
    case .double(let double) where double.isFinite: return double
    case .double: throw notAllowed("expected a finite number")
    case .null, .bool, .string, .array, .object: throw wrongType("a number")
    }
  }

  /// The whole number here, however it is written (`5`, `5.0`, `5e0`).
  ///
  /// - Throws: `JSONError` with `wrongType` when it is no whole number, `notAllowed` outside
  ///   the range.
  package func integer(
    in range: ClosedRange<Int64> = Int64.min...Int64.max
  ) throws(JSONError) -> Int64 {
    let integer: Int64
    switch value {
    case .integer(let exact): integer = exact
    case .double(let double):
      guard let whole = Int64(exactly: double) else { throw wrongType("a whole number") }
      integer = whole
    case .null, .bool, .string, .array, .object: throw wrongType("a whole number")
    }
    guard range.contains(integer) else {
      throw notAllowed("expected \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// The error for a value of the right type that is still wrong, for callers that find it so.
  ///
  /// - Parameter message: What would be right, in a sentence without full stop.
  package func notAllowed(_ message: String) -> JSONError {
    JSONError(.notAllowed, message, at: path)
  }

  private func wrongType(_ expected: String) -> JSONError {
    let found =
      if case .double = value, expected == "a whole number" { "a fraction" } else { value.kind }
    return JSONError(.wrongType, "expected \(expected), found \(found)", at: path)
  }
}
