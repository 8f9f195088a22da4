// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdConsent

@Suite("Sections of the United States")
struct USSectionTests {
  @Test(arguments: PublishedGPPStrings.all.sections)
  func `a published section says what its publisher asserts`(published: PublishedGPPStrings.Section)
    throws
  {
    let id = GPPSectionID(rawValue: published.id)
    let section = try #require(try USSection(id, decoding: published.text))
    let content = try GPPSectionContent(decoding: try Self.section(published.id, published.text))
    #expect(content == .unitedStates(section))
    #expect(id.apiPrefix == published.name)
    #expect(content.segments.flatMap(\.members) == published.fields.members)
  }

  @Test(arguments: PublishedGPPStrings.all.strings)
  func `every section of a published string is understood`(published: PublishedGPPStrings.Whole)
    throws
  {
    let string = try GPPString(decoding: published.text)
    #expect(string.sections.map(\.id.rawValue) == published.ids)
    #expect(string.sections.map(\.id.apiPrefix) == published.names)
    for section in string.sections {
      #expect(try GPPSectionContent(decoding: section) != .unknown)
    }
  }

  @Test(arguments: PublishedGPPStrings.all.refused)
  func `a published string that must be refused is`(text: String) {
    #expect(throws: ConsentStringError.self) { try GPPString(decoding: text) }
  }

  @Test func `as many strings are here as were published`() {
    let all = PublishedGPPStrings.all
    #expect(all.sections.count == 78 && all.strings.count == 22 && all.refused.count == 2)
    #expect(Set(all.sections.map(\.id)) == Set(7...27))
  }

  /// What a section says about personalised ads, field by field.
  @Test(
    arguments: [
      (8, "BUoAAABo", []), (8, "BUYAAABo", ["SaleOptOut"]),
      (7, "BVQaAAAAAa.Y", ["SaleOptOut", "Gpc"]), (7, "BVQqAAAAAg.Q", []),
      (7, "BVQqAAAAAg.Y", ["Gpc"]), (7, "CVQqAAAACg", []),
      (7, "CVQmAAAACg", ["SharingOptOut"]),
      (7, "CVQpAAAACg", ["TargetedAdvertisingOptOut"]),
      (7, "CVQqAAAAkg", []), (7, "CVQqAAAAhg", []), (7, "CAAAAAAAAABA.QA", []),
      (9, "BAAAABA", []), (25, "BVVV.kkk", optOutsOfIndiana),
    ] as [(Int, String, [String])])
  func `an opt-out and GPC are found`(
    id: Int, text: String, optOuts: [String]
  ) throws {
    let section = try #require(try USSection(GPPSectionID(rawValue: id), decoding: text))
    #expect(section.optOuts == optOuts)
  }

  private static let optOutsOfIndiana = ["SaleOptOut", "TargetedAdvertisingOptOut"]

  /// The field's numbers in order, and whom each is about: k a child, t a teenager.
  private static let ages: [(id: Int, version: Int, who: String)] = [
    (7, 1, "tk"), (7, 2, "tkt"), (8, 1, "kk"), (9, 1, "k"), (10, 1, "k"), (11, 1, "k"),
    (12, 1, "ktt"), (13, 1, "ktt"), (14, 1, "ktt"), (15, 1, "ktt"), (16, 1, "k"), (17, 1, "ktttt"),
    (18, 1, "k"), (19, 1, "k"), (20, 1, "ktt"), (21, 1, "ktttt"), (22, 1, "k"), (23, 1, "k"),
    (24, 1, ""), (25, 1, "k"), (26, 1, "k"), (27, 1, "k"),
  ]

  /// Whether somebody agreed for the child or not.
  @Test(arguments: ages, [1, 2])
  func `a known child is one, agreed for or not`(
    row: (id: Int, version: Int, who: String), value: Int
  ) throws {
    let id = GPPSectionID(rawValue: row.id)
    #expect(try Self.section(id, row.version, child: nil, value)?.ageTreatment == .unspecified)
    for (place, who) in row.who.enumerated() {
      let section = try #require(try Self.section(id, row.version, child: place, value))
      #expect(section.ageTreatment == (who == "k" ? .child : .teen), "number \(place + 1)")
      #expect(section.optOuts.isEmpty)
    }
  }

