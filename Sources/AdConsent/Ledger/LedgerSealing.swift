// SPDX-License-Identifier: MIT
package import AdModel

/// How the seals of the history stood: the content of an entry `sealed`.
package struct LedgerSealing: Hashable, Sendable {
  /// The number of the newest seal.
  package let seals: Int64
  /// Its hash.
  package let hash: ContentHash

  /// Describes how the seals stand.
  package init(seals: Int64, hash: ContentHash) {
    self.seals = seals
    self.hash = hash
  }

  /// The content as it is stored.
  package var json: JSONValue { ["seals": .integer(seals), "hash": .string(hash.hex)] }

  /// Reads what ``json`` wrote.
  /// - Throws: `JSONError` for anything else.
  package init(json node: JSONNode) throws(JSONError) {
    try node.object(knowing: ["seals", "hash"])
    seals = try node.member("seals").integer(in: 1...Int64.max)
    hash = try node.member("hash").digest()
  }
}
