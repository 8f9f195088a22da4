// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import AdReports
import Testing

@Suite struct BundleSwiftSourceTests {
  private let bundle: InjectionBundle

  init() throws {
    bundle = try PreviewSamples.bundle()
  }

  @Test func `Swift source holds every script as it is`() {
    let source = bundle.swiftSource
    #expect(source.contains("enum DivGptAdMobile1Bundle {"))
    #expect(source.contains("static let maximumHeight: CGFloat? = 240"))
    #expect(source.contains("static let minimumHeight: CGFloat? = 100"))
    for script in bundle.scripts where script.name != .targeting {
      #expect(source.contains("\n\(script.source)\n\"\"\"#"))
      #expect(source.contains("SHA-256 \(script.sha256)"))
    }
    #expect(source.contains(##"setTargeting("\#u{feff}mark", "##))
  }

  @Test func `Swift source builds nothing that consent refuses`() throws {
    let source = try PreviewSamples.blocked().swiftSource
    #expect(source.contains("static let isLoadable = false"))
    #expect(
      source.contains("-> WKWebViewConfiguration? {\n    guard isLoadable else { return nil }"))
  }

  @Test func `Swift source has the label and the targeting as constants`() throws {
    let label = try AdLabel(isShown: true, text: #"an "ad""#, fontSize: 12, fontWeight: .light)
    let source = try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .personalized)),
      handOff: ConsentHandOff()
    ).bundle(
      for: AdUnit(id: try AdUnitID("a"), label: label),
      targeting: [try TargetingEntry(key: "k", values: ["v", "æ"])]
    ).swiftSource
    #expect(
      source.contains(
        #"""
          static let labelIsShown = true
          static let labelText = "an \"ad\""
          static let labelFontSize: CGFloat = 12
          static let labelFontWeight = "light"
          static let targeting: [(key: String, values: [String])] = [
            (key: "k", values: ["v", "\u{e6}"]),
          ]

        """#))
  }

  @Test func `a raw literal has more number signs than the text`() throws {
    let targeting = [try TargetingEntry(key: "k", values: [###"""##\##(x)"""###])]
    let source = try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .personalized)),
      handOff: ConsentHandOff()
    ).bundle(for: AdUnit(id: try AdUnitID("1-a")), targeting: targeting).swiftSource
    #expect(source.contains("source: ###\"\"\"\n"))
    #expect(source.contains("enum AdUnit1ABundle {"))
  }

  @Test func `the same bundle and page give the same bytes`() throws {
    let again = try PreviewSamples.bundle()
    #expect(bundle.swiftSource == again.swiftSource)
    #expect(bundle.previewPage == again.previewPage)
    #expect(try PreviewSamples.page().page == PreviewSamples.page().page)
  }
}
