// SPDX-License-Identifier: MIT

/// The letters that consent strings are written in (RFC 4648 section 5), six bits each.
enum Base64URL {
  /// Why a text is not base64url.
  enum Fault: Error, Hashable {
    /// A byte outside the alphabet stands at this offset of the text.
    case letter(UInt8, at: Int)
    /// `=` stands at this offset, where the formats want none.
    case padding(at: Int)
  }

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The value of each byte, or 0xFF where it is no letter.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  /// Tells whether a byte is one of the 64 letters.
  static func isLetter(_ byte: UInt8) -> Bool { values[Int(byte)] != 0xFF }

  /// Reads part of a text as bits, six for each letter.
  /// - Parameter text: The bytes of the text.
  /// - Returns: A reader at the first bit.
  /// - Throws: ``Fault`` at the first byte that is not a letter.
  static func bits(of text: [UInt8], in range: Range<Int>) throws(Fault) -> BitReader {
    let values = values
    var words: [UInt64] = []
    words.reserveCapacity(range.count * 6 / 64 + 2)
    var word: UInt64 = 0
    var free = 64
    for index in range {
      let value = values[Int(text[index])]
      guard value != 0xFF else {
        throw text[index] == UInt8(ascii: "=")
          ? .padding(at: index - range.lowerBound)
          : .letter(text[index], at: index - range.lowerBound)
      }
      if free > 6 {
        free -= 6
        word |= UInt64(value) << free
      } else {
        let rest = 6 - free
        words.append(word | UInt64(value) >> rest)
        free = 64 - rest
        word = UInt64(value) << free
      }
    }
    words.append(word)
    return BitReader(words: words, count: range.count * 6)
  }
}
