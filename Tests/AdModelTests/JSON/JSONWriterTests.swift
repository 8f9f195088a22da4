// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct JSONWriterTests {
  @Test func `streams objects and arrays with commas where they belong`() throws {
    var writer = JSONWriter()
    try writer.object { (object) throws(JSONError) in
      object.member("t", 5)
      try object.member("x", 36.5)
      object.member("name", "a\"b")
      object.member("none", String?.none)
      object.array("ids") { ids in
        ids.element("one")
        ids.element("two")
      }
      object.object("empty") { _ in }
      object.array("nothing") { _ in }
    }
    #expect(
      writer.text
        == #"{"t":5,"x":36.5,"name":"a\"b","none":null,"ids":["one","two"],"empty":{},"nothing":[]}"#
    )
  }

  @Test func `writes one value per line when asked`() {
    var writer = JSONWriter()
    for place in 0..<3 {
      writer.object { $0.member("at", place) }
      writer.endLine()
    }
    #expect(writer.text == "{\"at\":0}\n{\"at\":1}\n{\"at\":2}\n")
    writer.removeAll()
    writer.array { $0.element("a") }
    #expect(writer.text == #"["a"]"#)
  }

  @Test func `lays out for people with two spaces a level`() throws {
    let value: JSONValue = ["a": [1, ["b": nil]], "c": [], "d": [:]]
    #expect(
      try value.text(.pretty) == """
        {
          "a": [
            1,
            {
              "b": null
            }
          ],
          "c": [],
          "d": {}
        }
        """)
  }

  @Test(
    arguments: [
      (0.0, "0"), (-0.0, "-0"), (5.0, "5"), (-320.0, "-320"), (0.1, "0.1"), (36.5, "36.5"),
      (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"),
      (9_007_199_254_740_991.0, "9007199254740991"), (1.0 / 3, "0.3333333333333333"),
      (-9_007_199_254_740_991.0, "-9007199254740991"),
      // From 2^53 on, not every whole number is a double: digits would promise what is not known.
      (9_007_199_254_740_992.0, "9007199254740992.0"),
      (-9_007_199_254_740_992.0, "-9007199254740992.0"),
      (1e16, "1e+16"),
    ] as [(Double, String)])
  func `writes the shortest number that reads back`(value: Double, text: String) throws {
    #expect(try JSONValue.double(value).text() == text)
  }

  @Test func `writes every 64-bit integer exactly`() throws {
    #expect(try JSONValue.integer(.min).text() == "-9223372036854775808")
    #expect(try JSONValue.integer(.max).text() == "9223372036854775807")
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `refuses numbers that JSON has not`(value: Double) {
    let error = #expect(throws: JSONError.self) { try JSONValue.array([.double(value)]).text() }
    #expect(error?.code == .notFinite)
    var writer = JSONWriter()
    #expect(throws: JSONError.self) { try writer.member("x", value) }
    #expect(writer.bytes.isEmpty)
  }

  @Test func `escapes what the standard asks and no more`() throws {
    let value: JSONValue = "\u{0}\u{8}\t\n\u{C}\r\u{1F}\u{7F}\"\\/<é\u{2028}🙂"
    #expect(
      try value.text()
        == "\"\\u0000\\b\\t\\n\\f\\r\\u001f\u{7F}\\\"\\\\/<é\u{2028}🙂\"")
  }

  @Test func `escapes what could end a script or a line in a page, or steer a terminal`() {
    var writer = JSONWriter(escaping: .script)
    writer.element("</script>&\u{2028}\u{2029}\u{2027}\u{202A}\u{9B}\u{7F}â\u{A0}")
    #expect(
      writer.text
        == "\"\\u003c/script\\u003e\\u0026\\u2028\\u2029\u{2027}\\u202a\\u009b\\u007fâ\u{A0}\"")
  }
}
