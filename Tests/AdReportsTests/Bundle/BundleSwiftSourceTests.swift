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
    for script in bundle.scripts where script.name != .targeting && script.name != .consent {
      #expect(source.contains("\n\(script.source)\n\"\"\"#"))
      #expect(source.contains("SHA-256 \(script.sha256)"))
    }
    #expect(source.contains(##"setTargeting("\#u{feff}mark", "##))
    let later =
      bundle.hostScripts.evaluated.map(\.source) + [bundle.hostScripts.contentPage.tracker.source]
    for script in later {
      #expect(source.contains("\n\(script)\n\"\"\"#"))
    }
    let page = bundle.previewPage
    for script in bundle.hostScripts.evaluated {
      #expect(page.contains("<summary>\(script.name.rawValue) "))
      #expect(page.contains("<code>\(script.sha256.prefix(12))</code>"))
    }
  }

  @Test func `Swift source holds nobody's consent, and takes the script as an argument`() throws {
    let source = bundle.swiftSource
    let consent = try #require(bundle.scripts.first { $0.name == .consent })
    #expect(!source.contains(consent.sha256) && !source.contains("setUserStatus"))
    #expect(!source.contains("__tcfapi") && !source.contains("isLoadable"))
    #expect(source.contains("consentScript: String?, handler: any WKScriptMessageHandler"))
    let anybody = try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(9), mode: .limited)),
      handOff: ConsentHandOff()
    ).bundle(for: bundle.unit, targeting: [])
    var options = BundleBuilder.Options()
    options.allowsMissingConsent = true
    let nobody = try BundleBuilder(
      decision: .blocked(.withdrawn), handOff: ConsentHandOff(), options: options
    ).bundle(for: bundle.unit, targeting: [])
    #expect(anybody.swiftSource == nobody.swiftSource)
  }

  @Test func `Swift source has the label and the targeting as constants`() throws {
    let label = try AdLabel(isShown: true, text: #"an "ad""#, fontSize: 12, fontWeight: .light)
    let source = try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .personalized)),
      handOff: ConsentHandOff()
    ).bundle(
      for: InventoryUnit(id: try AdUnitID("a"), label: label),
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
    ).bundle(for: InventoryUnit(id: try AdUnitID("1-a")), targeting: targeting).swiftSource
    #expect(source.contains("source: ###\"\"\"\n"))
    #expect(source.contains("enum AdUnit1A_"))
  }

  @Test func `units get names of their own`() throws {
    let ids = [
      "ad-1-12", "ad-11-2", "ad-1-1-2", "a-1b", "a1-b", "a-1-b", "mobile1", "mobile-1", "Mobile-1",
      "a--b", "a-b", "...", "!!!", "a.b", "1-a", "ad-unit-1-a",
    ]
    var names: Set<Substring> = []
    for id in ids {
      let source = try BundleBuilder(
        decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .personalized)),
        handOff: ConsentHandOff()
      ).bundle(for: InventoryUnit(id: try AdUnitID(id)), targeting: []).swiftSource
      let name = try #require(source.split(separator: "\n").first { $0.hasPrefix("enum ") })
      #expect(names.insert(name).inserted, "\(id): \(name)")
    }
  }

  @Test func `a noncharacter is no escape, which the compiler would refuse`() throws {
    let noncharacter = String(try #require(Unicode.Scalar(0xFDD0 as UInt32)))
    let source = try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .personalized)),
      handOff: ConsentHandOff()
    ).bundle(
      for: InventoryUnit(id: try AdUnitID("a")),
      targeting: [try TargetingEntry(key: "k", values: ["\(noncharacter)\u{FFFE}"])]
    ).swiftSource
    #expect(source.contains(#"(key: "k", values: ["\#(noncharacter)\u{fffe}"])"#))
  }

  @Test func `the same bundle and page give the same bytes`() throws {
    let again = try PreviewSamples.bundle()
    #expect(bundle.swiftSource == again.swiftSource)
    #expect(bundle.previewPage == again.previewPage)
    #expect(try PreviewSamples.page().page == PreviewSamples.page().page)
  }
}
