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
        == Self.didomi)
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
    #expect(source.contains("googletag.pubads().setPrivacySettings(\(settings));"))
    #expect(source.hasSuffix(Self.didomi))
  }

  @Test func `a mode without anything to say makes no script`() throws {
    let bundle = try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .personalized)),
      handOff: ConsentHandOff()
    ).bundle(for: AdUnit(id: try AdUnitID("a")), targeting: [])
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

  private func script(_ handOff: ConsentHandOff, mode: ServingMode) throws -> String {
    let bundle = try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: mode)), handOff: handOff
    ).bundle(for: AdUnit(id: try AdUnitID("a")), targeting: [])
    return try #require(bundle.scripts.first { $0.name == .consent }).source
  }
}
