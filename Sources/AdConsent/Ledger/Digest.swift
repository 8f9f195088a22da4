// SPDX-License-Identifier: MIT

/// A SHA-256 value: 32 bytes, compared and hashed without allocating.
public struct Digest: Hashable, Sendable {
  /// How many bytes a digest has.
  public static let byteCount = 32

  let words: SIMD8<UInt32>

  init(words: SIMD8<UInt32>) {
    self.words = words
  }

  /// Takes a digest from its bytes, or gives nil when there are not exactly 32.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var words = SIMD8<UInt32>()
    for (place, byte) in bytes.enumerated() {
      words[place / 4] = words[place / 4] << 8 | UInt32(byte)
    }
    self.words = words
  }

  /// Takes a digest from 64 hexadecimal digits of either case, or gives nil for anything else.
  public init?(hex: some StringProtocol) {
    guard let bytes = Hexadecimal.bytes(hex) else { return nil }
    self.init(bytes: bytes)
  }

  /// The 32 bytes, most significant first.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    for place in words.indices {
      let word = words[place]
      bytes.append(UInt8(truncatingIfNeeded: word >> 24))
      bytes.append(UInt8(truncatingIfNeeded: word >> 16))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
      bytes.append(UInt8(truncatingIfNeeded: word))
    }
    return bytes
  }

  /// The 64 lower-case hexadecimal digits.
  public var hex: String { Hexadecimal.text(bytes) }
}

extension Digest: CustomStringConvertible {
  /// The hexadecimal digits.
  public var description: String { hex }
}

/// Bytes written as pairs of hexadecimal digits.
package enum Hexadecimal {
  /// Writes bytes as lower-case digits.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Reads pairs of digits of either case; nil for an odd count or any other character.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[place]), let low = value(digits[place + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
