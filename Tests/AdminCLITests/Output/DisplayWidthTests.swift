// SPDX-License-Identifier: MIT
import Testing

@testable import AdminCLI

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("annonce", 7), ("blåbær", 6), ("e\u{301}", 1), ("日本語", 6),
    ("ｱ", 1), ("Ａ", 2), ("한국", 4), ("😀", 2), ("👩‍👩‍👧", 2), ("❤️", 2), ("❤", 1), ("🇩🇰", 2),
    ("a\u{200b}b", 2), ("！", 2), ("｠", 2), ("｡", 1), ("￠", 2), ("\u{1100}", 2), ("\u{1160}", 1),
  ])
  func `a text is as wide as a terminal shows it`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }
}
