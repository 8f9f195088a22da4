// SPDX-License-Identifier: MIT
package import AdModel

/// Under which secret a store's keys are hashed from an entry on: the content of an entry `keyed`.
///
/// A secret is told by its check value, from which it does not follow.
package struct LedgerKeying: Hashable, Sendable {
  /// How many people's keys were replaced: all of them, by the entries right before.
  package let people: Int64
  /// The secret until then; nil where keys were plain.
  package let before: ContentHash?
  /// The secret from then on.
  package let after: ContentHash

  /// Describes a change of the secret.
  package init(people: Int64, before: ContentHash?, after: ContentHash) {
    self.people = people
    self.before = before
    self.after = after
  }

  /// The content as it is stored.
  package var json: JSONValue {
    [
      "people": .integer(people), "before": before.map { .string($0.hex) } ?? .null,
      "after": .string(after.hex),
    ]
  }

  /// Reads what ``json`` wrote.
  /// - Throws: `JSONError` for anything else.
  package init(json node: JSONNode) throws(JSONError) {
    try node.object(knowing: ["people", "before", "after"])
    self.init(
      people: try node.member("people").integer(in: 0...Int64.max),
      before: try node.optional("before").map { node throws(JSONError) in try node.digest() },
      after: try node.member("after").digest())
  }
}
