// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import Testing

@Suite struct JavaScriptLiteralTests {
  @Test(arguments: [
    ("", #""""#),
    ("plain", #""plain""#),
    ("it's", #""it's""#),
    (#"a "quoted" \ path"#, #""a \"quoted\" \\ path""#),
    ("</script><!--", #""\u003c/script\u003e\u003c!--""#),
    ("a&b", #""a\u0026b""#),
    ("\u{2028}\u{2029}\u{2027}", "\"\\u2028\\u2029\u{2027}\""),
    (
      "\u{7f}\u{80}\u{9b}2J\u{9f}\u{a0}\u{61c}\u{61b}\u{200e}\u{200f}\u{200d}\u{202a}\u{202e}\u{202f}\u{2066}\u{2069}",
      "\"\\u007f\\u0080\\u009b2J\\u009f\u{a0}\\u061c\u{61b}\\u200e\\u200f\u{200d}\\u202a\\u202e\u{202f}"
        + "\\u2066\\u2069\""
    ),
    ("\0\u{1}\u{1f}", #""\u0000\u0001\u001f""#),
    ("line\nbreak\r\ttab", #""line\nbreak\r\ttab""#),
    ("æøå 🐞", #""æøå 🐞""#),
  ])
  func `a string is JSON with the characters escaped that end a script`(
    value: String, literal: String
  ) {
    #expect(JavaScriptLiteral(value).text == literal)
  }

  @Test func `a value keeps its members in order and has no spaces`() {
    let value: JSONValue = ["b": [1, 2.5, true, nil], "a": ["x<y": "z"]]
    #expect(JavaScriptLiteral(value).text == #"{"b":[1,2.5,true,null],"a":{"x\u003cy":"z"}}"#)
  }

  @Test func `a member called __proto__ is parsed rather than written as an object`() {
    let value: JSONValue = ["list": [["__proto__": "<"]]]
    #expect(
      JavaScriptLiteral(value).text
        == #"JSON.parse("{\"list\":[{\"__proto__\":\"\\u003c\"}]}")"#)
  }

  @Test func `a number that JSON does not know becomes null`() {
    #expect(JavaScriptLiteral(Double.nan).text == "null")
    #expect(JavaScriptLiteral(["a": [.double(.infinity), 1]]).text == #"{"a":[null,1]}"#)
  }

  @Test func `a million characters that need escaping are no trouble`() {
    let text = String(repeating: "<\u{2028}", count: 500_000)
    #expect(JavaScriptLiteral(text).text.utf8.count == 500_000 * 12 + 2)
  }
}
