// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import TestSupport
import Testing

@Suite("GPP strings")
struct GPPStringTests {
  private static let tc = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"

  /// The examples of the GPP specification, and a header that names nothing.
  @Test(
    arguments: [
      ("DBABMA~" + tc, [2], [tc]), ("DBABM~" + tc, [2], [tc]),
      ("DBACNYA~" + tc + "~1YNN", [2, 6], [tc, "1YNN"]),
      ("DBACNY~" + tc + "~1YNN", [2, 6], [tc, "1YNN"]),
      ("DBABjw~" + tc + "~1YNN", [5, 6], [tc, "1YNN"]), ("DBAA", [], []),
      ("DBABLA~BVQqAAAAAgA.QA", [7], ["BVQqAAAAAgA.QA"]),
    ] as [(String, [Int], [String])])
  func `the header names the sections that follow`(
    text: String, ids: [Int], sections: [String]
  ) throws {
    let string = try GPPString(decoding: text)
    #expect(string.sections.map(\.id.rawValue) == ids)
    #expect(string.sections.map(\.text) == sections)
    #expect(string.text == text)
  }

  @Test func `the sections of the EU and of the US before GPP are understood`() throws {
    let string = try GPPString(decoding: "DBACNYA~" + Self.tc + "~1YNN")
    #expect(
      try string.sections.map(GPPSectionContent.init) == [
        .tcfEU(TCString(decoding: Self.tc)), .usPrivacy(USPrivacyString(decoding: "1YNN")),
      ])
    let other = try GPPString(decoding: "DBABLA~BVQqAAAAAgA.QA")
    #expect(other[.usNational]?.text == "BVQqAAAAAgA.QA")
    #expect(other[.tcfEU] == nil)
  }

  @Test func `a malformed section is refused when it is read, and relayed all the same`() throws {
    let string = try GPPString(decoding: "DBACNYA~CPXx~9YNN")
    #expect(throws: TCStringError.self) { try GPPSectionContent(decoding: string.sections[0]) }
    #expect(throws: ConsentStringError.self) {
      try GPPSectionContent(decoding: string.sections[1])
    }
    #expect(string[.tcfEU]?.text == "CPXx")
  }

  @Test func `the segments of the EU's section are told, also the allowed vendors`() throws {
    var plain = PlainTCString()
    (plain.disclosed, plain.allowed) = ([2], [3])
    let segments = GPPSectionContent.tcfEU(try TCString(decoding: plain.text())).segments
    #expect(segments.count == 3)
    #expect(try segments[2]["VendorsAllowed"]?.text() == "[3]")
  }

  @Test func `a string that is too long is refused before it is read`() {
    let text = "DBABMA~" + String(repeating: "A", count: GPPString.longestText)
    let error = #expect(throws: ConsentStringError.self) { try GPPString(decoding: text) }
    #expect(error?.code == .tooLong)
  }

  @Test func `headers written by hand read back`() throws {
    try Fuzz.forEachSeed(300) { seed, random in
      let ids = random.ids(upTo: 400, atMost: 12)
      let text = ([PlainGPPHeader.text(ids)] + ids.sorted().map { "S\($0)" }).joined(separator: "~")
      let string = try GPPString(decoding: text)
      #expect(string.sections.map(\.id.rawValue) == ids.sorted(), "seed \(seed)")
      #expect(string.sections.map(\.text) == ids.sorted().map { "S\($0)" }, "seed \(seed)")
    }
  }

  @Test(
    arguments: [
      ("", .empty, 0), ("~1YNN", .empty, 0), ("DBABM=~x", .character, 5),
      ("DB BM~x", .character, 2),
      ("CBABMA~x", .header, 0), ("DAABMA~x", .version, 1), ("DCABMA~x", .version, 1),
      ("D", .truncated, 1), ("DBA", .truncated, 3), ("DBABA~x", .truncated, 5),
      ("DBABMB~x", .trailingBits, 5), ("DBABMA", .sectionCount, 4),
      ("DBABMA~x~y", .sectionCount, 6),
      ("DBAA~x", .sectionCount, 4), ("DBACNYA~x", .sectionCount, 4), ("DBABMA~", .empty, 7),
      ("DBACNYA~x~", .empty, 10), ("DBABMA~x=", .character, 8), ("DBABMA~\u{E9}", .character, 7),
      ("DBABAAAAAAA~x", .number, 4), ("DBABwAAAAAAA~x", .number, 4),
    ] as [(String, ConsentStringError.Code, Int)])
  func `anything else is refused`(text: String, code: ConsentStringError.Code, offset: Int) throws {
    let error = try #require(throws: ConsentStringError.self) { try GPPString(decoding: text) }
    #expect(error.code == code)
    #expect(error.offset == offset)
    #expect(error.format == .gpp)
  }

  @Test func `a header that promises thousands of sections is not believed`() throws {
    var bits = BitText()
    bits.number(3, 6)
    bits.number(1, 6)
    bits.number(1, 12)
    bits.number(1, 1)
    PlainGPPHeader.fibonacci(1, in: &bits)
    PlainGPPHeader.fibonacci(10_000, in: &bits)
    let error = try #require(throws: ConsentStringError.self) {
      try GPPString(decoding: bits.text(unit: 6) + "~x")
    }
    #expect(error.code == .sectionCount)
  }

  @Test func `sections have the names that pages ask for`() {
    let names = ((1...27) + [4095]).map { GPPSectionID(rawValue: $0).apiPrefix }
    #expect(names[1] == "tcfeuv2")
    #expect(names[4] == "tcfcav1")
    #expect(names[5] == "uspv1")
    #expect(names[6] == "usnat")
    #expect(names[11] == "usct")
    #expect(names[26] == "usri")
    #expect([names[0], names[2], names[3], names[27]].allSatisfy { $0 == nil })
  }

  @Test func `mutated strings never trap`() throws {
    var (read, refused) = (0, 0)
    let alphabet = Array("DBACNYAjwMxyz0123456789-_.~=\u{E9}".utf8)
    Fuzz.forEachSeed(1_000) { _, random in
      var bytes = Array(("DBACNYA~" + Self.tc + "~1YNN").utf8)
      for _ in 0..<random.int(1...4) {
        let place = random.int(0...bytes.count - 1)
        let letter = alphabet[random.int(0...alphabet.count - 1)]
        switch random.int(0...2) {
        case 0: bytes[place] = letter
        case 1: bytes.insert(letter, at: place)
        default: bytes.replaceSubrange(place..<min(bytes.count, place + 3), with: [letter])
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      for isRead in [
        (try? GPPString(decoding: text)) != nil, (try? AdditionalConsent(decoding: text)) != nil,
        (try? USPrivacyString(decoding: String(text.prefix(4)))) != nil,
      ] {
        if isRead { read += 1 } else { refused += 1 }
      }
    }
    print("mutated GPP strings: \(read) read, \(refused) refused")
  }
}
