// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct FeedPatternTests {
  @Test(arguments: ["5,7,8/10", "/1", "1/2", "10000/10000"])
  func `a pattern is read as it is written`(text: String) throws {
    #expect(try FeedPattern(text).description == text)
  }

  @Test func `positions are kept in their order on the page`() throws {
    #expect(try FeedPattern(adsAt: [8, 5, 7], every: 10) == .standard)
    #expect(try FeedPattern("8,5,7/10") == .standard)
  }

  @Test(arguments: [
    ([0], 10, "outOfRange"), ([11], 10, "outOfRange"), ([5, 5], 10, "duplicate"),
    ([1, 2], 2, "contradiction"), ([5], 0, "outOfRange"), ([1], 10_001, "outOfRange"),
  ])
  func `positions that cannot be are refused`(positions: [Int], period: Int, code: String) {
    let error = #expect(throws: InvalidValue.self) {
      try FeedPattern(adsAt: positions, every: period)
    }
    #expect(error?.code.rawValue == code)
  }

  @Test(arguments: ["", "5", "5/", "a/10", "5,/10", "5 /10", "5/10/2", "99999999999999999999/1"])
  func `a text that is no pattern is refused`(text: String) {
    let error = #expect(throws: InvalidValue.self) { try FeedPattern(text) }
    #expect(error?.code == .malformed)
  }
}
