// SPDX-License-Identifier: MIT
import Testing

@testable import AdModel

@Suite struct SpellingTests {
  @Test(
    "the distance counts insertions, deletions, replacements and swaps of neighbours",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1),
      ("ab", "ba", 1), ("kitten", "sitting", 3), ("homee", "home", 1), ("ca", "abc", 3),
    ])
  func distances(left: String, right: String, expected: Int) {
    #expect(Spelling.distance(Array(left.utf8), Array(right.utf8)) == expected)
  }

  @Test(
    "only a near candidate is named, and the nearest of several",
    arguments: [
      ("div-gpt-ad-mobil_1", "div-gpt-ad-mobile_1"), ("DIV-GPT-AD-MOBILE_2", "div-gpt-ad-mobile_2"),
      ("hoem", "home"), ("zzzz", nil), ("", nil),
    ])
  func suggestions(typed: String, expected: String?) {
    let known = ["div-gpt-ad-mobile_1", "div-gpt-ad-mobile_2", "home"]
    #expect(Spelling.nearest(to: typed, in: known) == expected)
  }

  @Test(
    "at most a third of the longer word may be wrong, and one letter of the shortest",
    arguments: [
      ("status", "statsu", true), ("stauts", "status", true), ("sxxtus", "status", true),
      ("sxxxus", "status", false), ("hoxx", "home", false), ("hom", "home", true),
      ("a", "b", true), ("ax", "by", false), ("displxxxx", "displayed", false),
      ("displaxxx", "displayed", true), ("unit", "uni", true), ("ts", "list", false),
    ])
  func nearness(typed: String, meant: String, isNear: Bool) {
    #expect((Spelling.nearest(to: typed, in: [meant]) != nil) == isNear)
  }

  @Test func `a word too long to be compared is not compared`() {
    let long = String(repeating: "a", count: 129)
    #expect(Spelling.nearest(to: long, in: [long]) == nil)
  }
}
