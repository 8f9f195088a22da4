// SPDX-License-Identifier: MIT

/// Bytes written as letters, six bits each, filled up with `=` (RFC 4648, section 4).
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Writes bytes.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0...3 {
        text.append(
          place <= group.count ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads what ``text(_:)`` writes; nil for anything else, also for bits that no byte has.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: 4) {
      let group = text[start..<start + 4]
      let filled = group.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      guard filled <= 2, filled == 0 || start + 4 == text.count else { return nil }
      var bits = 0
      for letter in group.dropLast(filled) {
        guard let value = letters.firstIndex(of: letter) else { return nil }
        bits = bits << 6 | value
      }
      bits <<= 6 * filled
      guard bits & ((1 << (8 * filled)) - 1) == 0 else { return nil }
      for place in 0..<3 - filled { bytes.append(UInt8(bits >> (16 - 8 * place) & 255)) }
    }
    return bytes
  }
}
