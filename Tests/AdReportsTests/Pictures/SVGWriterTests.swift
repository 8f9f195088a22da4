// SPDX-License-Identifier: MIT
import Testing

@testable import AdReports

@Suite struct SVGWriterTests {
  @Test(arguments: [
    ("a & b", "a &amp; b"), ("<b>", "&lt;b&gt;"), ("\"", "&quot;"), ("it's", "it&#39;s"),
    ("\u{0}\u{1F}\u{7F}\u{9F}", "\\u{0}\\u{1f}\\u{7f}\\u{9f}"), ("\u{202E}", "\\u{202e}"),
    ("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"), ("\u{FFFE}", "\\u{fffe}"), ("è🛝", "è🛝"),
  ])
  func `no text ends an element, or an attribute in either kind of quotes`(
    text: String, written: String
  ) {
    #expect(SVGWriter.escaped(text) == written)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.001, "0"), (1.005, "1"), (1.5, "1.5"), (1.05, "1.05"), (-2.25, "-2.25"),
    (.nan, "0"), (.infinity, "10000000"), (-.infinity, "-10000000"),
  ])
  func `a number has at most two decimals and stays within what can be drawn`(
    number: Double, written: String
  ) {
    #expect(SVGWriter.written(number) == written)
  }
}
