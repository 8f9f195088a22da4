// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import TestSupport
import Testing

@Suite("Vendor sets")
struct VendorSetTests {
  @Test func `a set agrees with one of the standard library`() throws {
    try Fuzz.forEachSeed(2) { seed, random in
      for maximum in [1, 63, 64, 65, 755, 65_535] {
        let ids = random.ids(upTo: maximum, atMost: 100)
        let set = try VendorSet(ids)
        #expect(Array(set) == ids.sorted(), "seed \(seed)")
        #expect(set.count == ids.count, "seed \(seed)")
        #expect(set.isEmpty == ids.isEmpty, "seed \(seed)")
        #expect(set.maximum == ids.max() ?? 0, "seed \(seed)")
        #expect(
          (0...maximum).allSatisfy { set.contains($0) == ids.contains($0) }, "seed \(seed)")
        #expect(set.ranges.flatMap(Array.init) == ids.sorted(), "seed \(seed)")
      }
    }
  }

  @Test(arguments: [1, 63, 64, 65, 127, 128, 129])
  func `a set is equal to the one that its string reads back as`(maximum: Int) throws {
    for ids in [Array(1...maximum), [maximum], Array((1...maximum).reversed())] {
      var string = TCString(
        created: Timestamp(milliseconds: 1_795_000_000_000), cmpID: 7, policyVersion: 5,
        consentLanguage: try LetterPair("EN"), publisherCountry: try LetterPair("DE"))
      string.vendorConsents = try VendorSet(ids)
      let text = string.encoded()
      #expect(try TCString(decoding: text).vendorConsents == string.vendorConsents)
    }
  }

  @Test func `any number may be asked for`() throws {
    let set = try VendorSet([1, 65_535])
    for id in [Int.min, -1, 0, 2, 65_536, Int.max] { #expect(!set.contains(id)) }
    #expect(!VendorSet().contains(1))
  }

  @Test(arguments: [Int.min, -1, 0, 65_536, Int.max])
  func `a number that no vendor can have is refused`(id: Int) {
    #expect(throws: InvalidValue.self) { try VendorSet([1, id]) }
  }
}
