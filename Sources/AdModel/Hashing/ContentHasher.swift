// SPDX-License-Identifier: MIT

/// SHA-256 as FIPS 180-4 defines it, fed in pieces of any length.
///
/// It is here so that the ledger and the injection bundles need no other package. It is not
/// written to resist timing attacks, and nothing in this project asks that of it: what it hashes
/// is never a password.
package struct ContentHasher: Sendable {
  private var state = Self.initialState
  private var pending: [UInt8] = []
  private var schedule = [UInt32](repeating: 0, count: 64)
  private var byteCount: UInt64 = 0

  private static let blockSize = 64

  /// Starts a hash of nothing.
  package init() {
    pending.reserveCapacity(Self.blockSize)
  }

  /// The digest of some bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func hash(_ bytes: [UInt8]) -> ContentHash {
    var hash = ContentHasher()
    hash.update(bytes)
    return hash.finish()
  }

  /// The digest of a text's UTF-8 bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func hash(_ text: String) -> ContentHash {
    hash(Array(text.utf8))
  }

  /// Appends bytes to what is hashed.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package mutating func update(_ bytes: [UInt8]) {
    byteCount &+= UInt64(bytes.count)
    var next = 0
    if !pending.isEmpty {
      next = min(Self.blockSize - pending.count, bytes.count)
      pending.append(contentsOf: bytes[..<next])
      guard pending.count == Self.blockSize else { return }
      compress(pending, at: 0)
      pending.removeAll(keepingCapacity: true)
    }
    while bytes.count - next >= Self.blockSize {
      compress(bytes, at: next)
      next += Self.blockSize
    }
    pending.append(contentsOf: bytes[next...])
  }

  /// The digest of everything that was fed in; the hash itself can go on taking bytes.
  package func finish() -> ContentHash {
    var last = self
    var padding: [UInt8] = [0x80]
    let used = (pending.count + 1) % Self.blockSize
    let zeros = (Self.blockSize + 56 - used) % Self.blockSize
    padding.append(contentsOf: repeatElement(0, count: zeros))
    padding.append(contentsOf: BigEndian.bytes(byteCount &* 8))
    last.update(padding)
    return ContentHash(words: last.state)
  }

  private mutating func compress(_ block: [UInt8], at start: Int) {
    for round in 0..<16 {
      let place = start + round * 4
      schedule[round] =
        UInt32(block[place]) << 24 | UInt32(block[place + 1]) << 16
        | UInt32(block[place + 2]) << 8 | UInt32(block[place + 3])
    }
    for round in 16..<64 {
      let early = schedule[round - 15]
      let late = schedule[round - 2]
      let mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
      let mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
      schedule[round] = schedule[round - 16] &+ mixedEarly &+ schedule[round - 7] &+ mixedLate
    }
    // The eight working variables keep the names of FIPS 180-4, section 6.2.2.
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let mixedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let chosen = e & f ^ ~e & g
      let first = h &+ mixedE &+ chosen &+ Self.constants[round] &+ schedule[round]
      let mixedA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let majority = a & b ^ a & c ^ b & c
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ mixedA &+ majority)
    }
    state &+= SIMD8(a, b, c, d, e, f, g, h)
  }

  private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// FIPS 180-4, section 5.3.3.
  private static let initialState = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)

  /// FIPS 180-4, section 4.2.2.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
    0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
    0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
    0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
    0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

/// Integers as bytes, most significant first.
package enum BigEndian {
  package static func bytes(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) }
  }
}
