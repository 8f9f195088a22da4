// SPDX-License-Identifier: MIT

/// Reads one JSON text as RFC 8259 defines it, and nothing that only resembles it.
///
/// Stricter than the RFC asks where tolerance loses something: a key named twice, half of a
/// surrogate pair, bytes that are not UTF-8, a byte order mark, and a number that neither 64 bits
/// nor a finite double can hold are errors.
package enum JSONReader {
  /// Bounds on a text that is not trusted.
  package struct Limits: Sendable {
    /// The longest text, in bytes.
    package var bytes: Int
    /// How many containers may stand inside each other, 1 to 500: reading uses the stack.
    package var depth: Int

    /// Makes limits for one kind of document.
    package init(bytes: Int = 256 << 20, depth: Int = 128) {
      self.bytes = bytes
      self.depth = min(max(depth, 1), 500)
    }

    /// Limits for a document that a person chose to read: 256 MiB, 128 containers deep.
    package static let document = Limits()

    /// Limits for a message that any page may post: 64 KiB, 16 containers deep.
    package static let message = Limits(bytes: 64 << 10, depth: 16)
  }

  /// Reads a text that holds one value.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - limits: What the text may not exceed.
  /// - Returns: The value, members in the order of the text.
  /// - Throws: `JSONError` with the place of the first fault.
  /// - Complexity: Linear in the length of the text.
  package static func read(
    _ bytes: [UInt8], limits: Limits = .document
  ) throws(JSONError) -> JSONValue {
    try read(bytes, in: bytes.startIndex..<bytes.endIndex, firstLine: 1, limits: limits)
  }

  /// Reads a text that holds one value, as `read(_:limits:)` does.
  ///
  /// - Parameter limits: What the text may not exceed.
  /// - Returns: The value, members in the order of the text.
  /// - Throws: `JSONError` with the place of the first fault.
  package static func read(
    text: String, limits: Limits = .document
  ) throws(JSONError) -> JSONValue {
    try read(Array(text.utf8), limits: limits)
  }

  /// Reads the value that fills a part of `bytes`; places are counted from the part's start, its
  /// first line being `firstLine`.
  static func read(
    _ bytes: [UInt8], in range: Range<Int>, firstLine: Int, limits: Limits
  ) throws(JSONError) -> JSONValue {
    var parser = JSONParser(
      bytes: bytes, range: range, limits: (limits.bytes, limits.depth))
    return try document(of: &parser, firstLine: firstLine)
  }

  /// Reads the document of a parser; the place of a fault is counted from its start.
  static func document(
    of parser: inout JSONParser, firstLine: Int
  ) throws(JSONError) -> JSONValue {
    do {
      return try parser.document()
    } catch {
      throw JSONError(
        error.code, error.message, at: error.path,
        position: position(
          of: error.offset, in: parser.bytes, from: parser.start, line: firstLine))
    }
  }

  /// The line and column of an offset; computed only for errors, linear in the offset.
  static func position(
    of offset: Int, in bytes: [UInt8], from start: Int, line firstLine: Int
  ) -> JSONError.Position {
    var line = firstLine
    var column = 1
    for byte in bytes[start..<offset] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return JSONError.Position(line: line, column: column)
  }
}

extension JSONValue {
  /// Reads a text that holds one value.
  /// - Throws: ``JSONError`` with the place of the first fault.
  public init(text: String) throws(JSONError) { self = try JSONReader.read(text: text) }

  /// Reads a message that any page may post: at most 64 KiB, 16 containers deep.
  /// - Throws: ``JSONError`` with the place of the first fault.
  public init(message text: String) throws(JSONError) {
    self = try JSONReader.read(text: text, limits: .message)
  }
}
