// SPDX-License-Identifier: MIT

extension JSONWriter {
  /// Writes a member that is a string; `nil` is written as `null`.
  package mutating func member(_ key: String, _ value: String?) {
    startMember(key)
    append(value) { $0.append(string: $1) }
  }

  /// Writes a member that is an integer; `nil` is written as `null`.
  ///
  /// - Parameter value: The integer, any that 64 bits hold.
  package mutating func member(_ key: String, _ value: (some SignedInteger & FixedWidthInteger)?) {
    startMember(key)
    append(value) { $0.append(integer: Int64($1)) }
  }

  /// Writes a member that is a boolean; `nil` is written as `null`.
  package mutating func member(_ key: String, _ value: Bool?) {
    startMember(key)
    append(value) { $0.append($1 ? "true" : "false") }
  }

  /// Writes a member that is a number; `nil` is written as `null`.
  ///
  /// - Throws: `JSONError` with `notFinite`, and writes nothing then.
  package mutating func member(_ key: String, _ value: Double?) throws(JSONError) {
    try Self.check(value, .key(key))
    startMember(key)
    append(value) { $0.append(double: $1) }
  }

  /// Writes a member with the value of a tree.
  ///
  /// - Throws: `JSONError` with `notFinite`; the text is then incomplete.
  package mutating func member(_ key: String, _ value: JSONValue) throws(JSONError) {
    startMember(key)
    try append(tree: value)
  }

  /// Writes an element that is a string.
  package mutating func element(_ value: String) {
    startItem()
    append(string: value)
  }

  /// Writes an element, or the document, with the value of a tree.
  ///
  /// - Throws: `JSONError` with `notFinite`; the text is then incomplete.
  package mutating func element(_ value: JSONValue) throws(JSONError) {
    startItem()
    try append(tree: value)
  }

  /// Writes what a value holds; its containers put the commas.
  mutating func append(tree value: JSONValue) throws(JSONError) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .integer(let integer): append(integer: integer)
    case .double(let double):
      try Self.check(double, nil)
      append(double: double)
    case .string(let string): append(string: string)
    case .array(let elements):
      try container(.array) { writer throws(JSONError) in
        for element in elements { try writer.element(element) }
      }
    case .object(let object):
      try container(.object) { writer throws(JSONError) in
        for member in object.members { try writer.member(member.key, member.value) }
      }
    }
  }

  private static func check(_ value: Double?, _ step: JSONPath.Step?) throws(JSONError) {
    guard let value, !value.isFinite else { return }
    throw JSONError(
      .notFinite, "JSON has no infinity and no NaN", at: JSONPath(step.map { [$0] } ?? []))
  }

  private mutating func append<Value>(
    _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
  ) {
    if let value { write(&self, value) } else { append("null") }
  }
}

extension JSONValue {
  /// The value as text in one line, without a line end.
  /// - Throws: `JSONError` with `notFinite` when a number is.
  public func text() throws(JSONError) -> String { try text(.compact) }

  /// The value as text in a layout, without a line end after it.
  package func text(_ layout: JSONWriter.Layout) throws(JSONError) -> String {
    var writer = JSONWriter(layout)
    try writer.element(self)
    return writer.text
  }
}
