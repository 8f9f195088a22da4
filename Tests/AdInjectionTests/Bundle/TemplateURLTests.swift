// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import Testing

@Suite struct TemplateURLTests {
  @Test(arguments: [
    ("https://a.example", "https://a.example?didomi-disable-notice=true"),
    ("https://a.example/t.html", "https://a.example/t.html?didomi-disable-notice=true"),
    ("https://a.example/t?", "https://a.example/t?didomi-disable-notice=true"),
    ("https://a.example/t?x=1", "https://a.example/t?x=1&didomi-disable-notice=true"),
    ("https://a.example/t?x=1&", "https://a.example/t?x=1&didomi-disable-notice=true"),
    ("https://a.example/t?x&&y=%20", "https://a.example/t?x&&y=%20&didomi-disable-notice=true"),
    ("https://a.example/t?rnd=5&x", "https://a.example/t?x&didomi-disable-notice=true"),
    ("https://a.example/t#f?g", "https://a.example/t?didomi-disable-notice=true#f?g"),
    (
      "https://a.example/t?x=1#frag", "https://a.example/t?x=1&didomi-disable-notice=true#frag"
    ),
    (
      "https://a.example/t?didomi-disable-notice=true&x",
      "https://a.example/t?didomi-disable-notice=true&x"
    ),
    (
      "https://a.example/t?didomi-disable-notice=false&x#f",
      "https://a.example/t?didomi-disable-notice=true&x#f"
    ),
    (
      "https://a.example/t?didomi%2Ddisable-notice=true",
      "https://a.example/t?didomi-disable-notice=true"
    ),
    (
      "https://a.example/t?didomi-disable-notice&%ZZ&x&didomi-disable-notice=true",
      "https://a.example/t?didomi-disable-notice=true&%ZZ&x"
    ),
    ("HTTP://A.example:8080/t", "HTTP://A.example:8080/t?didomi-disable-notice=true"),
  ])
  func `the notice is switched off once, and the rest is kept`(
    template: String, url: String
  ) throws {
    #expect(try TemplateURL(template).url() == url)
  }

  @Test func `parameters follow in their order, and the cache buster is last`() throws {
    #expect(
      try TemplateURL("https://a.example/t?rnd=old&x=1#f").url(
        debug: true, cacheBuster: "7E2A-a b&c")
        == "https://a.example/t?x=1&didomi-disable-notice=true&aym_debug=true"
        + "&rnd=7E2A-a%20b%26c#f")
    #expect(
      try TemplateURL("https://a.example/t?aym_debug=true").url(debug: true)
        == "https://a.example/t?aym_debug=true&didomi-disable-notice=true")
    #expect(
      try TemplateURL("https://a.example/t?aym%5Fdebug=0&r%6Ed=1&y&aym_debug=1").url(
        debug: true, cacheBuster: "2")
        == "https://a.example/t?aym_debug=true&y&didomi-disable-notice=true&rnd=2")
  }

  @Test func `the standard template needs nothing added`() {
    #expect(TemplateURL.standard.url() == TemplateURL.standard.description)
  }

  @Test(arguments: [
    ("", InvalidValue.Code.empty),
    ("template.html", .malformed),
    ("file:///t.html", .malformed),
    ("javascript:alert(1)", .malformed),
    ("https://", .malformed),
    ("https:///x", .malformed),
    ("https:x", .malformed),
    ("https:/a.example", .malformed),
    ("https://user@a.example/", .malformed),
    ("https://a.example:0x50/", .malformed),
    ("https://a.example/a b", .badCharacter),
    ("https://a.example\\b", .badCharacter),
    ("https://blåbær.example/", .badCharacter),
    ("https://a.example/\n", .badCharacter),
    ("https://a.example/" + String(repeating: "x", count: 8_192), .tooLong),
  ])
  func `a bad URL is refused with its fault`(template: String, code: InvalidValue.Code) {
    let error = #expect(throws: InvalidValue.self) { try TemplateURL(template) }
    #expect(error?.code == code)
  }
}
