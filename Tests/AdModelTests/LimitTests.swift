// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct LimitTests {
  @Test(arguments: [
    (Limit(1...100, "points"), 0.5, "x: is 0.5; it must be 1 to 100 points"),
    (Limit(above: 0, upTo: 10, "points"), 0, "x: is 0; it must be above 0 and at most 10 points"),
    (Limit(0...1), .nan, "x: is nan; it must be 0 to 1"),
  ])
  func `a number outside is told with what is allowed`(
    limit: Limit, number: Double, message: String
  ) {
    let error = #expect(throws: InvalidValue.self) { try limit.check(number, "x") }
    #expect(error?.description == message)
  }

  @Test func `a text is counted in characters, whatever their bytes`() throws {
    let limit = Limit.characters(1...3)
    for text in ["a", "👍👍👍", "e\u{301}e", "\0"] { try limit.check(text, "x") }
    let long = #expect(throws: InvalidValue.self) { try limit.check("øøøø", "x") }
    #expect(long?.code == .tooLong)
    #expect(long?.reason == "has 4 characters; it must have 1 to 3 characters")
    let empty = #expect(throws: InvalidValue.self) { try limit.check("", "x") }
    #expect(empty?.code == .empty)
  }
}
