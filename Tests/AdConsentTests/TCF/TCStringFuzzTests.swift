// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import TestSupport
import Testing

@Suite("TC strings from anywhere")
struct TCStringFuzzTests {
  /// What became of the inputs, for the report.
  struct Outcome: CustomStringConvertible {
    var read = 0
    var refused: [TCStringError.Code: Int] = [:]

    var count: Int { read + refused.values.reduce(0, +) }
    var description: String {
      let kinds = refused.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { "\($0.key.rawValue) \($0.value)" }
      return "\(count) inputs, \(read) read; refused: \(kinds.joined(separator: ", "))"
    }

    /// Reads an input; what can be read must come through writing and reading unchanged.
    mutating func take(_ text: String, seed: UInt64) throws {
      var string: TCString
      do throws(TCStringError) {
        string = try TCString(decoding: text)
      } catch {
        refused[error.code, default: 0] += 1
        #expect(error.segment >= 0 && error.bit >= 0 && error.bit <= 6 * text.utf8.count)
        return
      }
      read += 1
      _ = string.violations(at: Timestamp(milliseconds: 1_795_242_360_000))
      guard read % 16 == 0 else { return }
      string.cmpID = max(2, string.cmpID)
      let again = string.encoded()
      #expect(try TCString(decoding: again) == string, "seed \(seed)")
    }
  }

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  @Test func `random strings never trap`() throws {
    var outcome = Outcome()
    let start = Array(PlainTCString().text().utf8)
    try Fuzz.forEachSeed(2_000) { seed, random in
      // Most start like a string that can be read, so that what is random comes late.
      var bytes = Array(start.prefix([0, 2, 35, 35].randomElement(using: &random) ?? 0))
      let isBase64 = !random.isOneIn(8)
      let isSparse = random.isOneIn(2)
      for _ in 0..<random.int(0...120) {
        if isSparse && !random.isOneIn(12) {
          bytes.append(UInt8(ascii: "A"))
        } else {
          bytes.append(isBase64 ? Self.letters[random.int(0...63)] : UInt8(random.int(0...255)))
        }
      }
      try outcome.take(String(decoding: bytes, as: UTF8.self), seed: seed)
    }
    print("random TC strings: \(outcome)")
  }

  @Test func `mutated strings never trap`() throws {
    var outcome = Outcome()
    let originals = PublishedTCString.all.map { Array($0.text.utf8) }
    try Fuzz.forEachSeed(2_000) { seed, random in
      var bytes = originals[random.int(0...originals.count - 1)]
      for _ in 0..<random.int(1...3) { mutate(&bytes, originals, using: &random) }
      try outcome.take(String(decoding: bytes, as: UTF8.self), seed: seed)
    }
    print("mutated TC strings: \(outcome)")
  }

  private func mutate(
    _ bytes: inout [UInt8], _ originals: [[UInt8]], using random: inout SeededRandom
  ) {
    let place = random.int(0...bytes.count)
    let letter = Self.letters[random.int(0...63)]
    switch random.int(0...7) {
    case 0, 1, 2: if place < bytes.count { bytes[place] = letter }
    case 3: bytes.insert(letter, at: place)
    case 4: if place < bytes.count { bytes.remove(at: place) }
    case 5: bytes.removeSubrange(place...)
    case 6: bytes.insert(UInt8(ascii: "."), at: place)
    default:
      let other = originals[random.int(0...originals.count - 1)]
      bytes.replaceSubrange(place..., with: other.dropFirst(place))
    }
  }

  /// The dearest strings for their length: full ranges, many restrictions, huge bit fields.
  @Test func `the dearest strings are read in bounded memory`() throws {
    var bits = PlainTCString().core.bits.prefix(213) + String(repeating: "0", count: 34)
    var rest = BitText()
    rest.number(4095, 12)
    for record in 0..<4095 {
      rest.number(record % 24 + 1, 6)
      rest.number(record / 24 % 4, 2)
      rest.entries([(1, 65_535)])
    }
    bits += rest.bits
    var text = ""
    let alphabet = Self.letters.map { Character(Unicode.Scalar($0)) }
    bits += String(repeating: "0", count: (24 - bits.utf8.count % 24) % 24)
    var value = 0
    for (index, bit) in bits.utf8.enumerated() {
      value = value << 1 | (bit == UInt8(ascii: "1") ? 1 : 0)
      if index % 6 == 5 {
        text.append(alphabet[value])
        value = 0
      }
    }
    let string = try TCString(decoding: text)
    #expect(string.publisherRestrictions.count == 96)
    #expect(string.publisherRestrictions.allSatisfy { $0.vendors.count == 65_535 })
  }
}
