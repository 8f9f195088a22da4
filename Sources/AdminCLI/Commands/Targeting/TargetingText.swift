// SPDX-License-Identifier: MIT
import AdModel

/// Targeting as a person writes it in one cell: `section=sport,news mood=calm`. What holds a space, a
/// comma, a semicolon, an equals sign or quotes stands in quotes, and quotes in it are doubled.
enum TargetingText {
  /// A key with its values.
  static func text(of entry: TargetingEntry) -> String {
    var text: [UInt8] = []
    // Most fit, and growing step by step takes longer.
    text.reserveCapacity(64)
    append(entry.key, to: &text)
    text.append(UInt8(ascii: "="))
    append(entry.values, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The values of one key, with commas between them.
  static func text(of values: [String]) -> String {
    var text: [UInt8] = []
    append(values, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ values: [String], to text: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      append(value, to: &text)
    }
  }

  private static func append(_ word: String, to text: inout [UInt8]) {
    let start = text.count
    text.append(contentsOf: word.utf8)
    for index in start..<text.count where isSpecial(text[index]) { return text.quote(from: start) }
    if text.count == start { text.quote(from: start) }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="),
      UInt8(ascii: "\""), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      true
    default: false
    }
  }

  /// Reads pairs, with spaces, semicolons or line ends between them.
  /// - Throws: `InvalidValue`.
  static func targeting(_ text: String) throws(InvalidValue) -> AdTargeting {
    var reader = Reader(bytes: Array(text.utf8))
    var entries: [TargetingEntry] = []
    while reader.skip(" ;\t\r\n") {
      let key = try reader.word()
      guard reader.take("=") else {
        throw InvalidValue(
          .malformed, field: "targeting",
          reason: "\(key.quotedForDisplay) has no value; write KEY=VALUE")
      }
      entries.append(try TargetingEntry(key: key, values: try reader.words()))
    }
    return try AdTargeting(entries)
  }

  /// Reads the values of one key, with commas between them; none where there is no text.
  /// - Throws: `InvalidValue`.
  static func values(_ text: String) throws(InvalidValue) -> [String] {
    var reader = Reader(bytes: Array(text.utf8), mayHoldSpaces: true)
    guard reader.skip(" ") else { return [] }
    let values = try reader.words()
    guard !reader.skip(" ") else {
      throw InvalidValue(
        .malformed, field: "values",
        reason: "\(text.quotedForDisplay) goes on after its quotes; put a comma there")
    }
    return values
  }

  private struct Reader {
    let bytes: [UInt8]
    /// Whether only commas end a word, because nothing else can follow it.
    var mayHoldSpaces = false
    var place = 0

    /// Whether anything is left after these signs.
    mutating func skip(_ signs: String) -> Bool {
      while place < bytes.count, signs.utf8.contains(bytes[place]) { place += 1 }
      return place < bytes.count
    }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
      guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
      place += 1
      return true
    }

    mutating func words() throws(InvalidValue) -> [String] {
      var words = [try word()]
      while take(",") { words.append(try word()) }
      return words
    }

    mutating func word() throws(InvalidValue) -> String {
      if mayHoldSpaces { _ = skip(" ") }
      if take("\"") { return try rest() }
      let start = place
      while place < bytes.count, !ends(bytes[place]) { place += 1 }
      let word = String(decoding: bytes[start..<place], as: UTF8.self)
      return mayHoldSpaces ? word.withoutLastSpaces : word
    }

    private func ends(_ byte: UInt8) -> Bool {
      mayHoldSpaces ? byte == UInt8(ascii: ",") : TargetingText.isSpecial(byte)
    }

    /// What stands in quotes.
    private mutating func rest() throws(InvalidValue) -> String {
      var word: [UInt8] = []
      while place < bytes.count {
        if take("\"") {
          guard take("\"") else { return String(decoding: word, as: UTF8.self) }
          word.append(UInt8(ascii: "\""))
        } else {
          word.append(bytes[place])
          place += 1
        }
      }
      throw InvalidValue(.malformed, field: "targeting", reason: "its quotes do not end")
    }
  }
}

extension String {
  fileprivate var withoutLastSpaces: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
