// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite("Didomi's statuses")
struct DidomiStatusTests {
  private static func read(_ text: String) throws -> DidomiStatus {
    try DidomiStatus(reading: JSONNode(JSONReader.read(Array(text.utf8))))
  }

  /// The members that the React Native wrapper names, values made up.
  private static let userStatus = """
    {"purposes":{"global":{"enabled":["cookies"],"disabled":[]},
    "consent":{"enabled":["cookies","select_basic_ads"],"disabled":["market_research"]},
    "legitimate_interest":{"enabled":["measure_ad_performance"],"disabled":[]},
    "essential":["required"]},
    "vendors":{"global":{"enabled":[],"disabled":[]},
    "global_consent":{"enabled":[],"disabled":[]},"global_li":{"enabled":[],"disabled":[]},
    "consent":{"enabled":["google",28,"c:own"],"disabled":[755]},
    "legitimate_interest":{"enabled":[28],"disabled":[]}},
    "user_id":"5f1b","created":"2026-01-02T03:04:05Z","updated":"2026-02-03T04:05:06.789Z",
    "consent_string":"CQ","addtl_consent":"1~2","didomi_dcs":"","regulation":"gdpr"}
    """

  @Test func `the lists of UserStatus are read per legal basis`() throws {
    let status = try Self.read(Self.userStatus)
    #expect(status.shape == .userStatus)
    let purposes = status.choices.purposes
    #expect(purposes.consent.enabled == [.name("cookies"), .name("select_basic_ads")])
    #expect(purposes.consent.disabled == [.name("market_research")])
    #expect(purposes.legitimateInterest.enabled == [.name("measure_ad_performance")])
    #expect(purposes.consent[.name("improve_products")] == .notAsked)
    #expect(purposes.consent[.name("required")] == .notAsked)
    let vendors = status.choices.vendors
    #expect(vendors.consent.enabled == [.name("google"), .number(28), .name("c:own")])
    #expect(vendors.consent.disabled == [.number(755)])
    #expect(vendors.legitimateInterest.enabled == [.number(28)])
    #expect(status.strings == ConsentStrings(tc: "CQ", additionalConsent: "1~2"))
    #expect(status.regulation == .gdpr)
    #expect(status.userID == "5f1b")
    #expect(status.created == (try Timestamp("2026-01-02T03:04:05Z")))
    #expect(status.updated == (try Timestamp("2026-02-03T04:05:06.789Z")))
  }

  @Test(arguments: [
    ("legitimate_interest", "legitimateInterest"), ("addtl_consent", "additional_consent"),
    ("addtl_consent", "additionalConsent"), ("global_li", "global_legitimate_interest"),
    ("global_consent", "globalConsent"), ("consent_string", "consentString"),
    ("user_id", "userId"), ("didomi_dcs", "didomiDcs"),
  ])
  func `every spelling reads the same`(spelling: String, other: String) throws {
    let text = Self.userStatus.replacing("\"\(spelling)\"", with: "\"\(other)\"")
    #expect(text != Self.userStatus)
    #expect(try Self.read(text) == Self.read(Self.userStatus))
  }

