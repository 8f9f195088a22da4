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
