// SPDX-License-Identifier: MIT
import AdInjection
import Testing

@Suite struct AppBoundDomainsTests {
  @Test(
    arguments: [
      (nil, AppBoundDomains.none), ([], .missing(host: "ads.example.com")),
      (["example.com"], .limited), (["ads.example.com"], .limited), (["ADS.Example.com"], .limited),
      (["other.example.com"], .missing(host: "ads.example.com")),
      (["s.example.com"], .missing(host: "ads.example.com")),
      (["", "com.example"], .missing(host: "ads.example.com")),
    ] as [([String]?, AppBoundDomains)])
  func `an app with bound domains has to name the template's`(
    domains: [String]?, expected: AppBoundDomains
  ) throws {
    let template = try TemplateURL("https://ads.example.com/template.html?x=1")
    let found = AppBoundDomains(domains, template: template)
    #expect(found == expected)
    #expect((found.advice == nil) == (expected == .none || expected == .limited))
  }

  @Test func `what is missing is named`() throws {
    let template = try TemplateURL("https://ads.example.com/template.html")
    #expect(
      AppBoundDomains([], template: template).advice?.contains("'ads.example.com'") == true)
  }
}
