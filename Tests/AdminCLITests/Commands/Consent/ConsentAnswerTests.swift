// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdminCLI
import TestSupport
import Testing

@Suite struct ConsentAnswerTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `lists say what was enabled, disabled and left open, per legal basis`() throws {
    let statement = try statement(
      "--enable-purposes cookies,2 --enable-purposes li:market_research "
        + "--disable-purposes li:2,select_personalized_ads --open-purposes improve_products "
        + "--enable-vendors google,1 --disable-vendors c:custom")
    let purposes = statement.choices.purposes
    #expect(purposes.consent.enabled == [.name("cookies"), .number(2)])
    #expect(purposes.consent.disabled == [.name("select_personalized_ads")])
    #expect(purposes.consent.notAsked == [.name("improve_products")])
    #expect(purposes.legitimateInterest.enabled == [.name("market_research")])
    #expect(purposes.legitimateInterest.disabled == [.number(2)])
    #expect(statement.choices.vendors.consent.enabled == [.name("google"), .number(1)])
    #expect(statement.choices.vendors.consent.disabled == [.name("c:custom")])
  }

  @Test func `what is named besides wins over everything accepted`() throws {
    let statement = try statement("--accept-all --ask-vendors google,1,2 --disable-vendors 2,li:1")
    #expect(statement.choices.vendors.consent.enabled == [.name("google"), .number(1)])
    #expect(statement.choices.vendors.consent.disabled == [.number(2)])
    #expect(statement.choices.vendors.legitimateInterest.disabled == [.number(1)])
    #expect(statement.choices.purposes.consent.enabled.count == 11)
  }

  @Test func `a TC string gives the answers and their times, and is kept byte for byte`() throws {
    let text = try Self.tcString()
    let statement = try statement("--tc-string \(text) --country DK --gdpr-applies yes")
    #expect(statement.strings.tc == text)
    #expect(statement.updatedAt.description == "2026-11-20T00:00:00.000Z")
    #expect(statement.expiry.at.description == "2027-12-20T00:00:00.000Z")
    #expect(statement.choices.purposes.consent.enabled.count == 11)
    #expect(statement.projection?.cmpID == 300)
    #expect(statement.country == "DK" && statement.gdprApplies == true)
    #expect(workspace.run("consent show user-17 --check").exit == .done)
  }

  @Test(arguments: [
    """
    {"user_id":"u-1","created":"2026-11-01T10:00:00Z","updated":"2026-11-02T10:00:00Z",
     "purposes":{"consent":{"enabled":["cookies"],"disabled":["market_research"]},
     "legitimate_interest":{"enabled":[],"disabled":[]}},
     "vendors":{"consent":{"enabled":["google",755],"disabled":[]},
     "legitimate_interest":{"enabled":[],"disabled":[]}},"regulation":"gdpr"}
    """,
    """
    {"user_id":"u-1","created":"2026-11-01T10:00:00Z","updated":"2026-11-02T10:00:00Z",
     "purposes":{"cookies":{"id":"cookies","enabled":true},
     "market_research":{"id":"market_research","enabled":false}},
     "vendors":{"google":{"id":"google","enabled":true}},"regulation":"gdpr"}
    """,
  ])
  func `a Didomi status is read in either shape`(json: String) throws {
    try workspace.write(Array(json.utf8), to: "status.json")
    let statement = try statement("--didomi DIR/status.json")
    #expect(statement.didomiUserID == "u-1")
    #expect(statement.createdAt.description == "2026-11-01T10:00:00.000Z")
    #expect(statement.updatedAt.description == "2026-11-02T10:00:00.000Z")
    #expect(statement.choices.purposes.consent[.name("cookies")] == .enabled)
    #expect(statement.choices.purposes.consent[.name("market_research")] == .disabled)
    #expect(statement.choices.vendors.consent[.name("google")] == .enabled)
  }

  @Test(arguments: [
    ("--expires 2027-01-01T00:00:00Z", "2027-01-01T00:00:00.000Z", "set by the caller"),
    ("--expires 2027-01-01", "2027-01-01T00:00:00.000Z", "set by the caller"),
    ("--expires 6mo", "2027-05-21T06:26:00.000Z", "set by the caller"),
    ("--expires 6w", "2027-01-02T06:26:00.000Z", "set by the caller"),
    ("--expires 36h", "2026-11-22T18:26:00.000Z", "set by the caller"),
    ("--expires 90m", "2026-11-21T07:56:00.000Z", "set by the caller"),
    ("--expires 180d", "2027-05-20T06:26:00.000Z", "set by the caller"),
    ("--expiry cnil", "2027-05-21T06:26:00.000Z", "gdpr: 6 months"),
    ("--expiry cnil --regulation vcdpa", "2027-12-21T06:26:00.000Z", "vcdpa: 13 months"),
    ("--at 2026-10-31T00:00:00Z", "2027-11-30T00:00:00.000Z", "gdpr: 13 months"),
  ])
  func `an expiry follows from a rule or from what is typed`(
    options: String, time: String, rule: String
  ) throws {
    let expiry = try statement("--accept-all \(options)").expiry
    #expect(expiry.at.description == time && expiry.rule == rule)
  }

  @Test func `how an answer came about is kept`() throws {
    try workspace.write(Array("abc".utf8), to: "notice.html")
    let statement = try statement(
      "--accept-all --interface banner --app-build 45 --source-domain com.example.app "
        + "--notice-id n1 --notice-version 7 --notice-language da --notice-file DIR/notice.html "
        + "--user-id 0b6f")
    #expect(
      statement.collection
        == ConsentCollection(
          action: "acceptAll", interface: "banner", appBuild: "45", sourceType: "app",
          sourceDomain: "com.example.app",
          notice: ConsentNotice(
            id: "n1", version: "7", language: "da", contentHash: ContentHasher.hash("abc"))))
    #expect(statement.didomiUserID == "0b6f")
  }

  @Test func `what belongs to the person stays from answer to answer`() throws {
    workspace.run("consent set user-17 --accept-all --user-id 0b6f")
    workspace.host.time = workspace.host.time.advanced(by: 86_400_000)
    let next = try statement("--decline-all")
    #expect(next.didomiUserID == "0b6f")
    #expect(next.createdAt.description == "2026-11-21T06:26:00.000Z")
    #expect(next.updatedAt.description == "2026-11-22T06:26:00.000Z")
  }

  @Test func `purposes and vendors that nobody knows are recorded and pointed out`() {
    let set = workspace.run(
      "consent set user-17 --enable-purposes cookie,newsletter,li:2,geolocation_data "
        + "--enable-vendors gogle,c:own,28 --disable-vendors 0")
    #expect(set.exit == .done)
    #expect(
      set.errors == """
        note: purpose 'cookie' is not one of the TCF's. Did you mean 'cookies'?
        note: purpose 'newsletter' is not one of the TCF's. It is recorded as the publisher's own.
        note: vendor 'gogle' is not one of the TCF's. Did you mean 'google'?
        note: vendor '0' is not one of the TCF's. It is recorded as the publisher's own.

        """)
  }

  @Test func `an import is recorded as one`() {
    workspace.run("consent set user-17 --accept-all --imported")
    #expect(workspace.run("consent show user-17").output.contains("imported"))
  }

  /// A string of CMP 300 under TCF 2.3 that allows Google everything.
  static func tcString() throws -> String {
    try tc().encoded()
  }

  static func tc() throws -> TCString {
    var tc = TCString(
      created: try Timestamp("2026-11-20T00:00:00Z"), cmpID: 300, policyVersion: 5,
      consentLanguage: try LetterPair("DA"), publisherCountry: try LetterPair("DK"))
    tc.purposesConsent = PurposeSet(1...11)
    tc.vendorConsents = try VendorSet([1, 2, 755])
    tc.disclosedVendors = try VendorSet([1, 2, 755])
    return tc
  }

  /// Records an answer and reads back what was stored.
  private func statement(_ options: String) throws -> ConsentStatement {
    let set = workspace.run("consent set user-17 \(options)")
    #expect(set.exit == .done, "\(set.errors)")
    let shown = workspace.run("consent show user-17 --format ndjson").output
    let node = JSONNode(try JSONReader.read(text: shown))
    return try ConsentStatement(json: node.member("statement"))
  }
}
