// SPDX-License-Identifier: MIT

/// Writes big-endian numbers as a row of bits.
struct BitWriter {
  /// The bits so far, the first one at the top of the first word; a zero word follows the last.
  private(set) var words: [UInt64] = [0]
  /// How many bits have been written.
  private(set) var count = 0

  /// Appends a number.
  /// - Parameters:
  ///   - value: The number; bits above the width are dropped.
  ///   - width: How many bits, 1 to 64.
  mutating func write(_ value: UInt64, _ width: Int) {
    let bits = value << UInt64(64 - width)
    let index = count >> 6
    let shift = count & 63
    words[index] |= bits >> UInt64(shift)
    count += width
    guard shift + width >= 64 else { return }
    words.append(shift == 0 ? 0 : bits << UInt64(64 - shift))
  }
}
