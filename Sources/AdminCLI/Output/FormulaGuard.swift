// SPDX-License-Identifier: MIT

/// An apostrophe before texts that a spreadsheet would run as a formula, and before those that begin
/// with an apostrophe, so that every text is what it was when it is read again.
enum FormulaGuard {
  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
      UInt8(ascii: "\t"),
      UInt8(ascii: "\r"), UInt8(ascii: "'"):
      true
    default: false
    }
  }

  /// Puts one before the end of the bytes, a text of its own, where it needs one.
  static func guardText(in bytes: inout [UInt8], from start: Int) {
    guard start < bytes.count, isSign(bytes[start]) else { return }
    bytes.insert(UInt8(ascii: "'"), at: start)
  }

  /// The text without its guard.
  static func taken(off text: String) -> String {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "'"), let second = bytes.dropFirst().first,
      isSign(second)
    else { return text }
    return String(text.unicodeScalars.dropFirst())
  }
}
