// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import TestSupport
import Testing

@Suite struct `The consent gate, given a TC string` {
  static let time = Timestamp(milliseconds: 1_795_242_360_000)

  @Test func `opens for personalised ads where the string allows Google all of them`() throws {
    #expect(try Self.decision(Self.complete()) == Self.allowed(.personalized))
  }

  @Test func `needs Google's vendor bit on the same basis as the purpose's`() throws {
    var tc = try Self.complete()
    tc.vendorConsents = try VendorSet([1])
    #expect(try Self.decision(tc) == Self.allowed(.limited))
    tc = try Self.complete()
    tc.purposesConsent = [1]
    tc.purposesLegitimateInterest = [2, 7, 9, 10]
    #expect(try Self.decision(tc) == Self.allowed(.nonPersonalized))
    tc.vendorLegitimateInterests = VendorSet()
    #expect(try Self.decision(tc) == Self.allowed(.limited))
  }

  /// A restriction on one purpose, against a string that allows both bases throughout.
  @Test(arguments: [
    (1, PublisherRestriction.Kind.notAllowed, ServingMode.limited),
    (3, .notAllowed, .nonPersonalized),
    (2, .notAllowed, .limited),
    (2, .requireConsent, .personalized),
    (2, .requireLegitimateInterest, .personalized),
    (4, .requireConsent, .personalized),
    (4, .requireLegitimateInterest, .nonPersonalized),
    (1, .requireLegitimateInterest, .limited),
    (8, .notAllowed, .personalized),
  ])
  func `follows the publisher's restrictions`(
    purpose: Int, kind: PublisherRestriction.Kind, mode: ServingMode
  ) throws {
    var tc = try Self.complete()
    tc.publisherRestrictions = [
      PublisherRestriction(purpose: purpose, kind: kind, vendors: try VendorSet([755]))
    ]
    #expect(try Self.decision(tc) == Self.allowed(mode))
    tc.publisherRestrictions[0].vendors = try VendorSet([754])
    #expect(try Self.decision(tc) == Self.allowed(.personalized))
  }

  @Test func `loads nothing where Google was not disclosed`() throws {
    var tc = try Self.complete()
    tc.disclosedVendors = try VendorSet([1, 2])
    #expect(try Self.decision(tc) == .blocked(.notPermitted))
  }

  /// They are mandatory from 2026-03-01 on.
  @Test func `asks a string from before disclosed vendors were mandatory for none`() throws {
    var tc = try Self.complete()
    tc.created = try Timestamp("2026-02-28T00:00:00Z")
    tc.lastUpdated = tc.created
    tc.disclosedVendors = nil
    #expect(try Self.decision(tc) == Self.allowed(.personalized))
    tc.disclosedVendors = try VendorSet([1, 2])
    #expect(try Self.decision(tc) == .blocked(.notPermitted))
  }

