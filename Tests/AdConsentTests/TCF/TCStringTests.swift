// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import TestSupport
import Testing

@Suite("TC strings")
struct TCStringTests {
  @Test func `a new string allows and discloses nothing, and is for one service`() throws {
    let string = TCString(
      created: Timestamp(milliseconds: 1_795_000_000_000), cmpID: 7, policyVersion: 5,
      consentLanguage: try LetterPair("EN"), publisherCountry: try LetterPair("DE"))
    #expect(string.lastUpdated == string.created)
    #expect((string.cmpVersion, string.consentScreen, string.vendorListVersion) == (0, 0, 1))
    #expect(string.isServiceSpecific && !string.usesNonStandardTexts)
    #expect(!string.purposeOneTreatment)
    #expect(string.purposesConsent.isEmpty && string.purposesLegitimateInterest.isEmpty)
    #expect(string.specialFeatureOptIns.isEmpty && string.publisherRestrictions.isEmpty)
    #expect(string.vendorConsents.isEmpty && string.vendorLegitimateInterests.isEmpty)
    #expect(string.disclosedVendors == nil && string.publisherTC == nil)
  }

  @Test(arguments: [8, 24])
  func `hundreds of strings written by hand read back field by field`(unit: Int) throws {
    try Fuzz.forEachSeed(200) { seed, random in
      let plain = PlainTCString.random(using: &random)
      let text = plain.text(unit: unit)
      let string = try TCString(decoding: text)
      try expect(string, toSay: plain)
      // Written again it may be shorter, yet says the same.
      let again = string.encoded()
      #expect(try TCString(decoding: again) == string, "seed \(seed)")
      #expect(again.utf8.count <= text.utf8.count, "seed \(seed)")
    }
  }

  private func expect(_ string: TCString, toSay plain: PlainTCString) throws {
    #expect(string.created.milliseconds == Int64(plain.created) * 100)
    #expect(string.lastUpdated.milliseconds == Int64(plain.lastUpdated) * 100)
    #expect(string.cmpID == plain.cmp)
    #expect(string.cmpVersion == plain.cmpVersion)
    #expect(string.consentScreen == plain.screen)
    #expect(string.consentLanguage.description == plain.language)
    #expect(string.vendorListVersion == plain.list)
    #expect(string.policyVersion == plain.policy)
    #expect(string.isServiceSpecific == plain.isServiceSpecific)
    #expect(string.usesNonStandardTexts == plain.usesNonStandardTexts)
    #expect(string.specialFeatureOptIns.ids == plain.features.sorted())
    #expect(string.purposesConsent.ids == plain.consent.sorted())
    #expect(string.purposesLegitimateInterest.ids == plain.interest.sorted())
    #expect(string.purposeOneTreatment == plain.purposeOneTreatment)
    #expect(string.publisherCountry.description == plain.country)
    #expect(Array(string.vendorConsents) == plain.vendors.sorted())
    #expect(string.vendorConsents.maximum == plain.vendorMaximum)
    #expect(Array(string.vendorLegitimateInterests) == plain.interestVendors.sorted())
    #expect(string.disclosedVendors.map(Array.init) == plain.disclosed?.sorted())
    #expect(string.allowedVendors.map(Array.init) == plain.allowed?.sorted())
    #expect(string.publisherRestrictions.count == plain.restrictions.count)
    for (read, written) in zip(string.publisherRestrictions, plain.restrictions) {
      #expect(read.purpose == written.purpose)
      #expect(read.kind.rawValue == written.kind)
      #expect(Array(read.vendors) == written.ranges.flatMap { Array($0...$1) })
    }
    #expect((string.publisherTC == nil) == (plain.publisher == nil))
    guard let publisher = plain.publisher else { return }
    let read = try #require(string.publisherTC)
    #expect(read.purposesConsent.ids == publisher.consent.sorted())
    #expect(read.purposesLegitimateInterest.ids == publisher.interest.sorted())
    #expect(read.customPurposeCount == publisher.count)
    #expect(read.customPurposesConsent.ids == publisher.customConsent.sorted())
    #expect(read.customPurposesLegitimateInterest.ids == publisher.customInterest.sorted())
  }

  @Test func `segments after the core come in any order`() throws {
    var plain = PlainTCString()
    plain.disclosed = [755]
    plain.publisher = .init()
    let core = plain.core.text()
    let segments = plain.segments.map { $0.text() }
    let forward = ([core] + segments).joined(separator: ".")
    let backward = ([core] + segments.reversed()).joined(separator: ".")
    #expect(try TCString(decoding: forward) == TCString(decoding: backward))
  }

  @Test func `a section is written in its smaller form`() throws {
    // 40 bits as a field; 12 + 33 as one range, 12 + 17 as one vendor.
    for (vendors, length) in [(Array(1...40), 40), ([40], 12 + 17), (Array(1...60), 12 + 33)] {
      var string = TCString(
        created: Timestamp(milliseconds: 0), cmpID: 300, policyVersion: 5,
        consentLanguage: .unstated, publisherCountry: .unstated)
      string.vendorConsents = try VendorSet(vendors)
      let text = string.encoded()
      let bits = 213 + 17 + length + 17 + 12
      #expect(text.utf8.count == ((bits + 7) / 8 * 8 + 5) / 6)
    }
  }

  @Test func `a restriction is found for its purpose and vendor`() throws {
    var plain = PlainTCString()
    plain.restrictions = [
      .init(purpose: 2, kind: 1, ranges: [(700, 800)]),
      .init(purpose: 2, kind: 2, ranges: [(755, 755)]),
      .init(purpose: 3, kind: 0, ranges: [(755, 755)]),
      .init(purpose: 3, kind: 1, ranges: [(755, 755)]),
      .init(purpose: 4, kind: 3, ranges: [(755, 755)]),
    ]
    let string = try TCString(decoding: plain.text())
    #expect(string.restriction(onPurpose: 2, vendor: 700) == .requireConsent)
    #expect(string.restriction(onPurpose: 2, vendor: 755) == .notAllowed)
    #expect(string.restriction(onPurpose: 3, vendor: 755) == .notAllowed)
    #expect(string.restriction(onPurpose: 4, vendor: 755) == nil)
    #expect(string.restriction(onPurpose: 2, vendor: 699) == nil)
  }

  @Test func `restrictions of one purpose and kind are read as one`() throws {
    var plain = PlainTCString()
    plain.restrictions = [
      .init(purpose: 2, kind: 1, ranges: [(3, 5)]), .init(purpose: 2, kind: 1, ranges: [(5, 9)]),
    ]
    let string = try TCString(decoding: plain.text())
    #expect(string.publisherRestrictions.count == 1)
    #expect(string.publisherRestrictions.first?.vendors.ranges == [3...9])
  }
}
