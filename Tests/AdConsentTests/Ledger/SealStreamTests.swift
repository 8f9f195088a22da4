// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdConsent

@Suite struct SealStreamTests {
  /// Numbers and the bytes that LEB128 has of them, as DWARF 5 prints the first ones (figure C.1).
  @Test(
    arguments: [
      (0, [0]), (2, [2]), (127, [0x7F]), (128, [0x80, 1]), (129, [0x81, 1]),
      (12_857, [0xB9, 0x64]),
      (Int64.max, [UInt8](repeating: 0xFF, count: 8) + [0x7F]),
      (-1, [UInt8](repeating: 0xFF, count: 9) + [1]),
    ] as [(Int64, [UInt8])])
  func `a whole number has as many bytes as it needs`(number: Int64, bytes: [UInt8]) {
    var written: [UInt8] = []
    ShortNumber.append(number, to: &written)
    #expect(written == bytes)
  }

  @Test func `columns stand one after another behind the name of the domain`() {
    var stream = SealStream(.events)
    stream.append(300 as Int64)
    stream.append(nil as Int64?)
    stream.append(480 as Double?)
    stream.append(nil as Double?)
    let name = Array("AdView sealed events 1".utf8)
    #expect(
      stream.finish()
        == ContentHasher.hash(
          [0, 0, 0, UInt8(name.count)] + name + [0xAC, 2, 0x80, 0, 0xC0, 0xFC, 1, 0x80, 0]))
  }

  @Test func `how much is taken at once does not matter, nor that it is read midway`() {
    var (one, other) = (SealStream(.track), SealStream(.track))
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    one.append(bytes)
    for start in stride(from: 0, to: bytes.count, by: 33) {
      other.append(Array(bytes[start..<min(start + 33, bytes.count)]))
      _ = other.finish()
    }
    #expect(one.finish() == other.finish())
  }
}
