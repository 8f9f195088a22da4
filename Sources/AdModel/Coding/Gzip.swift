// SPDX-License-Identifier: MIT

/// Writes bytes as gzip does, for texts that repeat themselves, as rows of NDJSON do: systems without a
/// compressor of their own have this one.
///
/// Source: RFC 1951 (DEFLATE, blocks with fixed codes) and RFC 1952 (gzip).
package enum Gzip {
  /// Compresses bytes into one member, which every gzip reads; the same bytes give the same.
  /// - Complexity: O(*n*).
  package static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var output = BitWriter(bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
    // One block, the last, of fixed codes.
    output.write(0b011, bits: 3)
    deflate(bytes, into: &output)
    output.finishByte()
    output.write(UInt64(checksum(bytes)), bits: 32)
    output.write(UInt64(UInt32(truncatingIfNeeded: bytes.count)), bits: 32)
    return output.bytes
  }

  // MARK: Repetitions

  private static let longest = 258
  private static let farthest = 32_768
  /// What is shorter costs more than its bytes.
  private static let shortest = 4
  /// How many earlier places are compared.
  private static let tries = 32
  private static let hashBits: UInt32 = 15

  private static func deflate(_ bytes: [UInt8], into output: inout BitWriter) {
    var last = [Int32](repeating: -1, count: 1 << Int(hashBits))
    var before = [Int32](repeating: -1, count: bytes.count)
    func note(_ place: Int) {
      guard place + shortest <= bytes.count else { return }
      let hash = hash(bytes, place)
      before[place] = last[hash]
      last[hash] = Int32(place)
    }
    var place = 0
    while place < bytes.count {
      let (length, distance) = repetition(bytes, place, last, before)
      if length < shortest {
        output.write(literal: bytes[place])
        note(place)
        place += 1
      } else {
        output.write(length: length, distance: distance)
        for passed in place..<(place + length) { note(passed) }
        place += length
      }
    }
    output.write(code: 256)
  }

  private static func hash(_ bytes: [UInt8], _ place: Int) -> Int {
    let word = (0..<shortest).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[place + $1]) }
    return Int((word &* 0x9E37_79B1) >> (32 - hashBits))
  }

  /// The longest text before a place that stands there, too.
  private static func repetition(
    _ bytes: [UInt8], _ place: Int, _ last: [Int32], _ before: [Int32]
  ) -> (length: Int, distance: Int) {
    guard place + shortest <= bytes.count else { return (0, 0) }
    let most = min(longest, bytes.count - place)
    var best = (length: 0, distance: 0)
    var candidate = Int(last[hash(bytes, place)])
    for _ in 0..<tries where candidate >= 0 && place - candidate <= farthest {
      var length = 0
      while length < most, bytes[candidate + length] == bytes[place + length] { length += 1 }
      if length > best.length { best = (length, place - candidate) }
      if length == most { break }
      candidate = Int(before[candidate])
    }
    return best
  }

  // MARK: Checksum

  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { $0 >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }
}

/// Bits, the lowest first.
private struct BitWriter {
  private(set) var bytes: [UInt8]
  private var pending: UInt64 = 0
  private var count = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func write(_ value: UInt64, bits: Int) {
    pending |= value << UInt64(count)
    count += bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  mutating func finishByte() {
    if count > 0 { write(0, bits: 8 - count) }
  }

  /// Writes a code, whose highest bit comes first.
  private mutating func write(highestFirst code: Int, bits: Int) {
    for bit in stride(from: bits - 1, through: 0, by: -1) {
      write(UInt64(code >> bit & 1), bits: 1)
    }
  }

  mutating func write(literal byte: UInt8) { write(code: Int(byte)) }

  /// Writes a code of the fixed alphabet: 0 to 255 are bytes, 256 the end, lengths the rest.
  mutating func write(code: Int) {
    switch code {
    case ..<144: write(highestFirst: 0x30 + code, bits: 8)
    case ..<256: write(highestFirst: 0x190 + code - 144, bits: 9)
    case ..<280: write(highestFirst: code - 256, bits: 7)
    default: write(highestFirst: 0xC0 + code - 280, bits: 8)
    }
  }

  /// Writes that bytes from before come again.
  mutating func write(length: Int, distance: Int) {
    let (more, extra) = Self.parts(length - 3, alphabet: 2)
    // The longest has a code of its own.
    write(code: length == 258 ? 285 : 257 + more)
    if length < 258 { write(UInt64((length - 3) & (1 << extra - 1)), bits: extra) }
    let (place, rest) = Self.parts(distance - 1, alphabet: 1)
    write(highestFirst: place, bits: 5)
    write(UInt64((distance - 1) & (1 << rest - 1)), bits: rest)
  }

  /// Which code a value has, of an alphabet with 2 to the power of so many codes for each doubling, and how
  /// many bits stand behind it.
  private static func parts(_ value: Int, alphabet: Int) -> (code: Int, extra: Int) {
    guard value >= 2 << alphabet else { return (value, 0) }
    let extra = Int.bitWidth - 1 - value.leadingZeroBitCount - alphabet
    return (extra << alphabet + value >> extra, extra)
  }
}
