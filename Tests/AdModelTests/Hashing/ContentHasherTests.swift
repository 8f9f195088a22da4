// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdModel

@Suite struct `SHA-256` {
  /// FIPS 180-4 examples, as NIST publishes them.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlm"
        + "nopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `gives the published digests`(text: String, digest: String) {
    #expect(ContentHasher.hash(text).hex == digest)
  }

  @Test func `gives the published digest of a million letters fed in odd pieces`() {
    var hash = ContentHasher()
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 997)
    for _ in 0..<1003 { hash.update(piece) }
    hash.update([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000 - 997 * 1003))
    #expect(
      hash.finish().hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `does not care how the bytes are cut`() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for length in 0...200 {
      let whole = ContentHasher.hash(Array(bytes[..<length]))
      var cut = ContentHasher()
      cut.update(Array(bytes[..<(length / 3)]))
      cut.update(Array(bytes[(length / 3)..<length]))
      #expect(cut.finish() == whole)
    }
  }

  @Test func `can be read midway and fed on`() {
    var hash = ContentHasher()
    hash.update(Array("ab".utf8))
    _ = hash.finish()
    hash.update(Array("c".utf8))
    #expect(hash.finish() == ContentHasher.hash("abc"))
  }
}

@Suite struct `HMAC-SHA-256` {
  /// RFC 4231, test cases 1, 2, 3, 6 and 7.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ])
  func `gives the published codes`(key: [UInt8], message: [UInt8], code: String) {
    #expect(KeyedHash.code(for: message, key: key).hex == code)
  }
}

@Suite struct `HMAC-SHA-256 at the edge of its block` {
  /// Keys of one byte less than a block, of a block, which is taken as it is, and of one more, which is
  /// hashed first; computed with another implementation.
  @Test(arguments: [
    (63, "15114f286583a744e650a1fdd62905278d781940e887564ac877bb7ebfa6e58f"),
    (64, "e311769a0a9a3af1ad9da74c1933bab5ac0aa48367b55ab6ec995508bdab1db6"),
    (65, "6cae1509765ef078ace5069de97213ef2c56a78d522d68d8addc5007740e964b"),
  ])
  func `takes a key of a whole block as it is`(count: Int, code: String) {
    let key = (0..<count).map { UInt8($0) }
    #expect(KeyedHash.code(for: Array("Hi There".utf8), key: key).hex == code)
  }
}

@Suite struct `A digest` {
  @Test func `reads back what it writes`() throws {
    let digest = ContentHasher.hash("abc")
    #expect(ContentHash(hex: digest.hex) == digest)
    #expect(ContentHash(hex: digest.hex.uppercased()) == digest)
    #expect(ContentHash(bytes: digest.bytes) == digest)
  }

  @Test(arguments: ["", "00", String(repeating: "0", count: 63), String(repeating: "g", count: 64)])
  func `refuses anything but 64 digits`(text: String) {
    #expect(ContentHash(hex: text) == nil)
  }
}
