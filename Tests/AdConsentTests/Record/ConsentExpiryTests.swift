// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `The expiry of a consent` {
  @Test(arguments: [
    ("2026-11-21T06:26:00.000Z", 13, "2027-12-21T06:26:00.000Z"),
    ("2026-01-31T23:59:59.999Z", 1, "2026-02-28T23:59:59.999Z"),
    ("2027-01-31T00:00:00.000Z", 13, "2028-02-29T00:00:00.000Z"),
    ("2024-02-29T12:00:00.000Z", 12, "2025-02-28T12:00:00.000Z"),
    ("2026-08-31T00:00:00.000Z", 6, "2027-02-28T00:00:00.000Z"),
    ("2026-12-15T00:00:00.000Z", 1, "2027-01-15T00:00:00.000Z"),
  ])
  func `counts calendar months in UTC`(start: String, months: Int, end: String) throws {
    let end = try Timestamp(end)
    #expect(ConsentLifetime.months(months).end(from: try Timestamp(start)) == end)
  }

  @Test func `counts seconds as Didomi does`() throws {
    let start = try Timestamp("2026-11-21T00:00:00Z")
    #expect(
      ConsentLifetime.seconds(15_552_000).end(from: start).description
        == "2027-05-20T00:00:00.000Z")
    #expect(ConsentLifetime.seconds(.max).end(from: start).description.hasPrefix("9999-12-31"))
  }

  @Test(arguments: Law.ids)
  func `is 13 months by default, for refusals as well`(regulation: Regulation) throws {
    let start = try Timestamp("2026-11-21T00:00:00Z")
    for isRefusal in [false, true] {
      let expiry = ExpiryRules.standard.expiry(
        under: regulation, isRefusal: isRefusal, from: start)
      #expect(expiry.at.description == "2027-12-21T00:00:00.000Z")
      #expect(expiry.rule.hasSuffix("13 months"))
    }
  }

  @Test func `is 6 months under the CNIL's advice, for the GDPR alone`() throws {
    let start = try Timestamp("2026-11-21T00:00:00Z")
    let french = ExpiryRules.cnil.expiry(under: .gdpr, isRefusal: true, from: start)
    #expect(french.at.description == "2027-05-21T00:00:00.000Z")
    #expect(french.rule == "gdpr refusal: 6 months")
    let other = ExpiryRules.cnil.expiry(under: .cpra, isRefusal: false, from: start)
    #expect(other.rule == "cpra: 13 months")
  }

  @Test func `can be shorter for refusals where the publisher says so`() throws {
    let rules = ExpiryRules(
      fallback: .init(given: .months(13), refused: .seconds(86_400)))
    let start = try Timestamp("2026-11-21T00:00:00Z")
    let refused = rules.expiry(under: .gdpr, isRefusal: true, from: start)
    #expect(refused.at.description == "2026-11-22T00:00:00.000Z")
  }

  @Test(arguments: [
    (ConsentLifetime.months(1), "1 month"), (.months(13), "13 months"), (.seconds(1), "1 second"),
    (.seconds(90), "90 seconds"),
  ])
  func `is told in words`(lifetime: ConsentLifetime, text: String) {
    #expect(lifetime.description == text)
  }
}
