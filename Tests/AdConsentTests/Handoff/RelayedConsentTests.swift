// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite("What pages and devices are told")
struct RelayedConsentTests {
  /// A small string with something in every field.
  private static var plain: PlainTCString {
    var plain = PlainTCString()
    (plain.vendors, plain.vendorMaximum) = ([2, 4], 5)
    (plain.interestVendors, plain.interestMaximum) = ([4], 4)
    plain.restrictions = [
      .init(purpose: 3, kind: 1, ranges: [(2, 3), (60_000, 60_000)]),
      .init(purpose: 7, kind: 0, ranges: [(4, 4)]), .init(purpose: 8, kind: 3, ranges: [(4, 4)]),
    ]
    (plain.disclosed, plain.disclosedMaximum) = ([2, 4, 6], 6)
    plain.publisher = .init(
      consent: [1], interest: [2], count: 3, customConsent: [3], customInterest: [])
    return plain
  }

  private static func relayed(
    regulation: Regulation = .gdpr, gdprApplies: Bool? = nil,
    _ strings: ConsentStrings = ConsentStrings()
  ) throws -> RelayedConsent {
    var statement = ConsentStatement(
      choices: ConsentChoices(), regulation: regulation, at: Timestamp(milliseconds: 0),
      strings: strings)
    statement.gdprApplies = gdprApplies
    return try RelayedConsent(of: statement)
  }

