// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct CountedTests {
  @Test(arguments: [
    (0, "0 units", "0 entries", "0 points"), (1, "1 unit", "1 entry", "1 point"),
    (2, "2 units", "2 entries", "2 points"),
  ])
  func `none and two are plural, one is not`(
    count: Int, regular: String, other: String, length: String
  ) {
    #expect(count.counted("unit") == regular)
    #expect(count.counted("entry", "entries") == other)
    #expect(Double(count).inPoints == length)
  }

  @Test func `a length keeps its decimals`() {
    #expect(1.5.inPoints == "1.5 points")
  }
}