  /// A section with one number of the field of children set, written bit by bit from the layout.
  private static func section(
    _ id: GPPSectionID, _ version: Int, child place: Int?, _ value: Int
  ) throws -> USSection? {
    let layout = try #require(GPPSectionLayout.all.first { $0.id == id })
    var bits = ""
    for field in layout.cores[version - 1] {
      switch field.name {
      case "Version", "MspaVersion": bits += Self.bits(version, 6)
      case "MspaCoveredTransaction": bits += "01"
      case "KnownChildSensitiveDataConsents":
        for number in 0..<field.width / 2 { bits += Self.bits(number == place ? value : 0, 2) }
      default: bits += String(repeating: "0", count: field.width)
      }
    }
    while bits.count % 6 != 0 { bits += "0" }
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let text = stride(from: 0, to: bits.count, by: 6).map { start in
      let from = bits.index(bits.startIndex, offsetBy: start)
      let number = Int(bits[from..<bits.index(from, offsetBy: 6)], radix: 2) ?? 0
      return letters[number]
    }
    return try USSection(id, decoding: String(text))
  }

  private static func bits(_ number: Int, _ width: Int) -> String {
    let text = String(number, radix: 2)
    return String(repeating: "0", count: width - text.count) + text
  }

  @Test func `a field is found by its name`() throws {
    let section = try #require(try USSection(GPPSectionID(rawValue: 8), decoding: "BUYAAABo.YA"))
    #expect(section["SaleOptOut"] == .number(1) && section["SharingOptOut"] == .number(2))
    #expect(section["Gpc"] == .flag(true))
    #expect(section["TargetedAdvertisingOptOut"] == nil, "California has none")
  }

  @Test func `a value that no section has is named with its place, and read all the same`() throws {
    // SensitiveDataLimitUseNotice and a category of data are 3, as is MspaCoveredTransaction.
    let section = try #require(
      try USSection(GPPSectionID(rawValue: 8), decoding: "BbYbGwXY.YA"))
    #expect(section.invalidFields.map(\.bit) == [10, 22, 30, 40])
    #expect(
      section.invalidFields.first?.description
        == "section 8 (usca), segment 0, bit 10, SensitiveDataLimitUseNotice: 3 is not within 0 to 2"
    )
  }

  @Test(arguments: 25...27)
  func `a section that begins with the version of the privacy agreement is valid`(id: Int) throws {
    let section = try #require(
      try USSection(GPPSectionID(rawValue: id), decoding: "BVVV.kkk"))
    #expect(section["MspaVersion"] == .number(1) && section.invalidFields.isEmpty)
  }

  /// A version that nobody published, and numbers that are no state's, are not understood.
  @Test(arguments: [(7, "DAAAAAAAAABA"), (8, "CUoAAABo"), (9, "AAAAABA"), (4095, "BAAAABA")])
  func `what is not known is not guessed at`(id: Int, text: String) throws {
    #expect(try USSection(GPPSectionID(rawValue: id), decoding: text) == nil)
    #expect(try GPPSectionContent(decoding: Self.section(id, text)) == .unknown)
  }

  @Test(
    arguments: [
      (8, "BUoA", .truncated, 0, 24, "SensitiveDataProcessing"),
      (8, "", .empty, 0, 0, nil), (8, "BUoAAABo.", .empty, 1, 0, nil),
      (8, "BUo AABo", .alphabet, 0, 18, nil), (8, "BUoAAAB=", .padding, 0, 42, nil),
      (8, "BUoAAABp", .trailingBits, 0, 47, nil), (8, "BUoAAABoAAB", .trailingBits, 0, 65, nil),
      (8, "BUoAAABo.QB", .trailingBits, 1, 11, nil),
      (8, "BUoAAABo.YA.YA", .unknownSegment, 2, 0, nil),
      (9, "BVWSSVY.YA", .unknownSegment, 1, 0, nil), (7, "CVQqAAA", .truncated, 0, 42, nil),
      (25, "BVVV.k", .truncated, 1, 6, "SensitiveDataProcessing"),
    ] as [(Int, String, TCStringError.Code, Int, Int, String?)])
  func `a malformed section is refused with section, segment and bit`(
    id: Int, text: String, code: TCStringError.Code, segment: Int, bit: Int, field: String?
  ) throws {
    let error = try #require(throws: GPPSectionError.self) {
      try USSection(GPPSectionID(rawValue: id), decoding: text)
    }
    #expect(error.section.rawValue == id)
    #expect(error.code == code)
    #expect(error.segment == segment && error.bit == bit, "bit \(error.bit)")
    if let field { #expect(error.field == field) }
    #expect(error.description.contains("section \(id) ("))
    #expect(text.isEmpty || !error.description.contains(text))
  }

  @Test func `the last letter may be missing where it would be zero`() throws {
    let id = GPPSectionID(rawValue: 9)
    let whole = try #require(try USSection(id, decoding: "BVVVVVA"))
    #expect(try USSection(id, decoding: "BVVVVV") == whole)
    #expect(throws: GPPSectionError.self) { try USSection(id, decoding: "BVVVV") }
  }

  @Test func `mutated sections never trap`() throws {
    let published = PublishedGPPStrings.all.sections
    var (read, refused) = (0, 0)
    Fuzz.forEachSeed(2_000) { _, random in
      let section = published[random.int(0...published.count - 1)]
      var bytes = Array(section.text.utf8)
      for _ in 0..<random.int(1...3) {
        let place = random.int(0...bytes.count - 1)
        if random.int(0...3) == 0, bytes.count > 1 {
          bytes.remove(at: place)
        } else {
          bytes[place] = Array("ABCQYZaz09-_.".utf8)[random.int(0...12)]
        }
      }
      let id = GPPSectionID(rawValue: section.id)
      let isRead = (try? USSection(id, decoding: String(decoding: bytes, as: UTF8.self))) != nil
      if isRead { read += 1 } else { refused += 1 }
    }
    #expect(read > 0 && refused > 0, "\(read) read, \(refused) refused")
  }

  private static func section(_ id: Int, _ text: String) throws -> GPPSection {
    let header = PlainGPPHeader.text([id])
    return try #require(try GPPString(decoding: "\(header)~\(text)").sections.first)
  }
}

