// SPDX-License-Identifier: MIT
import AdModel

/// The JSON Schema (draft 2020-12) of the inventory document, made of the field tables that read and
/// write it.
///
/// It describes documents of the newest version. No member but the names must be there: an import
/// leaves alone what is left out.
package enum InventorySchema {
  /// The schema as text, with a line end after it.
  package static var text: String {
    get throws { try JSONValue.object(schema).text(.pretty) + "\n" }
  }

  private static var schema: JSONObject {
    object([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", "AdView inventory"),
      ("description", "What 'adview-admin export inventory' writes and 'import inventory' reads."),
      ("type", "object"),
      (
        "properties",
        .object(
          object([
            (
              "adviewInventory",
              .object(
                object([
                  ("description", "The version of the document."),
                  ("const", .integer(InventoryContent.version)),
                ]))
            ),
            (
              "targeting",
              .object(
                object([
                  ("type", "object"),
                  (
                    "properties",
                    .object(
                      object([("app", reference("targeting")), ("debug", reference("targeting"))]))
                  ),
                  ("additionalProperties", false),
                ]))
            ),
            ("pages", list(of: reference("page"))), ("units", list(of: reference("unit"))),
          ]))
      ),
      ("additionalProperties", false),
      (
        "$defs",
        .object(
          object([
            ("targeting", list(of: .object(entry))),
            ("page", .object(thing(FieldTable<InventoryPage>.pages))),
            ("unit", .object(thing(FieldTable<InventoryUnit>.units))),
          ]))
      ),
    ])
  }

  /// A targeting key with its values.
  private static var entry: JSONObject {
    object([
      ("type", "object"),
      (
        "properties",
        .object(
          object([
            ("key", .object(object([("type", "string"), ("minLength", 1)]))),
            (
              "values",
              .object(
                object([
                  ("type", "array"),
                  ("items", .object(object([("type", "string"), ("minLength", 1)]))),
                  ("minItems", 1), ("uniqueItems", true),
                ]))
            ),
          ]))
      ),
      ("required", ["key", "values"]), ("additionalProperties", false),
    ])
  }

  private static func thing<Root>(_ table: FieldTable<Root>) -> JSONObject {
    var properties = JSONObject()
    for group in table.groups {
      var members = JSONObject()
      for field in group.fields { members[field.key] = .object(schema(of: field, in: table)) }
      guard let key = group.key else {
        for member in members.members { properties[member.key] = member.value }
        continue
      }
      properties[key] = .object(
        object([
          ("type", group.isOptional ? ["object", "null"] : "object"),
          ("properties", .object(members)), ("additionalProperties", false),
        ]))
    }
    properties["targeting"] = reference("targeting")
    return object([
      ("type", "object"), ("properties", .object(properties)),
      ("required", .array(table.fields.prefix(1).map { .string($0.key) })),
      ("additionalProperties", false),
    ])
  }

  private static func schema<Root>(of field: Field<Root>, in table: FieldTable<Root>) -> JSONObject
  {
    var members = [("description", JSONValue.string(field.summary))]
    let rules = rules(of: field.kind)
    for (key, value) in rules {
      switch (key, value, field.isOptional) {
      case ("type", .string(let type), true): members.append((key, [.string(type), "null"]))
      case ("enum", .array(let words), true): members.append((key, .array(words + [.null])))
      default: members.append((key, value))
      }
    }
    let standard = field.value(table.standard)
    if standard != .none, field.key != table.fields.first?.key {
      members.append(("default", standard.json))
    }
    return object(members)
  }

  /// What the values of a kind must be.
  private static func rules(of kind: FieldKind) -> [(String, JSONValue)] {
    switch kind {
    case .flag: [("type", "boolean")]
    case .whole(let range):
      [
        ("type", "integer"), ("minimum", .integer(range.lowerBound)),
        ("maximum", .integer(range.upperBound)),
      ]
    case .milliseconds(let limit):
      [("type", "integer"), ("minimum", 0), ("maximum", .integer(limit))]
    case .points(let range):
      [
        ("type", "number"), ("minimum", .integer(Int64(range.lowerBound))),
        ("maximum", .integer(Int64(range.upperBound))),
      ]
    case .length(let limit), .percent(let limit):
      [("type", "number"), ("exclusiveMinimum", 0), ("maximum", .integer(Int64(limit)))]
    case .text, .written: [("type", "string")]
    case .choice(_, let words): [("enum", .array(words.map { .string($0) }))]
    case .unit, .page:
      [("type", "string"), ("pattern", "^[!-~]{1,128}$")]
    case .adManagerPath:
      [
        ("type", "string"), ("maxLength", .integer(Int64(AdManagerPath.longest))),
        ("pattern", "^/[0-9]+(,[0-9]+)?(/[!-.0-~]+)+$"),
      ]
    case .sizes:
      [
        ("type", "array"),
        (
          "items",
          .object(
            object([
              ("type", "string"), ("pattern", "^([1-9][0-9]{0,4}x[1-9][0-9]{0,4}|fluid)$"),
            ]))
        ), ("uniqueItems", true),
      ]
    case .feedPattern: [("type", "string"), ("pattern", "^[0-9,]*/[1-9][0-9]*$")]
    }
  }

  private static func reference(_ name: String) -> JSONValue {
    .object(object([("$ref", .string("#/$defs/\(name)"))]))
  }

  private static func list(of items: JSONValue) -> JSONValue {
    .object(object([("type", "array"), ("items", items)]))
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONObject {
    var object = JSONObject()
    for (key, value) in members { object[key] = value }
    return object
  }
}

extension FieldValue {
  fileprivate var json: JSONValue {
    switch self {
    case .none: .null
    case .flag(let flag): .bool(flag)
    case .integer(let integer): .integer(integer)
    case .number(let number): Int64(exactly: number).map { .integer($0) } ?? .double(number)
    case .text(let text): .string(text)
    case .texts(let texts): .array(texts.map { .string($0) })
    }
  }
}
