// SPDX-License-Identifier: MIT

/// Reads big-endian numbers from a row of bits and never past its end.
struct BitReader {
  /// The bits, the first one at the top of the first word; bits past `count` are zero.
  private var words: [UInt64]
  /// How many bits there are.
  private(set) var count: Int
  /// The next bit to be read, from 0.
  private(set) var position = 0

  init(words: [UInt64], count: Int) {
    self.words = words
    self.count = count
  }

  /// How many bits are left.
  var remaining: Int { count - position }

  /// Takes the next bits as a number.
  /// - Parameter width: How many bits, 1 to 64.
  /// - Returns: The number, or nil where fewer bits are left; then nothing is taken.
  mutating func read(_ width: Int) -> UInt64? {
    guard width <= remaining else { return nil }
    let index = position >> 6
    let shift = position & 63
    var bits = words[index] << UInt64(shift)
    if shift + width > 64 { bits |= words[index + 1] >> UInt64(64 - shift) }
    position += width
    return bits >> UInt64(64 - width)
  }

  /// Takes a sum of the Fibonacci numbers 1, 2, 3, 5, 8 …, lowest first, that two set bits end.
  /// - Parameter limit: How large the numbers of the sum may become.
  /// - Returns: The sum, or nil where the bits end before it does or a number exceeds the limit.
  mutating func readFibonacci(atMost limit: Int) -> Int? {
    var (value, current, next) = (0, 1, 2)
    var wasSet = false
    while current <= limit, let bit = read(1) {
      if bit == 1 && wasSet { return value }
      if bit == 1 { value += current }
      wasSet = bit == 1
      (current, next) = (next, current + next)
    }
    return nil
  }

  /// Lengthens the row by bits that are zero.
  /// - Parameter count: How many, at most 64.
  mutating func appendZeros(_ count: Int) {
    words.append(0)
    self.count += count
  }

  /// Leaves out the bits past the last whole byte: base64 adds them, they are never data.
  /// - Returns: The position of the first of them that is set, or nil where all are zero.
  mutating func trimToWholeBytes() -> Int? {
    var padding = self
    count -= count % 8
    padding.position = count
    return padding.firstSetBit()
  }

  /// Finds the first bit that is set among those left.
  /// - Returns: Its position, or nil where all are zero.
  func firstSetBit() -> Int? {
    var rest = self
    while rest.remaining > 0 {
      let start = rest.position
      let width = min(64, rest.remaining)
      guard let bits = rest.read(width) else { return nil }
      if bits != 0 { return start + width - (64 - bits.leadingZeroBitCount) }
    }
    return nil
  }
}
