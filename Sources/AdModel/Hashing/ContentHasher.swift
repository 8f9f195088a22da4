// SPDX-License-Identifier: MIT

/// SHA-256 as FIPS 180-4 defines it, fed in pieces of any length.
///
/// It is here so that the ledger and the injection bundles need no other package. It is not
/// written to resist timing attacks, and nothing in this project asks that of it: what it hashes
/// is never a password.
package struct ContentHasher: Sendable {
  private var state = Self.initialState
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  private static let blockSize = 64

  /// Starts a hash of nothing.
  package init() {}

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
      compress(pending, from: 0)
      pending.removeAll(keepingCapacity: true)
    }
    let end = compress(bytes, from: next)
    if end < bytes.count { pending.append(contentsOf: bytes[end...]) }
  }

  /// The digest of everything that was fed in; the hash itself can go on taking bytes.
  package func finish() -> ContentHash {
    var last = self
    var end = pending
    let zeros = (2 * Self.blockSize - 9 - end.count) % Self.blockSize
    end.reserveCapacity(2 * Self.blockSize)
    end.append(0x80)
    end.append(contentsOf: repeatElement(0, count: zeros))
    end.append(contentsOf: BigEndian.bytes(byteCount &* 8))
    last.compress(end, from: 0)
    return ContentHash(words: last.state)
  }

  /// Takes as many whole blocks as there are.
  /// - Returns: Where they end.
  @discardableResult
  private mutating func compress(_ bytes: [UInt8], from start: Int) -> Int {
    // The eight working variables keep the names of FIPS 180-4, section 6.2.2.
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var start = start
    while bytes.count - start >= Self.blockSize {
      let before = (a, b, c, d, e, f, g, h)
      var w0 = Self.word(bytes, start &+ 0)
      var w1 = Self.word(bytes, start &+ 4)
      var w2 = Self.word(bytes, start &+ 8)
      var w3 = Self.word(bytes, start &+ 12)
      var w4 = Self.word(bytes, start &+ 16)
      var w5 = Self.word(bytes, start &+ 20)
      var w6 = Self.word(bytes, start &+ 24)
      var w7 = Self.word(bytes, start &+ 28)
      var w8 = Self.word(bytes, start &+ 32)
      var w9 = Self.word(bytes, start &+ 36)
      var w10 = Self.word(bytes, start &+ 40)
      var w11 = Self.word(bytes, start &+ 44)
      var w12 = Self.word(bytes, start &+ 48)
      var w13 = Self.word(bytes, start &+ 52)
      var w14 = Self.word(bytes, start &+ 56)
      var w15 = Self.word(bytes, start &+ 60)
      start += Self.blockSize
      var round = 0
      while true {
        Self.step(a, b, c, &d, e, f, g, &h, Self.constants[round] &+ w0)
        Self.step(h, a, b, &c, d, e, f, &g, Self.constants[round &+ 1] &+ w1)
        Self.step(g, h, a, &b, c, d, e, &f, Self.constants[round &+ 2] &+ w2)
        Self.step(f, g, h, &a, b, c, d, &e, Self.constants[round &+ 3] &+ w3)
        Self.step(e, f, g, &h, a, b, c, &d, Self.constants[round &+ 4] &+ w4)
        Self.step(d, e, f, &g, h, a, b, &c, Self.constants[round &+ 5] &+ w5)
        Self.step(c, d, e, &f, g, h, a, &b, Self.constants[round &+ 6] &+ w6)
        Self.step(b, c, d, &e, f, g, h, &a, Self.constants[round &+ 7] &+ w7)
        Self.step(a, b, c, &d, e, f, g, &h, Self.constants[round &+ 8] &+ w8)
        Self.step(h, a, b, &c, d, e, f, &g, Self.constants[round &+ 9] &+ w9)
        Self.step(g, h, a, &b, c, d, e, &f, Self.constants[round &+ 10] &+ w10)
        Self.step(f, g, h, &a, b, c, d, &e, Self.constants[round &+ 11] &+ w11)
        Self.step(e, f, g, &h, a, b, c, &d, Self.constants[round &+ 12] &+ w12)
        Self.step(d, e, f, &g, h, a, b, &c, Self.constants[round &+ 13] &+ w13)
        Self.step(c, d, e, &f, g, h, a, &b, Self.constants[round &+ 14] &+ w14)
        Self.step(b, c, d, &e, f, g, h, &a, Self.constants[round &+ 15] &+ w15)
        round += 16
        if round == 64 { break }
        Self.move(&w0, w1, w9, w14)
        Self.move(&w1, w2, w10, w15)
        Self.move(&w2, w3, w11, w0)
        Self.move(&w3, w4, w12, w1)
        Self.move(&w4, w5, w13, w2)
        Self.move(&w5, w6, w14, w3)
        Self.move(&w6, w7, w15, w4)
        Self.move(&w7, w8, w0, w5)
        Self.move(&w8, w9, w1, w6)
        Self.move(&w9, w10, w2, w7)
        Self.move(&w10, w11, w3, w8)
        Self.move(&w11, w12, w4, w9)
        Self.move(&w12, w13, w5, w10)
        Self.move(&w13, w14, w6, w11)
        Self.move(&w14, w15, w7, w12)
        Self.move(&w15, w0, w8, w13)
      }
      (a, b, c, d) = (a &+ before.0, b &+ before.1, c &+ before.2, d &+ before.3)
      (e, f, g, h) = (e &+ before.4, f &+ before.5, g &+ before.6, h &+ before.7)
    }
    state = SIMD8(a, b, c, d, e, f, g, h)
    return start
  }

  /// Four bytes as a word.
  @inline(__always)
  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    UInt32(bytes[place]) << 24 | UInt32(bytes[place &+ 1]) << 16 | UInt32(bytes[place &+ 2]) << 8
      | UInt32(bytes[place &+ 3])
  }

  /// One round; the variables move on by their order in the next one, and not by being copied.
  @inline(__always)
  private static func step(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ added: UInt32
  ) {
    let mixedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    h = h &+ mixedE &+ (g ^ e & (f ^ g)) &+ added
    d = d &+ h
    let mixedA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    h = h &+ mixedA &+ (a & b | c & (a | b))
  }

  /// Moves a word of the schedule on by sixteen.
  @inline(__always)
  private static func move(
    _ word: inout UInt32, _ early: UInt32, _ middle: UInt32, _ late: UInt32
  ) {
    let mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ early &>> 3
    let mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ late &>> 10
    word = word &+ mixedEarly &+ middle &+ mixedLate
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
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
