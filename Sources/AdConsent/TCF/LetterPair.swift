// SPDX-License-Identifier: MIT

package import AdModel

/// Two letters from A to Z: an ISO 639-1 language or an ISO 3166-1 country, in capitals.
package struct LetterPair: Hashable, Sendable, CustomStringConvertible {
  /// The letters, from A = 0.
  let first: UInt8
  let second: UInt8

  /// `AA`, which the formats write for a country that is not stated.
  package static let unstated = LetterPair(letters: (0, 0))

  private init(letters: (UInt8, UInt8)) { (first, second) = letters }

  /// Takes two letters, in either case.
  /// - Throws: `InvalidValue` with `malformed` for anything but two letters from A to Z.
  package init(_ text: String) throws(InvalidValue) {
    let letters = text.utf8.map { $0 & ~0x20 }
    guard letters.count == 2, letters.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A }) else {
      throw InvalidValue(
        .malformed, field: "letters",
        reason: "\(text.quotedForDisplay) is not a code of two letters; write for example EN")
    }
    first = letters[0] - 0x41
    second = letters[1] - 0x41
  }

  /// Joins two letters, or gives nil where one lies beyond Z.
  init?(first: UInt64, second: UInt64) {
    guard first < 26, second < 26 else { return nil }
    self.first = UInt8(first)
    self.second = UInt8(second)
  }

  /// The letters in capitals.
  package var description: String {
    String(decoding: [first + 0x41, second + 0x41], as: UTF8.self)
  }
}
