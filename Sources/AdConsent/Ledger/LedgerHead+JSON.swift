// SPDX-License-Identifier: MIT
public import AdModel

extension LedgerHead {
  /// The head as JSON: `{"store":…,"size":…,"root":…,"time":…}`.
  public var json: JSONValue {
    [
      "store": .string(store), "size": .integer(size), "root": .string(root.hex),
      "time": .string(time.description),
    ]
  }

  /// Reads a head from what ``json`` wrote.
  /// - Throws: `JSONError` for anything else.
  package init(json node: JSONNode) throws(JSONError) {
    try node.object(knowing: ["store", "size", "root", "time"])
    self.init(
      store: try node.member("store").string(),
      size: try node.member("size").integer(in: 0...Int64.max),
      root: try node.member("root").digest(), time: try node.member("time").timestamp())
  }

  /// Reads the heads of a file: one JSON object, or several of them one after the other on lines.
  ///
  /// Keeping each new head at the end of one file lets an audit say more closely where a history
  /// was written anew.
  /// - Returns: The heads in their order.
  /// - Throws: `JSONError` for anything else, `empty` where there is none.
  public static func heads(in bytes: [UInt8]) throws(JSONError) -> [LedgerHead] {
    if let whole = try? JSONReader.read(bytes) { return [try LedgerHead(json: JSONNode(whole))] }
    var lines = JSONLines(bytes)
    var heads: [LedgerHead] = []
    while let line = try lines.next() { heads.append(try LedgerHead(json: JSONNode(line))) }
    // Nothing but blanks is refused in the reader's own words.
    if heads.isEmpty { _ = try JSONReader.read(bytes) }
    return heads
  }
}
