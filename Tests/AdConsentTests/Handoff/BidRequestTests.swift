// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite("What a bid request tells")
struct BidRequestTests {
  private static func relayed(
    _ regulation: Regulation, gdprApplies: Bool? = nil, choices: ConsentChoice = .enabled,
    _ strings: ConsentStrings = ConsentStrings()
  ) throws -> RelayedConsent {
    var statement = ConsentStatement(
      choices: try ConsentChoices(choices, for: .googleAds), regulation: regulation,
      at: Timestamp(milliseconds: 0), strings: strings)
    statement.gdprApplies = gdprApplies
    return try RelayedConsent(of: statement)
  }

  @Test func `under the GDPR, the TC string is told byte for byte`() throws {
    let text = PlainTCString().text()
    let relayed = try Self.relayed(.gdpr, ConsentStrings(tc: text))
    #expect(try relayed.bidRequestRegs.text() == #"{"gdpr":1}"#)
    #expect(try relayed.bidRequestUser?.text() == #"{"consent":"\#(text)"}"#)
    #expect(!relayed.hidesRestriction)
  }

  @Test func `the providers of the Additional Consent string go with the TC string`() throws {
    let text = PlainTCString().text()
    let strings = ConsentStrings(tc: text, additionalConsent: "2~41.1.35~dv.9")
    #expect(
      try Self.relayed(.gdpr, strings).bidRequestUser?.text() == #"""
        {"consent":"\#(text)","ext":{\#
        "ConsentedProvidersSettings":{"consented_providers":"2~41.1.35~dv.9"},\#
        "consented_providers_settings":{"consented_providers":[1,35,41]}}}
        """#)
    #expect(try Self.relayed(.gdpr, gdprApplies: false, strings).bidRequestUser == nil)
    #expect(
      try Self.relayed(.gdpr, ConsentStrings(additionalConsent: "1~1")).bidRequestUser == nil)
  }

  /// A section that says "did not opt out" does not tell bidders of a refusal.
  @Test(
    arguments: [
      ("DBABBg~BUoAAABo", ConsentChoice.disabled, true), ("DBABBg~BUoAAABo", .enabled, false),
      ("DBABBg~BUYAAABo", .disabled, false), ("DBABEBVg~BUoAAABo", .disabled, false),
    ])
  func `a GPP section tells of an opt-out only where it holds one`(
    gpp: String, choices: ConsentChoice, isHidden: Bool
  ) throws {
    let relayed = try Self.relayed(.cpra, choices: choices, ConsentStrings(gpp: gpp))
    #expect(relayed.hidesRestriction == isHidden)
  }

  @Test func `where the GDPR does not apply, no TC string is told`() throws {
    let strings = ConsentStrings(tc: PlainTCString().text())
    let relayed = try Self.relayed(.gdpr, gdprApplies: false, strings)
    #expect(try relayed.bidRequestRegs.text() == #"{"gdpr":0}"#)
    #expect(relayed.bidRequestUser == nil)
    #expect(try Self.relayed(.none, strings).bidRequestUser == nil)
  }

  @Test func `a GPP string is told with the sections of its law, and its TC string as consent`()
    throws
  {
    let text = PlainTCString().text()
    let gpp = "DBABM~\(text)"
    let relayed = try Self.relayed(.gdpr, ConsentStrings(gpp: gpp))
    #expect(
      try relayed.bidRequestRegs.text() == #"{"gdpr":1,"gpp":"\#(gpp)","gpp_sid":[2]}"#)
    #expect(try relayed.bidRequestUser?.text() == #"{"consent":"\#(text)"}"#)
    let elsewhere = try Self.relayed(.cpra, ConsentStrings(gpp: gpp))
    #expect(try elsewhere.bidRequestRegs.text() == #"{"gdpr":0,"gpp":"\#(gpp)"}"#)
  }

  @Test(arguments: [
    (AgeTreatment.child, #"{"coppa":1,"gdpr":0}"#, false), (.teen, #"{"gdpr":0}"#, true),
    (.unspecified, #"{"gdpr":0}"#, false),
  ])
  func `a child is told as one, and a teenager cannot be told`(
    age: AgeTreatment, regs: String, isHidden: Bool
  ) throws {
    var statement = try ConsentStatement.all(.enabled, under: .cpra)
    statement.ageTreatment = age
    let relayed = try RelayedConsent(of: statement)
    #expect(try relayed.bidRequestRegs.text() == regs)
    #expect(relayed.hidesRestriction == isHidden)
  }

  @Test(
    arguments: [
      (.cpra, .enabled, nil, false), (.cpra, .disabled, nil, true),
      (.cpra, .disabled, "1YNN", true), (.cpra, .disabled, "1YYN", false),
      (.cpra, .enabled, "1YYN", false), (.gdpr, .disabled, nil, false),
      (.none, .disabled, nil, false),
    ] as [(Regulation, ConsentChoice, String?, Bool)])
  func `an opt-out that no string tells is noticed`(
    regulation: Regulation, choices: ConsentChoice, usPrivacy: String?, isHidden: Bool
  ) throws {
    let relayed = try Self.relayed(
      regulation, choices: choices, ConsentStrings(usPrivacy: usPrivacy))
    #expect(relayed.hidesRestriction == isHidden)
    let string = usPrivacy.map { #","us_privacy":"\#($0)""# } ?? ""
    let gdpr = regulation == .gdpr ? 1 : 0
    #expect(try relayed.bidRequestRegs.text() == #"{"gdpr":\#(gdpr)\#(string)}"#)
  }
}
