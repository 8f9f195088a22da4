// SPDX-License-Identifier: MIT
package import AdModel

/// That a ledger was restored in the place of another: the content of an entry `restored`.
///
/// ``LedgerFormat`` says how the entry commits to it.
package struct LedgerRestoring: Hashable, Sendable {
  /// The ledger that was restored: all entries before this one.
  package let copy: LedgerHead
  /// The ledger whose place it took; nil where there was none that could be read.
  package let replaced: LedgerHead?
  /// How many entries both begin with.
  package let common: Int64
  /// How many of the entries that follow were carried over from the replaced ledger.
  package let carried: Int64
  /// How many records of the replaced ledger were left out.
  package let leftOut: Int64

  /// Describes a restoring.
  package init(
    copy: LedgerHead, replaced: LedgerHead?, common: Int64, carried: Int64, leftOut: Int64
  ) {
    self.copy = copy
    self.replaced = replaced
    self.common = common
    self.carried = carried
    self.leftOut = leftOut
  }

  /// The content as it is stored.
  package var json: JSONValue {
    [
      "copy": copy.json, "replaced": replaced?.json ?? .null, "common": .integer(common),
      "carried": .integer(carried), "leftOut": .integer(leftOut),
    ]
  }

  /// Reads what ``json`` wrote.
  /// - Throws: `JSONError` for anything else.
  package init(json node: JSONNode) throws(JSONError) {
    try node.object(knowing: ["copy", "replaced", "common", "carried", "leftOut"])
    self.init(
      copy: try LedgerHead(json: node.member("copy")),
      replaced: try node.optional("replaced").map { node throws(JSONError) in
        try LedgerHead(json: node)
      },
      common: try node.member("common").integer(in: 0...Int64.max),
      carried: try node.member("carried").integer(in: 0...Int64.max),
      leftOut: try node.member("leftOut").integer(in: 0...Int64.max))
  }
}
