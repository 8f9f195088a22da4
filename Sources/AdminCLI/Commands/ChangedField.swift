// SPDX-License-Identifier: MIT
import AdModel

/// One field of a JSON object that has another value than before.
struct ChangedField: Equatable, CustomStringConvertible {
  /// The field's key, with those of the objects around it before it: `label.text`.
  let name: String
  /// What it was, as people read it; nil where there was nothing.
  let before: String?
  /// What it is; nil where nothing is left.
  let after: String?

  var description: String { "\(name) \(Self.shown(before)) -> \(Self.shown(after))" }

  /// A value as a sentence shows it, cut where it would be more than a line.
  private static func shown(_ value: String?) -> String {
    guard let value else { return "-" }
    let longest = 200
    return value.count > longest ? value.prefix(longest) + "…" : value
  }

  /// The fields that differ between two objects, in the order of the later one.
  static func between(_ before: String?, _ after: String?) -> [ChangedField] {
    let old = leaves(of: before)
    let new = leaves(of: after)
    let gone = old.map(\.name).filter { name in !new.contains { $0.name == name } }
    let names = new.map(\.name) + gone
    return names.compactMap { name in
      let field = ChangedField(
        name: name, before: old.first { $0.name == name }?.value,
        after: new.first { $0.name == name }?.value)
      return field.before == field.after ? nil : field
    }
  }

  private static func leaves(of text: String?) -> [(name: String, value: String)] {
    guard let text, let value = try? JSONReader.read(Array(text.utf8)) else { return [] }
    return leaves(of: value, under: "")
  }

  private static func leaves(
    of value: JSONValue, under name: String
  ) -> [(name: String, value: String)] {
    switch value {
    case .object(let object):
      object.members.flatMap { member in
        leaves(of: member.value, under: name.isEmpty ? member.key : "\(name).\(member.key)")
      }
    case .null: []
    case .string(let text): text.isEmpty ? [] : [(name, text)]
    case .array(let elements) where elements.isEmpty: []
    case .bool(let flag): [(name, flag ? "yes" : "no")]
    case .array, .integer, .double: [(name, (try? value.text()) ?? "")]
    }
  }
}
