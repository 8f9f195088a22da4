// SPDX-License-Identifier: MIT
import AdConsent
import Testing

@Suite("US Privacy strings")
struct USPrivacyStringTests {
  @Test(
    arguments: [
      ("1YNN", .yes, .no, .no), ("1YYN", .yes, .yes, .no), ("1YYY", .yes, .yes, .yes),
      ("1NNN", .no, .no, .no), ("1---", .notApplicable, .notApplicable, .notApplicable),
      ("1-Y-", .notApplicable, .yes, .notApplicable),
    ] as [(String, USPrivacyString.Answer, USPrivacyString.Answer, USPrivacyString.Answer)])
  func `each character is an answer`(
    text: String, notice: USPrivacyString.Answer, optOut: USPrivacyString.Answer,
    limited: USPrivacyString.Answer
  ) throws {
    let string = try USPrivacyString(decoding: text)
    #expect(string.noticeGiven == notice)
    #expect(string.optedOutOfSale == optOut)
    #expect(string.isLimitedServiceProvider == limited)
    #expect(string.text == text)
  }

  @Test(
    arguments: [
      ("", .length, 0), ("1YN", .length, 0), ("1YNNN", .length, 0), ("2YNN", .version, 0),
      ("YYNN", .version, 0), ("1yNN", .character, 1), ("1Y1N", .character, 2),
      ("1YN ", .character, 3), ("1Y\u{E9}", .character, 2), ("\u{E9}\u{E9}", .version, 0),
    ] as [(String, ConsentStringError.Code, Int)])
  func `anything else is refused`(text: String, code: ConsentStringError.Code, offset: Int) throws {
    let error = try #require(throws: ConsentStringError.self) {
      try USPrivacyString(decoding: text)
    }
    #expect(error.code == code)
    #expect(error.offset == offset)
    #expect(error.format == .usPrivacy)
  }
}
