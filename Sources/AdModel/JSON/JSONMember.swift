// SPDX-License-Identifier: MIT

/// A member that is written many times, mostly with the same value: its compact text is made once. A
/// class, for to look at a value in an array copies it.
package final class JSONMember: Sendable {
  /// The key.
  let key: String
  /// The value that it mostly has.
  let value: JSONValue
  /// The key with its colon.
  let keyBytes: [UInt8]
  /// Key and value; nil where a number is not finite, of which there is no text.
  let bytes: [UInt8]?

  /// Makes the text.
  package init(_ key: String, mostly value: JSONValue) {
    self.key = key
    self.value = value
    var writer = JSONWriter()
    writer.startMember(key)
    keyBytes = writer.bytes
    bytes = (try? writer.append(tree: value)).map { writer.bytes }
  }

  /// Whether a value is the usual one, as far as that is told at once.
  func holds(_ other: JSONValue) -> Bool {
    switch (value, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.double(let one), .double(let other)): one.bitPattern == other.bitPattern
    case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
    default: false
    }
  }
}

extension JSONWriter {
  /// Writes a member with any value.
  /// - Throws: `JSONError` with `notFinite`; the text is then incomplete.
  package mutating func member(_ known: JSONMember, _ value: JSONValue) throws(JSONError) {
    guard layout == .compact, escaping == .minimal else { return try member(known.key, value) }
    startItem()
    if let usual = known.bytes, known.holds(value) {
      bytes.append(contentsOf: usual)
    } else {
      bytes.append(contentsOf: known.keyBytes)
      try append(tree: value)
    }
  }
}
