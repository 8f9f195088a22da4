// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import Testing

@Suite struct ConsentHandOffTests {
  /// The form that the Didomi SDK's own wrappers assert (didomi/react-native, DidomiUITests.swift).
  static let didomi =
    "window.didomiOnReady = window.didomiOnReady || [];window.didomiOnReady.push("
    + "function (Didomi) {Didomi.notice.hide();Didomi.setUserStatus({\"user_id\":\"u\"});});\n"

  @Test func `the Didomi statement alone has exactly Didomi's form`() throws {
    #expect(
      try script(ConsentHandOff(didomiStatus: ["user_id": "u"]), mode: .personalized)
        == "if (!window[Symbol.for(\"adview.didomi\")]) {\n"
        + "  Object.defineProperty(window, Symbol.for(\"adview.didomi\"), { value: true });\n"
        + "  \(Self.didomi)}\n")
  }

  @Test(arguments: [
    (ServingMode.nonPersonalized, false, "{ nonPersonalizedAds: true }"),
    (.limited, false, "{ limitedAds: true }"),
    (.limited, true, "{ limitedAds: true, restrictDataProcessing: true }"),
    (.personalized, true, "{ restrictDataProcessing: true }"),
  ])
  func `the ad tag is told the mode`(
    mode: ServingMode, restricts: Bool, settings: String
  ) throws {
    let source = try script(
      ConsentHandOff(didomiStatus: ["user_id": "u"], restrictsDataProcessing: restricts),
      mode: mode)
    #expect(source.contains("var settings = \(settings);"))
    #expect(source.contains("googletag.pubads().setPrivacySettings(settings);"))
    #expect(source.hasSuffix("  \(Self.didomi)}\n"))
  }

  @Test(arguments: [
    (AgeTreatment.teen, ["ages.TEEN", "settings.underAgeOfConsent = true"]),
    (.child, ["ages.CHILD", "settings.childDirectedTreatment = true"]), (.unspecified, []),
  ])
  func `the ad tag is told of a child, in the older words where it has no others`(
    age: AgeTreatment, words: [String]
  ) throws {
    let handOff = ConsentHandOff(restrictsDataProcessing: true, ageTreatment: age)
    let source = try script(handOff, mode: .nonPersonalized)
    #expect(source.contains("tagForAgeTreatment") == (age != .unspecified))
    for word in words { #expect(source.contains(word)) }
  }

  @Test(arguments: HandOffForm.allCases)
  func `a page is handed the section that tells of a child, whatever its form`(form: HandOffForm)
    throws
  {
    var statement = try WebConsent.statement
    statement.strings.gpp = "DBABLA~CVQqAAAAkg"
    let handOff = try ConsentHandOff(of: statement, form: form)
    #expect(handOff.ageTreatment == .child && handOff.gpp != nil)
  }

  @Test func `a mode without anything to say makes no script`() throws {
    let bundle = try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .personalized)),
      handOff: ConsentHandOff()
    ).bundle(for: InventoryUnit(id: try AdUnitID("a")), targeting: [])
    #expect(bundle.scripts.map(\.name).first == .viewability)
  }

  @Test func `a page without the Didomi SDK is told nothing of Didomi`() throws {
    let handOff = try ConsentHandOff(of: WebConsent.statement, form: .tcf)
    #expect(handOff.didomiStatus == JSONValue?.none)
    #expect(handOff.tcf != nil)
    #expect(!(try script(handOff, mode: .personalized).contains("Didomi")))
  }

  @Test func `under the GDPR a standalone API needs a TC string`() throws {
    let statement = ConsentStatement(
      choices: ConsentChoices(), regulation: .gdpr, at: Timestamp(milliseconds: 0))
    #expect(throws: ExportRefusal.noTCString) {
      try ConsentHandOff(of: statement, form: .tcf)
    }
    #expect(try ConsentHandOff(of: statement, form: .both).tcf == nil)
  }

  @Test func `where no TC string is asked for, a standalone page goes without`() throws {
    let statement = ConsentStatement(
      choices: ConsentChoices(), regulation: .cpra, at: Timestamp(milliseconds: 0))
    let handOff = try ConsentHandOff(of: statement, form: .tcf)
    #expect(handOff.tcf == nil)
    #expect(handOff.didomiStatus == JSONValue?.none)
  }

  /// Whatever the page has, an opt-out reaches it: by the APIs and by the ad tag's own setting.
  @Test(
    arguments: HandOffForm.allCases,
    [
      ConsentStrings(usPrivacy: "1YYN"), ConsentStrings(gpp: "DBABTA~1YYN"),
      ConsentStrings(gpp: "DBABBg~BUYAAABo"), ConsentStrings(gpp: "DBABLA~BVVqAAAAAmA.YA"),
    ])
  func `an opt-out reaches the page in every form`(form: HandOffForm, strings: ConsentStrings)
    throws
  {
    let statement = ConsentStatement(
      choices: ConsentChoices(), regulation: .cpra, at: Timestamp(milliseconds: 0),
      strings: strings)
    let handOff = try ConsentHandOff(of: statement, form: form)
    let source = try script(handOff, mode: .nonPersonalized)
    #expect(source.contains("restrictDataProcessing: true"))
    #expect(source.contains("serve('__gpp'") == (strings.gpp != nil))
    let hasUSPrivacy = strings.gpp?.hasSuffix("1YYN") ?? true
    #expect(source.contains("serve('__uspapi'") == hasUSPrivacy)
    #expect(source.contains(#"uspString: "1YYN""#) == hasUSPrivacy)
  }

  @Test func `a page with Didomi's SDK gets no other API without an opt-out`() throws {
    let handOff = try ConsentHandOff(of: WebConsent.statement, form: .didomi)
    #expect(handOff.gpp == nil && handOff.usPrivacy == nil && handOff.tcf == nil)
  }

  @Test func `a bundle tells from when to when its consent holds`() throws {
    let statement = try WebConsent.statement
    let handOff = try ConsentHandOff(of: statement, form: .both)
    let unit = InventoryUnit(id: try AdUnitID("a"))
    let bundle = try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .limited)), handOff: handOff
    ).bundle(for: unit, targeting: [])
    #expect(
      bundle.validity == ConsentValidity(from: statement.updatedAt, until: statement.expiry.at))
    let validity = try JSONNode(bundle.json).member("consentValidity")
    #expect(try validity.member("from").string() == statement.updatedAt.description)
    #expect(try validity.member("until").string() == statement.expiry.at.description)
    let manifest = try #require(bundle.folder().first?.text)
    #expect(manifest.contains(#""until": "\#(statement.expiry.at)""#))
    var options = BundleBuilder.Options()
    options.allowsMissingConsent = true
    let closed = try BundleBuilder(
      decision: .blocked(.expired), handOff: handOff, options: options
    ).bundle(for: unit, targeting: [])
    #expect(try closed.json.text().contains(#""consentValidity":null"#))
  }

  private func script(_ handOff: ConsentHandOff, mode: ServingMode) throws -> String {
    let bundle = try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: mode)), handOff: handOff
    ).bundle(for: InventoryUnit(id: try AdUnitID("a")), targeting: [])
    return try #require(bundle.scripts.first { $0.name == .consent }).source
  }
}