@Suite("The section of Canada")
struct TCFCanadaStringTests {
  private static let text = "BPSG_8APSG_8AAyACAENGdCgf_gfgAfgfgBhADVqxGAD0AILVgAA.fHHHA4444ao"

  @Test func `a published string is decoded, with the publisher's own purposes`() throws {
    let string = try #require(try TCFCanadaString(decoding: Self.text))
    #expect(string.cmpID == 50 && string.cmpVersion == 2 && string.vendorListVersion == 413)
    #expect(string.consentLanguage.description == "EN" && string.policyVersion == 2)
    #expect(string.usesNonStandardStacks)
    #expect(string.publisher?.customPurposeCount == 3)
    #expect(string.publisherRestrictions.isEmpty)
    #expect(Array(string.vendorExpressConsents) == [12, 24, 48])
    #expect(Array(string.vendorImpliedConsents) == [18, 30])
  }

  /// As the reference wrote it once, with the last vendor section twice.
  @Test func `the same with bit fields says the same`() throws {
    let other = try #require(
      try TCFCanadaString(
        decoding: "BPSG_8APSG_8AAyACAENGdCgf_gfgAfgfgBgABABAAABAB4AACACADwAAEAE.fHHHA4444ao"))
    #expect(try TCFCanadaString(decoding: Self.text) == other)
  }

  /// The fields of the core that stand before the vendors.
  private static func beforeVendors() -> BitText {
    var bits = BitText()
    for (value, width) in [(1, 6), (1000, 36), (1000, 36), (31, 12), (2, 12), (3, 6)] {
      bits.number(value, width)
    }
    bits.letters("FR")
    for (value, width) in [(5, 12), (1, 6), (0, 1)] { bits.number(value, width) }
    bits.field([1], 12)
    bits.field([1, 2], 24)
    bits.field([3], 24)
    return bits
  }

  @Test func `a string that was made before there were restrictions is read`() throws {
    var bits = Self.beforeVendors()
    bits.vendorField([2], maximum: 3)
    bits.vendorRanges([(4, 6)], maximum: 6)
    let string = try #require(try TCFCanadaString(decoding: bits.text()))
    #expect(string.created == Timestamp(milliseconds: 100_000))
    #expect(string.purposesExpressConsent == [1, 2] && string.purposesImpliedConsent == [3])
    #expect(Array(string.vendorExpressConsents) == [2])
    #expect(Array(string.vendorImpliedConsents) == [4, 5, 6])
    let segments = GPPSectionContent.tcfCanada(string).segments
    #expect(segments.count == 1)
    #expect(try segments[0]["VendorImpliedConsent"]?.text() == "[4,5,6]")
  }

  /// The vendors of 4 to 6 and 9, each counted from the one before, in Fibonacci's numbers.
  @Test func `ranges of vendors may be written as those of the header are`() throws {
    var bits = Self.beforeVendors()
    for _ in 0..<2 {
      bits.number(9, 16)
      bits.number(1, 1)
      bits.number(2, 12)
      bits.number(1, 1)
      PlainGPPHeader.fibonacci(4, in: &bits)
      PlainGPPHeader.fibonacci(2, in: &bits)
      bits.number(0, 1)
      PlainGPPHeader.fibonacci(3, in: &bits)
    }
    let string = try #require(try TCFCanadaString(decoding: bits.text()))
    #expect(Array(string.vendorExpressConsents) == [4, 5, 6, 9])
    #expect(Array(string.vendorImpliedConsents) == [4, 5, 6, 9])
  }

  /// As the reference wrote it once: the last vendor section twice, and nothing else there.
  @Test func `the last vendor section may stand there twice, and only with the same vendors`()
    throws
  {
    for (second, isRead) in [(Set([4, 6]), true), ([4, 5], false)] {
      var bits = Self.beforeVendors()
      bits.vendorField([2], maximum: 3)
      bits.vendorField([4, 6], maximum: 6)
      bits.vendorField(second, maximum: 6)
      if isRead {
        let string = try #require(try TCFCanadaString(decoding: bits.text()))
        #expect(Array(string.vendorImpliedConsents) == [4, 6])
      } else {
        let error = try #require(throws: GPPSectionError.self) {
          try TCFCanadaString(decoding: bits.text())
        }
        #expect(error.code == .trailingBits && error.segment == 0)
      }
    }
  }

  @Test(
    arguments: [
      ("BPSG", .truncated, 0), (text + ".fHHH", .duplicateSegment, 2),
      (text + ".QAAA", .unknownSegment, 2), (text + "=", .padding, 1),
    ] as [(String, TCStringError.Code, Int)])
  func `a malformed one is refused`(text: String, code: TCStringError.Code, segment: Int) throws {
    let error = try #require(throws: GPPSectionError.self) { try TCFCanadaString(decoding: text) }
    #expect(error.section == .tcfCanada && error.code == code && error.segment == segment)
  }

  @Test func `the disclosed vendors follow the core, once`() throws {
    var bits = BitText()
    bits.number(1, 3)
    bits.vendorField([2, 5], maximum: 6)
    let text = Self.text + "." + bits.text()
    let string = try #require(try TCFCanadaString(decoding: text))
    #expect(string.disclosedVendors.map(Array.init) == [2, 5])
    let segments = GPPSectionContent.tcfCanada(string).segments
    #expect(segments.count == 3)
    #expect(try segments[1]["DisclosedVendors"]?.text() == "[2,5]")
    #expect(try segments[2]["NumCustomPurposes"]?.text() == "3")
    let error = try #require(throws: GPPSectionError.self) {
      try TCFCanadaString(decoding: text + "." + bits.text())
    }
    #expect(error.code == .duplicateSegment && error.segment == 3)
  }

  /// As the reference wrote it once, but with a vendor in the second copy that is not in the first.
  @Test func `a second copy of the vendors that says something else is refused`() throws {
    let text = "BPSG_8APSG_8AAyACAENGdCgf_gfgAfgfgBgABABAAABAB4AACACADwAAEAG"
    #expect(throws: GPPSectionError.self) { try TCFCanadaString(decoding: text) }
  }

  @Test func `a range that goes beyond the last vendor is refused`() throws {
    let text = "BPSG_8APSG_8AAyACAENGdCgf_gfgAfgfgBgADVqxGAD0AILVgAA"
    for place in text.indices.dropFirst(38) {
      var altered = text
      altered.replaceSubrange(place...place, with: "_")
      // Whatever it says, it is read or refused, and never beyond what the section may name.
      if let string = try? TCFCanadaString(decoding: altered) {
        #expect(string.vendorExpressConsents.allSatisfy { $0 <= 65_535 })
      }
    }
  }

  @Test func `another version is not guessed at`() throws {
    #expect(try TCFCanadaString(decoding: "CPSG") == nil)
    let content = try GPPSectionContent(
      decoding: try #require(GPPString(decoding: "DBABjw~CPSG~1YNN")[.tcfCanada]))
    #expect(content == .unknown && content.segments.isEmpty)
  }
}
