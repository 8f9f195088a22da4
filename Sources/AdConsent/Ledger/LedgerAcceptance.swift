// SPDX-License-Identifier: MIT
package import AdModel

/// Entries whose times a wrong clock accounts for: the content of an entry `accepted`.
///
/// Nothing but a time can be accepted; what was altered stays so.
package struct LedgerAcceptance: Hashable, Sendable {
  /// The first entry that is meant.
  package let first: Int64
  /// The last one, which is before the entry that accepts it.
  package let last: Int64

  /// Describes what is accepted.
  package init(first: Int64, last: Int64) {
    self.first = first
    self.last = last
  }

  /// The content as it is stored.
  package var json: JSONValue { ["first": .integer(first), "last": .integer(last)] }

  /// Reads what ``json`` wrote.
  /// - Throws: `JSONError` for anything else.
  package init(json node: JSONNode) throws(JSONError) {
    try node.object(knowing: ["first", "last"])
    first = try node.member("first").integer(in: 1...Int64.max)
    last = try node.member("last").integer(in: first...Int64.max)
  }
}
