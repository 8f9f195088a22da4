// SPDX-License-Identifier: MIT

/// A SHA-256 value: 32 bytes, compared and hashed without allocating.
public struct ContentHash: Hashable, Sendable {
  /// How many bytes a digest has.
  package static let byteCount = 32

  let words: SIMD8<UInt32>

  init(words: SIMD8<UInt32>) {
    self.words = words
  }

  /// Takes a digest from its bytes, or gives nil when there are not exactly 32.
  ///
  /// An array and no other collection: a ledger reads millions of them from elsewhere than here, where
  /// a generic one would be taken apart at run time.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    var words = SIMD8<UInt32>()
    for place in bytes.indices {
      words[place / 4] = words[place / 4] << 8 | UInt32(bytes[place])
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

extension ContentHash: CustomStringConvertible {
  /// The hexadecimal digits.
  public var description: String { hex }
}
