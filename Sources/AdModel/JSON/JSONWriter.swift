// SPDX-License-Identifier: MIT

/// Writes JSON into a buffer as it is told, without building a tree: the same calls give the same
/// bytes.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.object { object in
///   object.member("t", 5)
///   object.array("ids") { ids in ids.element("div-1") }
/// }
/// writer.endLine()  // {"t":5,"ids":["div-1"]}
/// ```
///
/// The caller sees to the grammar: members inside objects, elements inside arrays or at the top,
/// each key once. Integers are written without fraction, doubles as the shortest text that reads
/// back as the same double (`5` for 5.0).
package struct JSONWriter: Sendable {
  /// How the text is laid out.
  package enum Layout: Sendable {
    /// No space anywhere.
    case compact
    /// A line per member and element, two spaces per level.
    case pretty
  }

  /// Which characters are escaped beyond those of RFC 8259.
  package enum Escaping: Sendable {
    /// Nothing.
    case minimal
    /// `<`, `>`, `&`, U+2028 and U+2029 as `\uXXXX`, so that the text can stand in a script in a
    /// page; and DEL, the C1 control characters and the marks that turn the writing direction, so
    /// that a script can be shown on a terminal and reads as it runs.
    case script
  }

  /// The text so far, in UTF-8.
  package internal(set) var bytes: [UInt8] = []
  let layout: Layout
  let escaping: Escaping
  private var depth = 0
  private var isFirst = true

  /// Makes a writer with an empty buffer.
  ///
  /// - Parameters:
  ///   - escaping: What is escaped beyond what RFC 8259 asks.
  ///   - capacity: How many bytes there is room for before the buffer grows.
  package init(
    _ layout: Layout = .compact, escaping: Escaping = .minimal, capacity: Int = 0
  ) {
    self.layout = layout
    self.escaping = escaping
    bytes.reserveCapacity(capacity)
  }

  /// The text so far as a string; cost linear in its length.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Ends a line after a whole value, so that another value may follow (JSON lines).
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    isFirst = true
  }

  /// Takes the text so far, in the middle of it, to be passed on in pieces.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Empties the buffer and keeps its memory, for a writer whose bytes have been passed on.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isFirst = true
  }

  /// Writes an object as the next element, or as the document.
  ///
  /// - Throws: Whatever `body` throws; the text is then incomplete.
  package mutating func object<E: Error>(
    _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    startItem()
    try container(.object, body)
  }

  /// Writes an array as the next element, or as the document.
  ///
  /// - Throws: Whatever `body` throws; the text is then incomplete.
  package mutating func array<E: Error>(
    _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    startItem()
    try container(.array, body)
  }

  /// Writes a member that is an object.
  ///
  /// - Throws: Whatever `body` throws; the text is then incomplete.
  package mutating func object<E: Error>(
    _ key: String, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    startMember(key)
    try container(.object, body)
  }

  /// Writes a member that is an array.
  ///
  /// - Throws: Whatever `body` throws; the text is then incomplete.
  package mutating func array<E: Error>(
    _ key: String, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    startMember(key)
    try container(.array, body)
  }

  /// Writes the comma, line end and indentation that come before an element.
  mutating func startItem() {
    if isFirst {
      isFirst = false
    } else {
      bytes.append(UInt8(ascii: ","))
    }
    if layout == .pretty, depth > 0 { startLine() }
  }

  /// Writes everything of a member that comes before its value.
  mutating func startMember(_ key: String) {
    startItem()
    append(string: key)
    bytes.append(UInt8(ascii: ":"))
    if layout == .pretty { bytes.append(UInt8(ascii: " ")) }
  }

  /// An object or an array that is being written.
  enum Container {
    case object
    case array
  }

  /// Writes a container whose first byte is the next.
  mutating func container<E: Error>(
    _ kind: Container, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    bytes.append(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    depth += 1
    isFirst = true
    try body(&self)
    depth -= 1
    if layout == .pretty, !isFirst { startLine() }
    isFirst = false
    bytes.append(kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  private mutating func startLine() {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth {
      bytes.append(UInt8(ascii: " "))
      bytes.append(UInt8(ascii: " "))
    }
  }
}
