// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@Suite struct BucketRangesTests {
  @Test(arguments: [
    ("", "", 0), ("0-9999", "0-9999", 10_000), ("7", "7", 1), ("5-9 0-4", "0-9", 10),
    ("2000-2499 0-499", "0-499 2000-2499", 1_000), ("3  1", "1 3", 2),
  ])
  func `ranges are read, put in order and joined`(text: String, written: String, size: Int) throws {
    let ranges = try BucketRanges(text)
    #expect(ranges.description == written && ranges.size == size)
    #expect(try BucketRanges(written) == ranges)
  }

  @Test(arguments: [
    ("0-10000", InvalidValue.Code.outOfRange), ("10000", .outOfRange), ("-1-3", .malformed),
    ("5-4", .malformed), ("a", .malformed), ("1-2-3", .malformed), ("1,2", .malformed),
    ("0-5 5-6", .contradiction), ("3 3", .contradiction),
  ])
  func `what are no ranges is refused`(text: String, code: InvalidValue.Code) {
    #expect { try BucketRanges(text) } throws: { ($0 as? InvalidValue)?.code == code }
  }

  // Computed by Python: int.from_bytes(hashlib.sha256(b'SALT:STORE').digest()[:8], 'big') % 10000
  @Test(arguments: [
    ("near 2026-11-22T06:26:00.000Z", "00112233445566778899aabbccddeeff", 6_028),
    ("s", "ffffffffffffffffffffffffffffffff", 1_571),
  ])
  func `the bucket of a store can be computed anywhere`(salt: String, store: String, bucket: Int) {
    #expect(BucketRanges.bucket(ofStore: store, salt: salt) == bucket)
  }

  @Test func `a hundred thousand stores spread evenly, and otherwise in each experiment`() {
    let stores = 100_000
    let seed = Fuzz.seeds(1).lowerBound
    var random = SeededRandom(seed: seed)
    var (one, other) = ([Int](repeating: 0, count: 100), [Int](repeating: 0, count: 100))
    var both = 0
    for _ in 0..<stores {
      let id = Hexadecimal.text(
        (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
      let (first, second) = (
        BucketRanges.bucket(ofStore: id, salt: "one"),
        BucketRanges.bucket(ofStore: id, salt: "two")
      )
      one[first / 100] += 1
      other[second / 100] += 1
      if first < 5_000, second < 5_000 { both += 1 }
    }
    for counts in [one, other] {
      let expected = Double(stores) / 100
      let squares = counts.reduce(0) { sum, count in
        sum + (Double(count) - expected) * (Double(count) - expected) / expected
      }
      // Of 99 degrees of freedom, one in a million is above 180.8.
      #expect(squares < 180.8, "seed \(seed)")
    }
    #expect(abs(Double(both) / Double(stores) - 0.25) < 0.01, "seed \(seed)")
  }
}
