// SPDX-License-Identifier: MIT

extension JSONWriter {
  /// Appends text that needs no escaping.
  mutating func append(_ plain: String) {
    bytes.append(contentsOf: plain.utf8)
  }

  /// Appends an integer without fraction, digit by digit.
  mutating func append(integer value: Int64) {
    bytes.append(decimal: value)
  }

  /// Appends a finite double: a whole one below 2^53 as an integer, any other as the shortest
  /// text that reads back as the same.
  mutating func append(double value: Double) {
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 {
      if whole == 0, value.sign == .minus { bytes.append(UInt8(ascii: "-")) }
      append(integer: whole)
      return
    }
    append(value.description)
  }

  /// Appends a string in quotes, with every escape it needs.
  mutating func append(string: String) {
    bytes.append(UInt8(ascii: "\""))
    // Copied first and looked at as bytes: most texts are plain, and a string is slow to walk.
    let start = bytes.count
    bytes.append(contentsOf: string.utf8)
    var at = start
    while at < bytes.count, !needsCare(bytes[at]) { at += 1 }
    if at < bytes.count {
      let text = Array(bytes[start...])
      bytes.removeSubrange(start...)
      appendEscaped(text)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a byte must be escaped or may begin a character that must.
  private func needsCare(_ byte: UInt8) -> Bool {
    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
    guard escaping == .script else { return false }
    return byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "&")
      || byte == 0xE2
  }

  private mutating func appendEscaped(_ text: [UInt8]) {
    var at = 0
    while at < text.count {
      let plain = at
      while at < text.count, !needsCare(text[at]) { at += 1 }
      bytes += text[plain..<at]
      guard at < text.count else { return }
      let byte = text[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x08: append("\\b")
      case 0x0C: append("\\f")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      case 0xE2 where isLineSeparator(text, after: at):
        append(text[at + 1] == 0xA8 ? "\\u2028" : "\\u2029")
        at += 2
      case 0xE2: bytes.append(byte)
      default: appendUnit(byte)
      }
    }
  }

  /// Whether `E2` is followed by what makes it U+2028 or U+2029, and those are to be escaped.
  private func isLineSeparator(_ text: [UInt8], after at: Int) -> Bool {
    escaping == .script && at + 1 < text.count && text[at] == 0x80
      && (text[at + 1] == 0xA8 || text[at + 1] == 0xA9)
  }

  /// Appends `\u00XX`.
  private mutating func appendUnit(_ byte: UInt8) {
    append("\\u00")
    for nibble in [byte >> 4, byte & 0xF] {
      bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
    }
  }
}
