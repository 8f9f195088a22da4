// SPDX-License-Identifier: MIT

/// The grammar of RFC 8259 as one function per rule, over bytes.
struct JSONParser {
  /// The fault that stopped the parser; its path grows while the error travels outwards, so
  /// that a text without faults pays nothing for it.
  struct Failure: Error {
    let code: JSONError.Code
    let message: String
    let offset: Int
    var path = JSONPath()

    func inside(_ step: JSONPath.Step) -> Failure {
      Failure(code: code, message: message, offset: offset, path: path.inside(step))
    }
  }

  let bytes: [UInt8]
  let start: Int
  let end: Int
  /// The longest text in bytes, and how many containers may stand inside each other.
  let limits: (bytes: Int, depth: Int)
  /// The member of the document whose elements are read and let go of, where it is an array.
  let heldKey: String?
  /// Where those elements stand; nil where there is no such array.
  private(set) var held: [Range<Int>]?
  /// The offset of the next byte to look at.
  var at: Int

  init(
    bytes: [UInt8], range: Range<Int>, limits: (bytes: Int, depth: Int), holding key: String? = nil
  ) {
    self.bytes = bytes
    self.start = range.lowerBound
    self.end = range.upperBound
    self.limits = limits
    self.heldKey = key
    self.at = range.lowerBound
  }

  /// `JSON-text = ws value ws` (§2), filling the whole range.
  mutating func document() throws(Failure) -> JSONValue {
    if end - start > limits.bytes {
      throw fail(.tooLarge, "the text is longer than \(limits.bytes) bytes")
    }
    if end - start >= 3, bytes[start] == 0xEF, bytes[start + 1] == 0xBB, bytes[start + 2] == 0xBF {
      throw fail(.byteOrderMark, "the text begins with a byte order mark; save it without")
    }
    skipSpace()
    if at == end { throw fail(.empty, "expected a JSON value, found nothing") }
    let value = try value(depth: 0)
    skipSpace()
    if at < end {
      throw fail(.trailingContent, "expected the end of the text, found \(seen)")
    }
    return value
  }

  /// `value` (§3).
  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    guard at < end else { throw unexpected("a value") }
    switch bytes[at] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: throw unexpected("a value")
    }
  }

  /// One of the three names (§3).
  private mutating func literal(
    _ name: StaticString, _ value: JSONValue
  ) throws(Failure) -> JSONValue {
    for expected in "\(name)".utf8 {
      guard at < end, bytes[at] == expected else { throw unexpected("'\(name)'") }
      at += 1
    }
    return value
  }

  /// `array` (§5).
  private mutating func array(depth: Int) throws(Failure) -> [JSONValue] {
    var elements: [JSONValue] = []
    try forEachElement(depth: depth) { element, _ in elements.append(element) }
    return elements
  }

  /// Reads an array, and hands on each element and where it stands.
  private mutating func forEachElement(
    depth: Int, _ take: (JSONValue, Range<Int>) -> Void
  ) throws(Failure) {
    try enter(depth)
    if consume(UInt8(ascii: "]")) { return }
    var count = 0
    while true {
      skipSpace()
      let first = at
      do {
        take(try value(depth: depth), first..<at)
      } catch {
        throw error.inside(.index(count))
      }
      count += 1
      skipSpace()
      if consume(UInt8(ascii: ",")) { continue }
      if consume(UInt8(ascii: "]")) { return }
      throw unexpected("',' or ']'")
    }
  }

  /// The value of a member; of the array that is held, only where its elements stand.
  private mutating func member(_ key: String, depth: Int) throws(Failure) -> JSONValue {
    guard depth == 1, let heldKey, key.hasSameBytes(as: heldKey), at < end,
      bytes[at] == UInt8(ascii: "[")
    else {
      return try value(depth: depth)
    }
    var ranges: [Range<Int>] = []
    try forEachElement(depth: depth + 1) { _, range in ranges.append(range) }
    held = ranges
    return .array([])
  }

  /// `object` (§4), each key once.
  private mutating func object(depth: Int) throws(Failure) -> JSONObject {
    try enter(depth)
    var members: [JSONObject.Member] = []
    var keys = JSONKeySet()
    if consume(UInt8(ascii: "}")) { return JSONObject() }
    while true {
      skipSpace()
      guard at < end, bytes[at] == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
      let keyStart = at
      let key = try string()
      if !keys.insert(key, beside: members) {
        at = keyStart
        throw fail(.duplicateKey, "the key stands twice in one object").inside(.key(key))
      }
      skipSpace()
      guard consume(UInt8(ascii: ":")) else { throw unexpected("':'") }
      skipSpace()
      do {
        members.append(JSONObject.Member(key: key, value: try member(key, depth: depth)))
      } catch {
        throw error.inside(.key(key))
      }
      skipSpace()
      if consume(UInt8(ascii: ",")) { continue }
      if consume(UInt8(ascii: "}")) { return JSONObject(distinct: members) }
      throw unexpected("',' or '}'")
    }
  }

  /// Passes the opening bracket of a container and the space after it.
  private mutating func enter(_ depth: Int) throws(Failure) {
    if depth > limits.depth {
      throw fail(.tooDeep, "more than \(limits.depth) containers inside each other")
    }
    at += 1
    skipSpace()
  }

  /// Passes one byte if it is the next.
  mutating func consume(_ byte: UInt8) -> Bool {
    guard at < end, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  /// Passes `ws` (§2): space, tab, line feed, carriage return.
  mutating func skipSpace() {
    while at < end {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  /// The failure at the present offset.
  func fail(_ code: JSONError.Code, _ message: String) -> Failure {
    Failure(code: code, message: message, offset: at)
  }

  /// The failure of finding something else than the grammar allows.
  func unexpected(_ expected: String) -> Failure {
    at < end
      ? fail(.unexpectedByte, "expected \(expected), found \(seen)")
      : fail(.unexpectedEnd, "expected \(expected), found the end of the text")
  }

  /// The next byte as a message may show it.
  private var seen: String {
    let byte = bytes[at]
    return (0x21...0x7E).contains(byte)
      ? "'\(Unicode.Scalar(byte))'" : "the byte 0x\(String(byte, radix: 16, uppercase: true))"
  }
}

/// The keys of an object met so far: a scan while they are few, a set once they are many.
struct JSONKeySet {
  typealias Key = ByteText

  private static let few = 12
  private var keys: Set<Key> = []

  /// Notes a key; `false` when it was there already.
  mutating func insert(_ key: String, beside members: [JSONObject.Member]) -> Bool {
    if members.count < Self.few {
      return !members.contains { $0.key.hasSameBytes(as: key) }
    }
    if keys.isEmpty { keys = Set(members.map { Key($0.key) }) }
    return keys.insert(Key(key)).inserted
  }
}
