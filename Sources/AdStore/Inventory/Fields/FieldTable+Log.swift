// SPDX-License-Identifier: MIT
import AdModel

extension FieldTable {
  /// A field with a value that it had.
  typealias Logged = (field: Field<Root>, value: JSONValue)

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
          values += group.fields.map { ($0, .null) }
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
  fileprivate func logged(in group: JSONNode) throws -> JSONValue? {
    guard let node = group.memberIfPresent(key) else { return nil }
    return isOptional && node.value == .null ? JSONValue.null : try kind.value(of: node)
  }
}

extension FieldTable {
  /// Whether two things have the same value in every field, byte by byte.
  func areSame(_ one: Root, _ other: Root) -> Bool {
    groups.allSatisfy { group in
      group.fields.allSatisfy { $0.value(one) == $0.value(other) }
    }
  }
}
