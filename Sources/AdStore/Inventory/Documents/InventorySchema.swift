// SPDX-License-Identifier: MIT
import AdModel

/// The JSON Schema (draft 2020-12) of the inventory document, made of the field tables that read and
/// write it.
///
/// No member but the names must be there: an import leaves alone what is left out.
package enum InventorySchema {
  /// The schema as text, with a line end after it.
  package static var text: String {
    get throws { try schema.text(.pretty) + "\n" }
  }

  private static var schema: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "AdView inventory",
      "description": "What 'adview-admin export inventory' writes and 'import inventory' reads.",
      "type": "object",
      "properties": [
        "adviewInventory": [
          "description": "The version of the document.",
          "const": .integer(InventoryContent.version),
        ],
        "targeting": [
          "type": "object",
          "properties": ["app": reference("targeting"), "debug": reference("targeting")],
          "additionalProperties": false,
        ],
        "pages": ["type": "array", "items": reference("page")],
        "units": ["type": "array", "items": reference("unit")],
        "experiments": ["type": "array", "items": reference("experiment")],
        "settings": settings,
      ],
      "additionalProperties": false,
      "$defs": [
        "targeting": ["type": "array", "items": entry],
        "page": thing(FieldTable<InventoryPage>.pages),
        "experiment": thing(
          FieldTable<Experiment>.experiments, ["arms": arms], hasTargeting: false),
        "unit": thing(
          FieldTable<InventoryUnit>.units,
          [
            "renamedFrom": [
              "description": "What the unit was called before; obeyed where it still is called so.",
              "type": "string", "pattern": "^[!-~]{1,128}$",
            ]
          ]),
      ],
    ]
  }

  /// A targeting key with its values; its limits are of bytes, which no schema counts.
  private static var entry: JSONValue {
    [
      "type": "object",
      "properties": [
        "key": ["type": "string", "minLength": 1, "maxLength": count(TargetingEntry.longestKey)],
        "values": [
          "type": "array",
          "items": [
            "type": "string", "minLength": 1, "maxLength": count(TargetingEntry.longestValue),
          ],
          "minItems": 1, "maxItems": count(TargetingEntry.mostValues), "uniqueItems": true,
        ],
      ],
      "required": ["key", "values"], "additionalProperties": false,
    ]
  }

  private static var settings: JSONValue {
    let table = FieldTable<InventorySettings>.settings
    var properties = JSONObject()
    for field in table.documented { properties[field.key] = schema(of: field, in: table) }
    return [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ]
  }

  private static func thing<Root>(
    _ table: FieldTable<Root>, _ others: [String: JSONValue] = [:], hasTargeting: Bool = true
  ) -> JSONValue {
    var properties = JSONObject()
    for group in table.groups {
      var members = group.key == nil ? properties : JSONObject()
      for field in group.fields { members[field.key] = schema(of: field, in: table) }
      guard let key = group.key else {
        properties = members
        continue
      }
      properties[key] = [
        "type": group.isOptional ? ["object", "null"] : "object",
        "properties": .object(members), "additionalProperties": false,
      ]
    }
    if hasTargeting { properties["targeting"] = reference("targeting") }
    for (key, value) in others { properties[key] = value }
    return [
      "type": "object", "properties": .object(properties),
      "required": .array(table.fields.prefix(1).map { .string($0.key) }),
      "additionalProperties": false,
    ]
  }

  private static func schema<Root>(of field: Field<Root>, in table: FieldTable<Root>) -> JSONValue {
    var members = JSONObject()
    members["description"] = .string(field.summary)
    for member in rules(of: field.kind).members { members[member.key] = member.value }
    if field.isOptional {
      if let type = members["type"] { members["type"] = [type, "null"] }
      if case .array(let words)? = members["enum"] { members["enum"] = .array(words + [.null]) }
    }
    let standard = field.value(table.standard)
    if standard != .null, field.key != table.fields.first?.key { members["default"] = standard }
    return .object(members)
  }

  /// What the values of a kind must be.
  private static func rules(of kind: FieldKind) -> JSONObject {
    var rules = JSONObject()
    switch kind {
    case .flag: rules["type"] = "boolean"
    case .whole(let limit), .milliseconds(let limit):
      rules["type"] = "integer"
      rules["minimum"] = .double(limit.least)
      rules["maximum"] = .double(limit.most)
    case .points(let limit), .percent(let limit):
      rules["type"] = "number"
      rules[limit.isOpen ? "exclusiveMinimum" : "minimum"] = .double(limit.least)
      rules["maximum"] = .double(limit.most)
    case .text(let limit):
      rules["type"] = "string"
      if limit.least > 0 { rules["minLength"] = .double(limit.least) }
      rules["maxLength"] = .double(limit.most)
    case .written: rules["type"] = "string"
    case .choice(_, let words): rules["enum"] = .array(words.map { .string($0) })
    case .unit, .page:
      rules["type"] = "string"
      rules["pattern"] = "^[!-~]{1,128}$"
    case .adManagerPath:
      rules["type"] = "string"
      rules["maxLength"] = count(AdManagerPath.longest)
      rules["pattern"] = "^/[0-9]+(,[0-9]+)?(/[!-.0-~]+)+$"
    case .sizes:
      let side = "0*([1-9][0-9]{0,3}|10000)"
      rules["type"] = "array"
      rules["items"] = ["type": "string", "pattern": .string("^(\(side)x\(side)|fluid)$")]
      rules["uniqueItems"] = true
    case .words(_, let words):
      rules["type"] = "array"
      rules["items"] = ["enum": .array(words.map { .string($0) })]
      rules["uniqueItems"] = true
    case .time:
      rules["type"] = "string"
    case .objects:
      rules["type"] = "array"
      rules["items"] = ["type": "object"]
    case .feedPattern:
      rules["type"] = "string"
      rules["pattern"] = "^[0-9,]*/0*([1-9][0-9]{0,3}|10000)$"
    }
    return rules
  }

  /// The arms of an experiment.
  private static var arms: JSONValue {
    var settings = JSONObject()
    for field in ArmSettings.fields {
      var rules = schema(of: field, in: FieldTable<InventoryPage>.pages)
      // What an arm does not say is as the page says, not as it is by default.
      if case .object(let members) = rules {
        rules = .object(JSONObject(distinct: members.members.filter { $0.key != "default" }))
      }
      settings[field.key] = rules
    }
    let arm: JSONValue = [
      "type": "object",
      "properties": [
        "arm": ["type": "string", "pattern": "^[!-~]{1,128}$"],
        "buckets": ["type": "string", "pattern": "^[0-9 -]*$"],
        "settings": [
          "type": "object", "properties": .object(settings), "additionalProperties": false,
        ],
      ],
      "required": ["arm", "buckets", "settings"], "additionalProperties": false,
    ]
    let table = FieldTable<Experiment>.experiments
    let description = table.fields.first { $0.key == "arms" }?.summary ?? ""
    return [
      "description": .string(description), "type": "array", "items": arm,
      "maxItems": count(Experiment.mostArms), "default": [],
    ]
  }

  private static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  private static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/$defs/\(name)")]
  }
}
