// SPDX-License-Identifier: MIT
import AdConsent
import Testing

/// A malformed string, and where and why it is refused.
struct MalformedTCString: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let code: TCStringError.Code
  var segment = 0
  var bit = 0
  var field: String?

  var testDescription: String { name }
}

@Suite("Malformed TC strings")
struct TCStringMalformedTests {
  @Test(arguments: MalformedTCString.all)
  func `it is refused with what, where and why`(malformed: MalformedTCString) throws {
    let error = try #require(throws: TCStringError.self) {
      try TCString(decoding: malformed.text)
    }
    #expect(error.code == malformed.code)
    #expect(error.segment == malformed.segment)
    #expect(error.bit == malformed.bit)
    #expect(error.field == malformed.field)
    #expect(!error.reason.isEmpty)
    let shown = error.description
    #expect(shown.contains("segment \(malformed.segment), bit \(malformed.bit)"))
    #expect(malformed.text.utf8.count < 5 || !shown.contains(malformed.text))
  }

  @Test func `every kind of refusal when reading has a case here`() {
    #expect(Set(MalformedTCString.all.map(\.code)) == Set(TCStringError.Code.allCases))
  }

  @Test func `a string is refused at every length but its own`() throws {
    var plain = PlainTCString()
    plain.vendors = [3]
    plain.vendorMaximum = 5
    plain.interestMaximum = 0
    let text = plain.text()
    _ = try TCString(decoding: text)
    for length in 0..<text.utf8.count {
      #expect(throws: TCStringError.self) { try TCString(decoding: String(text.prefix(length))) }
    }
  }

  @Test func `zeros may follow, as other encoders write them`() throws {
    let text = PlainTCString().text()
    let padded = text + String(repeating: "A", count: 8 - text.utf8.count % 4)
    #expect(try TCString(decoding: padded) == TCString(decoding: text))
  }
}
