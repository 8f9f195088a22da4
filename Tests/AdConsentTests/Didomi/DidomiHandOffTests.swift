// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite("The hand-off to Didomi")
struct DidomiHandOffTests {
  private static func statement(_ choices: ConsentChoices) throws -> ConsentStatement {
    var statement = ConsentStatement(
      choices: choices, regulation: .gdpr, at: try Timestamp("2026-11-21T06:26:00.789Z"))
    statement.collection.sourceDomain = "com.example.app"
    statement.didomiUserID = "5f1b"
    return statement
  }

  /// The form that the tests of Didomi's React Native SDK pin.
  @Test func `an empty status has Didomi's own form`() throws {
    #expect(
      try Self.statement(ConsentChoices()).didomiStatus.text() == """
        {"purposes":{"consent":{"enabled":[],"disabled":[]},\
        "legitimate_interest":{"enabled":[],"disabled":[]}},\
        "vendors":{"consent":{"enabled":[],"disabled":[]},\
        "legitimate_interest":{"enabled":[],"disabled":[]}},\
        "user_id":"5f1b","created":"2026-11-21T06:26:00Z","updated":"2026-11-21T06:26:00Z",\
        "source":{"type":"app","domain":"com.example.app"},"action":"webview"}
        """)
  }

  @Test func `purposes go by name, vendors as they came, and Google by its Didomi id`() throws {
    let choices = ConsentChoices(
      purposes: ChoicesByBasis(
        consent: try ChoiceList(
          enabled: [.number(1), .name("own"), .name("2")], disabled: [.name("market_research")],
          notAsked: [.name("improve_products")])),
      vendors: ChoicesByBasis(
        consent: try ChoiceList(enabled: [.number(755), .number(28), .name("c:own")]),
        legitimateInterest: try ChoiceList(disabled: [.name("google")])))
    let status = JSONNode(try Self.statement(choices).didomiStatus)
    let purposes = try status.member("purposes").member("consent")
    #expect(
      try purposes.value.text() == """
        {"enabled":["cookies","own","select_basic_ads"],"disabled":["market_research"]}
        """)
    #expect(
      try status.member("vendors").value.text() == """
        {"consent":{"enabled":["google",28,"c:own"],"disabled":[]},\
        "legitimate_interest":{"enabled":[],"disabled":["google"]}}
        """)
  }

  @Test func `source, action and Didomi's own string are kept and given back`() throws {
    let text = """
      {"purposes":{"consent":{"enabled":["cookies"],"disabled":[]},\
      "legitimate_interest":{"enabled":[],"disabled":[]}},\
      "vendors":{"consent":{"enabled":[],"disabled":["google"]},\
      "legitimate_interest":{"enabled":[],"disabled":[]}},\
      "user_id":"5f1b","created":"2026-01-02T03:04:05Z","updated":"2026-02-03T04:05:06Z",\
      "source":{"type":"web","domain":"dk.step.app"},"action":"click","didomi_dcs":"DCS-1"}
      """
    let status = try DidomiStatus(reading: JSONNode(JSONReader.read(text: text)))
    let statement = status.statement(received: try Timestamp("2026-11-21T06:26:00Z"))
    #expect(try statement.didomiStatus.text() == text)
    let stored = try ConsentStatement(json: JSONNode(statement.json))
    #expect(stored == statement)
    #expect(stored.collection.sourceDomain == "dk.step.app" && stored.didomiDCS == "DCS-1")
    let withdrawn = stored.withdrawn(at: stored.updatedAt)
    #expect(withdrawn.didomiDCS == nil && withdrawn.didomiAction == nil)
  }

  @Test func `what is handed off reads back`() throws {
    let choices = try ConsentChoices(.enabled, for: .googleAds)
    let statement = try Self.statement(choices)
    let status = try DidomiStatus(reading: JSONNode(statement.didomiStatus))
    #expect(status.choices == choices)
    #expect(status.userID == "5f1b")
  }

  @Test func `the query is encoded as encodeURIComponent would`() throws {
    let choices = ConsentChoices(
      purposes: ChoicesByBasis(consent: try ChoiceList(enabled: [.name("a&b=c+d é\u{2028}!'()*~")]))
    )
    let query = try Self.statement(choices).didomiQuery()
    #expect(
      query.hasPrefix(
        "didomiConfig.user.externalConsent.value=%7B%22purposes%22%3A%7B%22consent%22%3A"))
    #expect(query.contains("%22a%26b%3Dc%2Bd%20%C3%A9%E2%80%A8!'()*~%22"))
    #expect(query.allSatisfy { $0.isASCII && $0 != "&" && $0 != "#" && $0 != "\"" })
  }
}
