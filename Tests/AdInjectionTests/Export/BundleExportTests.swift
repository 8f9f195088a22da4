// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import Testing

@Suite struct BundleExportTests {
  private let bundle: InjectionBundle

  init() throws {
    bundle = try WebPreviews.bundle()
  }

  @Test func `a folder holds the manifest and the scripts, numbered by their order`() throws {
    let files = try bundle.folder()
    #expect(
      files.map(\.name) == [
        "manifest.json", "01-consent.js", "02-viewability.js", "03-debugPanel.js",
        "04-impressionListener.js", "05-adUnitId.js", "06-targeting.js",
      ])
    #expect(files.dropFirst().map(\.text) == bundle.scripts.map(\.source))
  }

  @Test func `a script keeps its number when another is missing`() throws {
    let files = try WebPreviews.blocked().folder()
    #expect(
      files.map(\.name) == [
        "manifest.json", "02-viewability.js", "04-impressionListener.js", "05-adUnitId.js",
      ])
  }

  @Test func `the manifest names each file with its digest and holds no source`() throws {
    let manifest = try #require(bundle.folder().first)
    guard case .object(let document) = try JSONReader.read(text: manifest.text),
      case .array(let scripts)? = document["scripts"], case .object(let first)? = scripts.first
    else {
      Issue.record("the manifest has no scripts")
      return
    }
    #expect(
      first.members.map(\.key)
        == ["name", "injectionTime", "forMainFrameOnly", "sha256", "bytes", "file"])
    #expect(first["file"] == "01-consent.js")
    #expect(first["sha256"] == .string(bundle.scripts[0].sha256))
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
  }

  @Test func `Swift source holds nobody's consent, and takes the script as an argument`() throws {
    let source = bundle.swiftSource
    let consent = try #require(bundle.scripts.first { $0.name == .consent })
    #expect(!source.contains(consent.sha256) && !source.contains(WebConsent.tcString))
    #expect(!source.contains("setUserStatus") && !source.contains("isLoadable"))
    #expect(source.contains("consentScript: String?, handler: any WKScriptMessageHandler"))
    let unit = bundle.unit
    let anybody = try BundleBuilder(
      decision: .allowed(.limited, record: ConsentRecordID(9)), handOff: ConsentHandOff()
    ).bundle(for: unit, targeting: [])
    var options = BundleBuilder.Options()
    options.allowsMissingConsent = true
    let nobody = try BundleBuilder(
      decision: .blocked(.withdrawn), handOff: ConsentHandOff(), options: options
    ).bundle(for: unit, targeting: [])
    #expect(anybody.swiftSource == nobody.swiftSource)
  }

  @Test func `Swift source has the label and the targeting as constants`() throws {
    let label = try AdLabel(isShown: true, text: #"an "ad""#, fontSize: 12, fontWeight: .light)
    let source = try BundleBuilder(
      decision: .allowed(.personalized, record: ConsentRecordID(1)), handOff: ConsentHandOff()
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
      decision: .allowed(.personalized, record: ConsentRecordID(1)), handOff: ConsentHandOff()
    ).bundle(for: AdUnit(id: try AdUnitID("1-a")), targeting: targeting).swiftSource
    #expect(source.contains("source: ###\"\"\"\n"))
    #expect(source.contains("enum AdUnit1ABundle {"))
  }

  @Test func `every export of the same bundle has the same bytes`() throws {
    let again = try WebPreviews.bundle()
    #expect(try bundle.folder() == again.folder())
    #expect(bundle.swiftSource == again.swiftSource)
    #expect(bundle.previewPage == again.previewPage)
    #expect(try WebPreviews.page().page == WebPreviews.page().page)
  }
}