  /// Kept as evidence, and worth nothing.
  @Test func `is closed for a string from the future, which is recorded all the same`() throws {
    var tc = try Self.complete()
    tc.created = try Timestamp("2027-06-01T00:00:00Z")
    tc.lastUpdated = tc.created
    let text = tc.encoded()
    let statement = try ConsentStatement(tcString: text)
      .recordable(at: Self.time, isSummary: false)
    #expect(statement.strings.tc == text)
    #expect(
      ConsentGate().decide(.wrapping(statement), at: Self.time) == .blocked(.invalid))
    var answer = try ConsentStatement.all(.enabled)
    answer.updatedAt = tc.created
    #expect(throws: InvalidValue.self) {
      try answer.recordable(at: Self.time, isSummary: false)
    }
  }

  @Test
  func `is closed by a restriction of a purpose that does not exist, and not by a repeated one`()
    throws
  {
    var plain = PlainTCString()
    plain.disclosed = [755]
    plain.restrictions = [.init(purpose: 63, kind: 0, ranges: [(1, 1)])]
    let statement = try ConsentStatement(tcString: plain.text())
      .recordable(at: Self.time, isSummary: false)
    #expect(
      ConsentGate().decide(.wrapping(statement), at: Self.time) == .blocked(.invalid))
    plain.restrictions = [
      .init(purpose: 5, kind: 0, ranges: [(1, 1)]), .init(purpose: 5, kind: 0, ranges: [(1, 1)]),
    ]
    let repeated = try ConsentStatement(tcString: plain.text())
    #expect(ConsentGate().decide(.wrapping(repeated), at: Self.time).isAllowed)
  }

  @Test func `takes a string that breaks its policy's rules for invalid`() throws {
    var tc = try Self.complete()
    tc.isServiceSpecific = false
    #expect(try Self.decision(tc) == .blocked(.invalid))
    tc = try Self.complete()
    tc.disclosedVendors = nil
    #expect(try Self.decision(tc) == .blocked(.invalid))
    tc = try Self.complete()
    tc.purposesLegitimateInterest = [1, 2]
    #expect(try Self.decision(tc) == .blocked(.invalid))
  }

  @Test func `takes a malformed string for invalid, and does not show it`() throws {
    let record = try Self.record(text: "C!secret")
    let explanation = ConsentGate().explain(record, at: Self.time)
    #expect(explanation.decision == .blocked(.invalid))
    #expect(explanation.requirements.last?.holds == false)
    #expect(!"\(explanation)".contains("secret"))
  }

  @Test func `is closed once the string is 13 months old, whatever the record says`() throws {
    let tc = try Self.complete()
    var record = try Self.record(text: tc.encoded())
    var statement = record.statement
    statement.expiry = ConsentExpiry(explicit: try Timestamp("2100-01-01T00:00:00Z"))
    record = .wrapping(statement)
    let late = ConsentLifetime.months(13).end(from: tc.lastUpdated)
    #expect(ConsentGate().decide(record, at: late.advanced(by: -1)).isAllowed)
    #expect(ConsentGate().decide(record, at: late) == .blocked(.expired))
  }

  @Test func `lets an explicit no in the record outweigh the string`() throws {
    let text = try Self.complete().encoded()
    var record = try Self.record(text: text)
    var statement = record.statement
    statement.choices.purposes.consent = try ChoiceList(disabled: [.name("create_ads_profile")])
    record = .wrapping(statement)
    #expect(ConsentGate().decide(record, at: Self.time) == Self.allowed(.nonPersonalized))
  }

  @Test func `needs no more than the string`() throws {
    var statement = ConsentStatement(choices: .init(), regulation: .gdpr, at: Self.time)
    statement.strings.tc = try Self.complete().encoded()
    #expect(
      ConsentGate().decide(.wrapping(statement), at: Self.time) == Self.allowed(.personalized))
  }

  @Test func `reads the string inside a GPP string as well, and the stricter one wins`() throws {
    let text = try Self.complete().encoded()
    var limited = try Self.complete()
    limited.purposesConsent = [1]
    limited.purposesLegitimateInterest = [2, 7, 9, 10]
    var statement = ConsentStatement(choices: .init(), regulation: .gdpr, at: Self.time)
    statement.strings.gpp = "DBABM~\(text)"
    #expect(
      ConsentGate().decide(.wrapping(statement), at: Self.time) == Self.allowed(.personalized))
    statement.strings.tc = limited.encoded()
    #expect(
      ConsentGate().decide(.wrapping(statement), at: Self.time) == Self.allowed(.nonPersonalized))
    statement.strings.gpp = "DBABM~C!"
    #expect(ConsentGate().decide(.wrapping(statement), at: Self.time) == .blocked(.invalid))
  }

  /// The European section of a GPP string is from 2022, and is no answer in California.
  @Test func `asks of a TC string only what it answers`() throws {
    let old = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"
    var statement = ConsentStatement(choices: .init(), regulation: .cpra, at: Self.time)
    statement.strings.gpp = "DBACNYA~\(old)~1YNN"
    let end = statement.expiry.at
    #expect(
      ConsentGate().decide(.wrapping(statement), at: Self.time) == Self.allowed(.nonPersonalized))
    #expect(try statement.recordable(at: Self.time, isSummary: false).expiry.at == end)
    // It gives no leave under another law than its own, and takes some.
    for law in [Regulation.cpra, try Regulation("lgpd"), try Regulation("martian")] {
      let isOptIn = law.model(at: Self.time) == .optIn
      statement = ConsentStatement(choices: .init(), regulation: law, at: Self.time)
      statement.strings.tc = try Self.complete().encoded()
      #expect(
        ConsentGate().decide(.wrapping(statement), at: Self.time)
          == Self.allowed(isOptIn ? .limited : .nonPersonalized))
      statement.choices = try ConsentChoices(.enabled, for: .googleAds)
      #expect(
        ConsentGate().decide(.wrapping(statement), at: Self.time) == Self.allowed(.personalized))
      statement.strings.tc = old
      #expect(
        ConsentGate().decide(.wrapping(statement), at: Self.time)
          == Self.allowed(isOptIn ? .limited : .nonPersonalized))
      // Unless the choices are its own.
      statement = try ConsentStatement(tcString: old, regulation: law)
      #expect(ConsentGate().decide(.wrapping(statement), at: Self.time) == .blocked(.expired))
    }
  }

  @Test(arguments: [
    ("1YNN", ServingMode.personalized), ("1YYN", .nonPersonalized), ("1---", .nonPersonalized),
  ])
  func `takes an opt-out from a US Privacy string`(text: String, mode: ServingMode) throws {
    var statement = ConsentStatement(choices: .init(), regulation: .cpra, at: Self.time)
    statement.strings.usPrivacy = text
    #expect(ConsentGate().decide(.wrapping(statement), at: Self.time) == Self.allowed(mode))
    statement.strings = ConsentStrings(gpp: "DBABTA~\(text)")
    #expect(ConsentGate().decide(.wrapping(statement), at: Self.time) == Self.allowed(mode))
  }

  /// A string under TCF 2.3 that allows Google everything.
  static func complete() throws -> TCString {
    var tc = TCString(
      created: try Timestamp("2026-11-20T00:00:00Z"), cmpID: 300, policyVersion: 5,
      consentLanguage: try LetterPair("DA"), publisherCountry: try LetterPair("DK"))
    tc.purposesConsent = PurposeSet(1...11)
    tc.purposesLegitimateInterest = [2, 7, 8, 9, 10, 11]
    tc.vendorConsents = try VendorSet([1, 2, 755])
    tc.vendorLegitimateInterests = try VendorSet([755])
    tc.disclosedVendors = try VendorSet([1, 2, 755, 800])
    return tc
  }

  static func record(text: String) throws -> ConsentRecord {
    .wrapping(
      ConsentStatement(
        choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr, at: time,
        strings: ConsentStrings(tc: text)))
  }

  static func decision(_ tc: TCString) throws -> GateDecision {
    ConsentGate().decide(try record(text: tc.encoded()), at: time)
  }

  static func allowed(_ mode: ServingMode) -> GateDecision {
    .allowed(LoadPermit(record: ConsentRecordID(7), mode: mode))
  }
}

@Suite struct `Choices read from a TC string` {
  @Test func `name purposes and Google as Didomi does`() throws {
    var tc = try `The consent gate, given a TC string`.complete()
    tc.purposesConsent = [1, 3]
    tc.specialFeatureOptIns = [2]
    let choices = ConsentChoices(of: tc)
    #expect(
      choices.purposes.consent.enabled.map(\.description) == [
        "cookies", "create_ads_profile", "device_characteristics",
      ])
    #expect(choices.purposes.consent.disabled.count == 10)
    #expect(choices.vendors.consent.enabled == [.number(1), .number(2), .name("google")])
    #expect(choices.vendors.consent.disabled == [.number(800)])
    #expect(choices.purposes.legitimateInterest.disabled == [])
  }

  @Test func `know no purpose 11 before policy version 4`() throws {
    var tc = try `The consent gate, given a TC string`.complete()
    tc.policyVersion = 2
    #expect(
      ConsentChoices(of: tc).purposes.consent[.name("use_limited_data_to_select_content")]
        == .notAsked)
  }
}
