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
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0x7F: return true
    case 0xC2, 0xD8, 0xE2: return true
    default: return false
    }
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
      case 0xC2, 0xD8, 0xE2:
        if let unit = Self.unsafeUnit(text, from: at - 1) {
          append("\\u")
          appendDigits(UInt8(unit >> 8))
          appendDigits(UInt8(unit & 0xFF))
          at += byte == 0xE2 ? 2 : 1
        } else {
          bytes.append(byte)
        }
      default: appendUnit(byte)
      }
    }
  }

  /// The character at a place whose first byte is C2, D8 or E2, where it is one that a script does
  /// not hold as it is: a C1 control character, a line separator or a mark of writing direction.
  private static func unsafeUnit(_ text: [UInt8], from at: Int) -> UInt16? {
    let next = at + 1 < text.count ? text[at + 1] : 0
    let last = at + 2 < text.count ? text[at + 2] : 0
    switch (text[at], next, last) {
    case (0xC2, 0x80...0x9F, _): return UInt16(next)
    case (0xD8, 0x9C, _): return 0x061C
    case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE): return 0x2000 | UInt16(last & 0x3F)
    case (0xE2, 0x81, 0xA6...0xA9): return 0x2040 | UInt16(last & 0x3F)
    default: return nil
    }
  }

  /// Appends `\u00XX`.
  private mutating func appendUnit(_ byte: UInt8) {
    append("\\u00")
    appendDigits(byte)
  }

  /// Appends a byte as two hexadecimal digits.
  private mutating func appendDigits(_ byte: UInt8) {
    for nibble in [byte >> 4, byte & 0xF] {
      bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
    }
  }
}
