// SPDX-License-Identifier: MIT
package import AdModel

/// By which settings the gate decides from an entry on: the content of an entry `ruled`.
package struct LedgerRuling: Hashable, Sendable {
  /// The names of the settings that the gate decides by.
  package static let names = [
    "policy", "limited-ads-since", "applicable-law", "when-silent", "expiry",
  ]

  /// Those of them that are not at their default, as they are stored, by name.
  package let settings: [String: String]

  /// Takes settings of any names.
  package init(_ settings: [String: String]) {
    self.settings = settings.filter { Self.names.contains($0.key) }
  }

  /// The content as it is stored.
  package var json: JSONValue {
    let members = settings.sorted { $0.key < $1.key }.map {
      JSONObject.Member(key: $0.key, value: .string($0.value))
    }
    return ["settings": .object(JSONObject(distinct: members))]
  }

  /// Reads what ``json`` wrote.
  /// - Throws: `JSONError` for anything else.
  package init(json node: JSONNode) throws(JSONError) {
    try node.object(knowing: ["settings"])
    let members = try node.member("settings")
    try members.object(knowing: Self.names)
    var settings: [String: String] = [:]
    for name in Self.names {
      if let value = try members.optional(name) { settings[name] = try value.string() }
    }
    self.settings = settings
  }
}
