// SPDX-License-Identifier: MIT

extension JSONError {
  /// Says where in the text the value stands that is at fault.
  ///
  /// A fault in the content of a document is found when its text has been read and only the
  /// path is known; the place is looked up here, for the few values that are at fault.
  ///
  /// - Parameter bytes: The text that the document was read from.
  /// - Returns: The error with line and column, of a member those of its key; the error as it is
  ///   where it names a place already, or where the text holds nothing under the path.
  /// - Complexity: Linear in the length of the text.
  package func located(in bytes: [UInt8]) -> JSONError {
    guard position == nil else { return self }
    var parser = JSONParser(
      bytes: bytes, range: bytes.startIndex..<bytes.endIndex, limits: (.max, .max))
    guard let offset = try? parser.offset(of: path) else { return self }
    let place = JSONReader.position(of: offset, in: bytes, from: 0, line: 1)
    return JSONError(code, message, at: path, position: place)
  }
}

extension JSONParser {
  /// The offset of what a path leads to, in a text that is known to be JSON.
  fileprivate mutating func offset(of path: JSONPath) throws(Failure) -> Int? {
    skipSpace()
    var offset = at
    for step in path.steps {
      guard let next = try enter(at: step) else { return nil }
      offset = next
    }
    return offset
  }

  /// Passes everything up to an item of the container that comes next, and for a member its key.
  private mutating func enter(at step: JSONPath.Step) throws(Failure) -> Int? {
    let isObject = at < end && bytes[at] == UInt8(ascii: "{")
    at += 1
    var place = 0
    while true {
      skipSpace()
      let start = at
      guard at < end, bytes[at] != UInt8(ascii: "}"), bytes[at] != UInt8(ascii: "]") else {
        return nil
      }
      switch step {
      case .key(let wanted):
        guard isObject else { return nil }
        let key = try string()
        skipSpace()
        at += 1
        skipSpace()
        if key.hasSameBytes(as: wanted) { return start }
      case .index(let wanted):
        guard !isObject else { return nil }
        if place == wanted { return start }
      }
      try skipValue()
      _ = consume(UInt8(ascii: ","))
      place += 1
    }
  }

  /// Passes a value with all that is in it, up to the comma or the bracket after it.
  private mutating func skipValue() throws(Failure) {
    var depth = 0
    while at < end {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        _ = try string()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        return
      default: break
      }
      at += 1
    }
  }
}
