// SPDX-License-Identifier: MIT
import Testing

@testable import AdConsent

@Suite struct BitWriterTests {
  @Test func `a number of any width is read back from wherever it was written`() {
    for width in 1...64 {
      let largest = UInt64.max >> UInt64(64 - width)
      for shift in 0...64 {
        var writer = BitWriter()
        if shift > 0 { writer.write(0, shift) }
        writer.write(.max, width)
        writer.write(1, 2)
        var reader = BitReader(words: writer.words + [0], count: writer.count)
        #expect(shift == 0 || reader.read(shift) == 0)
        #expect(reader.read(width) == largest, "\(width) bits after \(shift)")
        #expect(reader.read(2) == 1)
        #expect(reader.remaining == 0)
      }
    }
  }
}
