// SPDX-License-Identifier: MIT
import AdModel

extension FieldTable {
  /// A field with a value that it had.
  typealias Logged = (field: Field<Root>, value: FieldValue)

  /// The values in an object of the change log.
  /// - Returns: The fields that the program knew which wrote the line, with their values.
  /// - Throws: `JSONError`.
  func logged(_ text: String) throws -> [Logged] {
    let object = JSONNode(try JSONReader.read(text: text))
    var values: [Logged] = []
    for group in groups {
      var place = object
      if let key = group.key {
        guard let member = object.memberIfPresent(key) else { continue }
        if group.isOptional, member.value == .null {
          values += group.fields.map { ($0, .none) }
          continue
        }
        place = member
      }
      for field in group.fields {
        if let value = try field.logged(in: place) { values.append((field, value)) }
      }
    }
    return values
  }

  /// Makes a thing of an object of the change log; what its writer did not know has its default.
  /// - Throws: `JSONError`, `InvalidValue`.
  func thing(logged text: String) throws -> Root {
    var root = standard
    for (field, value) in try logged(text) { try field.set(value, in: &root) }
    return root
  }
}

extension Field {
  /// The value in an object of the log; nil where its writer did not know the field.
  fileprivate func logged(in group: JSONNode) throws -> FieldValue? {
    let node = group.memberIfPresent(key) ?? formerKey.flatMap { group.memberIfPresent($0) }
    guard let node else { return nil }
    return isOptional && node.value == .null ? FieldValue.none : try kind.value(of: node)
  }
}

extension FieldTable {
  /// Whether two things have the same value in every field, byte by byte.
  func areSame(_ one: Root, _ other: Root) -> Bool {
    groups.allSatisfy { group in
      group.fields.allSatisfy { $0.value(one).isSame(as: $0.value(other)) }
    }
  }
}

extension FieldValue {
  /// Whether it is the same, byte by byte: two texts that only look alike are not.
  func isSame(as other: FieldValue) -> Bool {
    if case (.text(let one), .text(let two)) = (self, other) { return one.hasSameBytes(as: two) }
    return self == other
  }
}