  @Test func `the maps of CurrentUserStatus are read on every basis they may mean`() throws {
    let status = try Self.read(
      """
      {"purposes":{"cookies":{"id":"cookies","enabled":true},
      "market_research":{"id":"market_research","enabled":false},
      "select_basic_ads":{"id":"select_basic_ads","enabled":true},
      "own":{"id":"own","enabled":true}},
      "vendors":{"google":{"id":"google","enabled":true},"28":{"id":"28","enabled":false}},
      "user_id":"5f1b","created":"","updated":null,"consent_string":"","gpp_string":"DBAA",
      "regulation":"CCPA"}
      """)
    #expect(status.shape == .currentUserStatus)
    let purposes = status.choices.purposes
    #expect(
      purposes.consent.enabled == [.name("cookies"), .name("select_basic_ads"), .name("own")])
    #expect(purposes.consent.disabled == [.name("market_research")])
    #expect(purposes.legitimateInterest.enabled == [.name("select_basic_ads")])
    #expect(purposes.legitimateInterest.disabled == [.name("market_research")])
    let vendors = status.choices.vendors
    #expect(vendors.consent.enabled == [.name("google")])
    #expect(vendors.legitimateInterest.disabled == [.number(28)])
    #expect(status.strings == ConsentStrings(gpp: "DBAA"))
    #expect(status.regulation == .cpra)
    #expect(status.created == nil && status.updated == nil)
  }

  @Test func `an id may be called as a list is`() throws {
    let status = try Self.read(
      #"""
      {"purposes":{"consent":{"id":"consent","enabled":true}},"vendors":{},
      "regulation":"","updated":"2026-02-03T04:05:06Z"}
      """#)
    #expect(status.shape == .currentUserStatus && status.regulation == nil)
    #expect(status.choices.purposes.consent.enabled == [.name("consent")])
  }

  @Test func `the statement of a status with a TC string keeps its projection`() throws {
    let text = PlainTCString().text()
    let status = try Self.read(#"{"purposes":{},"vendors":{},"consent_string":"\#(text)"}"#)
    #expect(status.statement(received: Timestamp(milliseconds: 0)).projection?.cmpID == 300)
  }

  @Test func `a CurrentUserStatus without any answer asks nothing of the gate`() throws {
    let map = #"{"purposes":{"cookies":{"id":"cookies","enabled":false}},"vendors":{}}"#
    let status = try Self.read(map)
    #expect(status.choices.purposes.consent.notAsked == [.name("cookies")])
    #expect(status.choices.isPartial)
    // The same after a refusal, which leaves a TC string behind.
    let refused = try Self.read(map.dropLast() + #","consent_string":"CQ"}"#)
    #expect(refused.choices.purposes.consent.disabled == [.name("cookies")])
    #expect(!refused.choices.isPartial)
  }

  /// A configuration without the TCF leaves no string behind; the time of the answer tells of it.
  @Test func `a refusal of all without any string is a refusal`() throws {
    let status = try Self.read(
      """
      {"purposes":{"cookies":{"id":"cookies","enabled":false}},
      "vendors":{"google":{"id":"google","enabled":false}},
      "consent_string":"","updated":"2026-11-20T10:00:00Z","regulation":"gdpr"}
      """)
    #expect(status.choices.isRefusal && !status.choices.isPartial)
    let statement = status.statement(received: try Timestamp("2026-11-21T06:26:00Z"))
    let record = ConsentRecord.wrapping(statement)
    #expect(
      ConsentGate().decide(record, at: statement.updatedAt)
        == .allowed(LoadPermit(record: record.id, mode: .limited)))
  }

  @Test func `a list that is not there names nobody`() throws {
    let choices = try Self.read(
      #"""
      {"purposes":{"consent":{"enabled":["a"]},"legitimate_interest":{"disabled":["b"]}},
      "vendors":{"consent":{}}}
      """#
    ).choices
    #expect(choices.purposes.consent == (try ChoiceList(enabled: [.name("a")])))
    #expect(choices.purposes.legitimateInterest == (try ChoiceList(disabled: [.name("b")])))
    #expect(choices.vendors.consent == .empty)
  }

  @Test func `ids are told apart by their bytes`() throws {
    let status = try Self.read(
      #"{"purposes":{"consent":{"enabled":["\u00e9"],"disabled":["e\u0301"]}},"vendors":{}}"#)
    #expect(status.choices.purposes.consent[.name("\u{e9}")] == .enabled)
    #expect(status.choices.purposes.consent[.name("e\u{301}")] == .disabled)
  }

  @Test func `a status without any id has nobody's answer`() throws {
    let status = try Self.read(#"{"purposes":{},"vendors":{}}"#)
    #expect(status.shape == .userStatus)
    #expect(status.choices.isUnanswered)
  }

  @Test func `the statement keeps times, strings and the person's id`() throws {
    let received = try Timestamp("2026-11-21T06:26:00Z")
    let statement = try Self.read(Self.userStatus).statement(received: received)
    #expect(statement.regulation == .gdpr)
    #expect(statement.createdAt == (try Timestamp("2026-01-02T03:04:05Z")))
    #expect(statement.updatedAt == (try Timestamp("2026-02-03T04:05:06.789Z")))
    #expect(statement.didomiUserID == "5f1b")
    #expect(statement.strings.tc == "CQ")
    #expect(statement.projection == nil)
    let undated = try Self.read(#"{"purposes":{},"vendors":{}}"#).statement(received: received)
    #expect(undated.createdAt == received && undated.updatedAt == received)
  }

  @Test(arguments: [
    (#"[]"#, "document"), (#"{}"#, "document"), (#"{"purposes":{}}"#, "document"),
    (#"{"purposes":[],"vendors":{}}"#, "purposes"),
    (#"{"purposes":{"consent":[]},"vendors":{}}"#, "purposes.consent"),
    (#"{"purposes":{"consent":{"enabled":{}}},"vendors":{}}"#, "purposes.consent.enabled"),
    (#"{"purposes":{"consent":{"enabled":[true]}},"vendors":{}}"#, "purposes.consent.enabled[0]"),
    (#"{"purposes":{},"vendors":{"consent":{"enabled":[-1]}}}"#, "vendors.consent.enabled[0]"),
    (#"{"purposes":{},"vendors":{"consent":{"enabled":[1.5]}}}"#, "vendors.consent.enabled[0]"),
    (
      #"{"purposes":{"consent":{"enabled":["a"],"disabled":["a"]}},"vendors":{}}"#,
      "purposes.consent"
    ),
    (#"{"purposes":{"a":{"enabled":1}},"vendors":{}}"#, "purposes.a.enabled"),
    (#"{"purposes":{"a":true},"vendors":{}}"#, "purposes.a"),
    (#"{"purposes":{"":{"enabled":true}},"vendors":{}}"#, "purposes"),
    (#"{"purposes":{},"vendors":{"65536":{"enabled":false}}}"#, "vendors"),
    (#"{"purposes":{"a":{"enabled":true}},"vendors":{"consent":{}}}"#, "vendors.consent"),
    (#"{"purposes":{},"vendors":{},"user_id":7}"#, "user_id"),
    (#"{"purposes":{},"vendors":{},"user_id":"a","userId":"b"}"#, "userId"),
    (
      #"{"purposes":{},"vendors":{},"addtl_consent":"a","additional_consent":"b"}"#,
      "additional_consent"
    ),
    (#"{"purposes":{},"vendors":{},"created":"yesterday"}"#, "created"),
    (#"{"purposes":{},"vendors":{},"regulation":"no law"}"#, "regulation"),
  ])
  func `what cannot be meant is refused with its place`(text: String, path: String) throws {
    let error = try #require(throws: JSONError.self) { try Self.read(text) }
    #expect(error.path.description == path)
  }
}