  @Test func `TCData holds every map of the string`() throws {
    let text = Self.plain.text()
    let data = try #require(
      try Self.relayed(ConsentStrings(tc: text, additionalConsent: "1~35")).tcData)
    #expect(
      try data.text() == """
        {"tcString":"\(text)","tcfPolicyVersion":5,"cmpId":300,"cmpVersion":7,"gdprApplies":true,\
        "isServiceSpecific":true,"useNonStandardTexts":false,"publisherCC":"DK",\
        "purposeOneTreatment":false,"purpose":{"consents":{"1":true,"2":true,"3":true,"4":true,\
        "5":false,"6":false,"7":false,"8":false,"9":false,"10":false,"11":false},\
        "legitimateInterests":{"1":false,"2":true,"3":false,"4":false,"5":false,"6":false,\
        "7":true,"8":false,"9":true,"10":true,"11":false}},"vendor":{"consents":{"2":true,\
        "4":true},"legitimateInterests":{"4":true},"disclosedVendors":{"2":true,"4":true,\
        "6":true}},"specialFeatureOptins":{"1":true,"2":false},"publisher":{"consents":{"1":true,\
        "2":false,"3":false,"4":false,"5":false,"6":false,"7":false,"8":false,"9":false,\
        "10":false,"11":false},"legitimateInterests":{"1":false,"2":true,"3":false,"4":false,\
        "5":false,"6":false,"7":false,"8":false,"9":false,"10":false,"11":false},\
        "customPurpose":{"consents":{"1":false,"2":false,"3":true},"legitimateInterests":\
        {"1":false,"2":false,"3":false}},"restrictions":{"3":{"2":1,"3":1},"7":{"4":0}}},\
        "addtlConsent":"1~35"}
        """)
  }

  @Test func `InAppTCData holds the same as digits`() throws {
    let text = Self.plain.text()
    let data = try #require(try Self.relayed(ConsentStrings(tc: text)).inAppTCData)
    #expect(
      try data.text() == """
        {"tcString":"\(text)","tcfPolicyVersion":5,"cmpId":300,"cmpVersion":7,"gdprApplies":1,\
        "isServiceSpecific":1,"useNonStandardTexts":0,"publisherCC":"DK","purposeOneTreatment":0,\
        "purpose":{"consents":"111100000000000000000000",\
        "legitimateInterests":"010000101100000000000000"},\
        "vendor":{"consents":"01010","legitimateInterests":"0001","disclosedVendors":"010101"},\
        "specialFeatureOptins":"100000000000",\
        "publisher":{"consents":"100000000000000000000000",\
        "legitimateInterests":"010000000000000000000000",\
        "customPurpose":{"consents":"001","legitimateInterests":"000"},\
        "restrictions":{"3":"_11","7":"___0"}}}
        """)
  }

  @Test func `an app is told what holds of the string as a whole`() throws {
    var plain = Self.plain
    plain.isServiceSpecific = false
    (plain.usesNonStandardTexts, plain.purposeOneTreatment) = (true, true)
    let data = try #require(try Self.relayed(ConsentStrings(tc: plain.text())).inAppTCData)
    let node = JSONNode(data)
    #expect(try node.member("isServiceSpecific").integer(in: 0...1) == 0)
    #expect(try node.member("useNonStandardTexts").integer(in: 0...1) == 1)
    #expect(try node.member("purposeOneTreatment").integer(in: 0...1) == 1)
  }

  @Test func `a string without a section of the law applies none`() throws {
    let relayed = try Self.relayed(
      regulation: .none, ConsentStrings(gpp: "DBABjw~CPSG~1YNN"))
    #expect(
      relayed.deviceKeys.contains { $0.name == "IABGPP_GppSID" && $0.value == .string("-1") })
    let ping = try #require(relayed.gppPing)
    #expect(try JSONNode(ping).member("applicableSections").value.text() == "[-1]")
    #expect(try JSONNode(ping).member("parsedSections").optional("tcfcav1") == nil)
  }

  @Test func `where the GDPR does not apply, no choice is told`() throws {
    let relayed = try Self.relayed(gdprApplies: false, ConsentStrings(tc: Self.plain.text()))
    #expect(
      try relayed.tcData?.text()
        == #"{"tcfPolicyVersion":5,"cmpId":300,"cmpVersion":7,"gdprApplies":false}"#)
    #expect(
      try relayed.inAppTCData?.text()
        == #"{"tcfPolicyVersion":5,"cmpId":300,"cmpVersion":7,"gdprApplies":0}"#)
    #expect(relayed.deviceKeys.map(\.name) == ["IABTCF_gdprApplies"])
    #expect(try !Self.relayed(regulation: .cpra).gdprApplies)
  }

  @Test func `a device has the key of the disclosed vendors only where the string has them`() throws
  {
    var plain = Self.plain
    plain.disclosed = nil
    let relayed = try Self.relayed(ConsentStrings(tc: plain.text()))
    #expect(!relayed.deviceKeys.contains { $0.name == "IABTCF_DisclosedVendors" })
  }

  @Test func `device keys have the names and types of the specification`() throws {
    let text = Self.plain.text()
    let relayed = try Self.relayed(
      ConsentStrings(tc: text, additionalConsent: "2~35~dv.", gpp: "DBABMA~\(text)"))
    let written = relayed.deviceKeys.map { key in
      switch key.value {
      case .number(let number): "\(key.name)=\(number)"
      case .string(let text): "\(key.name)='\(text)'"
      }
    }
    #expect(
      written == [
        "IABTCF_gdprApplies=1", "IABTCF_CmpSdkID=300", "IABTCF_CmpSdkVersion=7",
        "IABTCF_PolicyVersion=5", "IABTCF_PublisherCC='DK'", "IABTCF_PurposeOneTreatment=0",
        "IABTCF_UseNonStandardTexts=0", "IABTCF_TCString='\(text)'",
        "IABTCF_VendorConsents='01010'", "IABTCF_VendorLegitimateInterests='0001'",
        "IABTCF_DisclosedVendors='010101'", "IABTCF_PurposeConsents='111100000000000000000000'",
        "IABTCF_PurposeLegitimateInterests='010000101100000000000000'",
        "IABTCF_SpecialFeaturesOptIns='100000000000'", "IABTCF_PublisherRestrictions3='_11'",
        "IABTCF_PublisherRestrictions7='___0'",
        "IABTCF_PublisherConsent='100000000000000000000000'",
        "IABTCF_PublisherLegitimateInterests='010000000000000000000000'",
        "IABTCF_PublisherCustomPurposesConsents='001'",
        "IABTCF_PublisherCustomPurposesLegitimateInterests='000'",
        "IABTCF_AddtlConsent='2~35~dv.'", "IABGPP_HDR_GppString='DBABMA~\(text)'",
        "IABGPP_GppSID='2'", "IABGPP_2_String='\(text)'",
      ])
  }

  @Test(
    arguments: [
      (.gdpr, "[2,6]"), (.cpra, "[6]"), (.none, "[6]"),
    ] as [(Regulation, String)])
  func `GPP names the sections of the law that applies, and those that opt out`(
    regulation: Regulation, sections: String
  ) throws {
    let tc = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"
    let gpp = "DBACNYA~\(tc)~1YYN"
    let relayed = try Self.relayed(regulation: regulation, ConsentStrings(gpp: gpp))
    let ping = try JSONNode(#require(relayed.gppPing))
    #expect(try ping.member("applicableSections").value.text() == sections)
    #expect(try ping.member("sectionList").value.text() == "[2,6]")
    #expect(try ping.member("supportedAPIs").value.text() == #"["2:tcfeuv2","6:uspv1"]"#)
    #expect(try ping.member("gppString").string() == gpp)
    #expect(try ping.member("gppVersion").string() == "1.1")
    #expect(try ping.member("cmpId").integer() == 31)
    let parsed = try ping.member("parsedSections")
    #expect(
      try parsed.member("uspv1").value.text()
        == #"[{"Version":1,"Notice":"Y","OptOutSale":"Y","LspaCovered":"N"}]"#)
    #expect(try parsed.member("tcfeuv2").elements()[0].member("CmpId").integer() == 31)
    #expect(relayed.restrictsDataProcessing)
    #expect(relayed.tc == (try TCString(decoding: tc)))
  }

  /// Texas has section 16, Quebec and the rest of Canada 5, the United States as a whole 7.
  @Test(arguments: [
    ("gdpr", "[2]"), ("ukgdpr", "[2]"), ("qc25", "[5]"), ("pipeda", "[5]"), ("cpra", "[6,7,8]"),
    ("vcdpa", "[6,7,9]"), ("tdpsa", "[6,7]"), ("usnat", "[6,7]"), ("okcdpa", "[6,7]"),
    ("lgpd", "[0]"), ("appi", "[0]"), ("martian", "[0]"), ("none", "[-1]"),
  ])
  func `GPP names no section of another law`(law: String, sections: String) throws {
    let gpp =
      "\(PlainGPPHeader.text([2, 5, 6, 7, 8, 9]))~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"
      + "~CPSG~1YNN~BVVqAAAAAmA~BUoAAABo~BAAAABA"
    let relayed = try Self.relayed(regulation: Regulation(law), ConsentStrings(gpp: gpp))
    let ping = try JSONNode(#require(relayed.gppPing))
    #expect(try ping.member("applicableSections").value.text() == sections)
  }

  @Test func `GPP tells every section parsed, one object a segment`() throws {
    let tc = "CPSG_8APSG_8ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IDKQA4AAgAKAGQAygAAA.YAAAAAAAAAAA"
    let gpp = "\(PlainGPPHeader.text([2, 8, 9]))~\(tc)~BUoAAABo.YA~BAAAABA"
    let string = try GPPString(decoding: gpp)
    #expect(string.sections.map(\.id.rawValue) == [2, 8, 9])
    let ping = try JSONNode(#require(Self.relayed(ConsentStrings(gpp: gpp)).gppPing))
    let parsed = try ping.member("parsedSections")
    #expect(try parsed.members().map(\.key) == ["tcfeuv2", "usca", "usva"])
    let usca = try parsed.member("usca").elements()
    #expect(try usca[0].member("SaleOptOut").integer() == 2)
    #expect(try usca[0].member("KnownChildSensitiveDataConsents").value.text() == "[0,0]")
    #expect(try usca[1].value.text() == #"{"GpcSegmentType":1,"Gpc":true}"#)
    let europe = try parsed.member("tcfeuv2").elements()
    #expect(try europe[0].member("PublisherRestrictions").value.text() == "[]")
    #expect(europe.count == 3)
    #expect(try europe[1].member("VendorsDisclosedSegmentType").integer() == 1)
    #expect(try europe[2].member("NumCustomPurposes").integer() == 0)
  }

  @Test func `the vendors that were disclosed are always an object`() throws {
    var plain = PlainTCString()
    plain.disclosed = nil
    let relayed = try Self.relayed(ConsentStrings(tc: plain.text()))
    let vendor = try JSONNode(#require(relayed.tcData)).member("vendor")
    #expect(try vendor.member("disclosedVendors").value == .object(JSONObject()))
    let inApp = try JSONNode(#require(relayed.inAppTCData)).member("vendor")
    #expect(try inApp.member("disclosedVendors").string() == "")
  }

  @Test func `the US Privacy string goes to its own API and key`() throws {
    let relayed = try Self.relayed(regulation: .cpra, ConsentStrings(usPrivacy: "1YYN"))
    #expect(relayed.usPrivacy?.text == "1YYN")
    #expect(relayed.deviceKeys.last?.name == "IABUSPrivacy_String")
    #expect(relayed.restrictsDataProcessing)
    #expect(
      try !Self.relayed(regulation: .cpra, ConsentStrings(usPrivacy: "1YNN"))
        .restrictsDataProcessing)
  }

  @Test func `a statement without strings has nothing to tell`() throws {
    let relayed = try Self.relayed()
    #expect(relayed.tcData == nil && relayed.inAppTCData == nil && relayed.gppPing == nil)
    #expect(relayed.usPrivacy == nil && !relayed.restrictsDataProcessing)
  }

  @Test func `a malformed string is not handed on`() {
    for strings in [ConsentStrings(tc: "BAAA"), ConsentStrings(gpp: "DBABMA~BAAA")] {
      #expect(throws: TCStringError.self) { try Self.relayed(strings) }
    }
    for strings in [
      ConsentStrings(additionalConsent: "x"), ConsentStrings(gpp: "x"),
      ConsentStrings(gpp: "DBABT~9YNN"), ConsentStrings(usPrivacy: "x"),
    ] {
      #expect(throws: ConsentStringError.self) { try Self.relayed(strings) }
    }
  }
}
