// SPDX-License-Identifier: MIT
import AdConsent
import Testing

@Suite("Additional Consent strings")
struct AdditionalConsentTests {
  /// The first five are the examples of Google's specification.
  @Test(
    arguments: [
      ("1~1.35.41.101", 1, [1, 35, 41, 101], nil),
      ("2~1.35.41.101~dv.9.21.81", 2, [1, 35, 41, 101], [9, 21, 81]),
      ("2~~dv.1.2", 2, [], [1, 2]), ("2~1.2~dv.", 2, [1, 2], []), ("1~", 1, [], nil),
      ("2~~dv.", 2, [], []), ("1~3119", 1, [3119], nil), ("1~5.3.5", 1, [3, 5], nil),
      ("1~999999999", 1, [999_999_999], nil), ("2~1.35~dv.35.9", 2, [1, 35], [9, 35]),
    ] as [(String, Int, Set<Int>, Set<Int>?)])
  func `the providers are read`(
    text: String, version: Int, consented: Set<Int>, disclosed: Set<Int>?
  ) throws {
    let string = try AdditionalConsent(decoding: text)
    #expect(string.version == version)
    #expect(string.consented == consented)
    #expect(string.disclosed == disclosed)
    #expect(string.text == text)
  }

  @Test(
    arguments: [
      ("", .empty, 0), ("1", .separator, 1), ("3~1", .version, 0), ("~1", .version, 0),
      ("1.2", .separator, 1), ("1~1..2", .character, 4), ("1~.1", .character, 2),
      ("1~1.", .character, 4), ("1~1~dv.2", .character, 3), ("1~a", .character, 2),
      ("1~1,2", .character, 3), ("1~-1", .character, 2), ("1~ 1", .character, 2),
      ("1~1 ", .character, 3), ("1~\u{661}", .character, 2), ("1~0", .number, 2),
      ("1~01", .number, 2), ("1~1.1000000000", .number, 4), ("2~1", .separator, 3),
      ("2~1~", .separator, 4), ("2~1~dv", .separator, 6), ("2~1~DV.2", .separator, 4),
      ("2~1~dv.2.", .character, 9), ("2~1~dv.2~", .character, 8),
    ] as [(String, ConsentStringError.Code, Int)])
  func `anything else is refused`(text: String, code: ConsentStringError.Code, offset: Int) throws {
    let error = try #require(throws: ConsentStringError.self) {
      try AdditionalConsent(decoding: text)
    }
    #expect(error.code == code)
    #expect(error.offset == offset)
    #expect(error.format == .additionalConsent)
  }

  @Test func `an absurd length is refused early`() throws {
    let text = "1~1" + String(repeating: ".1", count: AdditionalConsent.longestText / 2)
    let error = try #require(throws: ConsentStringError.self) {
      try AdditionalConsent(decoding: text)
    }
    #expect(error.code == .tooLong)
  }
}
