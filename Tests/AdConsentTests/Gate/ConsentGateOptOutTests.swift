// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `The consent gate, under a law of opting out` {
  static let time = `The consent gate`.time

  /// Strings without any answer beside them. What is not understood or not said is no leave, nor is what
  /// says that nobody gave notice, or is of another law.
  @Test(arguments: [
    (ConsentStrings(gpp: "DBABLA~BVVqAAAAAmA.QA"), ServingMode.personalized),
    (ConsentStrings(gpp: "DBABBg~BUoAAABo"), .personalized),
    (ConsentStrings(gpp: "DBABBg~BUYAAABo"), .nonPersonalized),
    (ConsentStrings(gpp: "DBABLA~BVVqAAAAAmA.YA"), .nonPersonalized),
    (ConsentStrings(gpp: "DBABLA~CAAAAAAAAABA.QA"), .nonPersonalized),
    (ConsentStrings(gpp: "DBABLA~DVVqAAAAAmA.QA"), .nonPersonalized),
    (ConsentStrings(additionalConsent: "1~1"), .nonPersonalized),
    (ConsentStrings(gpp: "DBABLA~BVVqAAAAAmA.QA", usPrivacy: "1YNN"), .personalized),
    (ConsentStrings(gpp: "DBABBg~BUYAAABo", usPrivacy: "1YNN"), .nonPersonalized),
    (ConsentStrings(usPrivacy: "1YNN"), .personalized),
    (ConsentStrings(usPrivacy: "1---"), .nonPersonalized),
    (ConsentStrings(usPrivacy: "1NNN"), .nonPersonalized),
    (ConsentStrings(usPrivacy: "1-NN"), .nonPersonalized),
    (ConsentStrings(usPrivacy: "1Y-N"), .nonPersonalized),
    // California's section: nothing applies, and no notice of one of two chances.
    (ConsentStrings(gpp: "DBABBg~BAAAAABo"), .nonPersonalized),
    (ConsentStrings(gpp: "DBABBg~BQoAAABo"), .nonPersonalized),
    // Virginia's alone, with notice, and beside California's.
    (ConsentStrings(gpp: "\(PlainGPPHeader.text([9]))~BVoAABA"), .nonPersonalized),
    (ConsentStrings(gpp: "\(PlainGPPHeader.text([8, 9]))~BUoAAABo~BVoAABA"), .personalized),
  ])
  func `personalises only where it is told that it may`(strings: ConsentStrings, mode: ServingMode)
    throws
  {
    let statement = ConsentStatement(
      choices: .init(), regulation: .cpra, at: Self.time, strings: strings)
    let record = ConsentRecord.wrapping(statement)
    #expect(
      ConsentGate().decide(record, at: Self.time)
        == .allowed(LoadPermit(record: record.id, mode: mode)))
    #expect(
      try RelayedConsent(of: statement).restrictsDataProcessing == (mode == .nonPersonalized))
  }

  /// Section 4095, and a version of usnat that nobody has published.
  @Test(arguments: ["DBABEBVg~BVVqAAAAAmA", "DBABLA~DVVqAAAAAmA.QA"], Law.ids)
  func `lets an answer not outweigh a section that is not understood`(
    gpp: String, law: Regulation
  ) throws {
    var statement = try ConsentStatement.all(.enabled, under: law)
    statement.strings.gpp = gpp
    let record = ConsentRecord.wrapping(statement)
    #expect(
      ConsentGate().decide(record, at: Self.time)
        == .allowed(LoadPermit(record: record.id, mode: .nonPersonalized)))
  }

  @Test(arguments: [(ConsentChoice.enabled, false), (.disabled, true)])
  func `tells the ad tag to restrict processing after a refusal`(
    choice: ConsentChoice, restricts: Bool
  )
    throws
  {
    let statement = try ConsentStatement.all(choice, under: .cpra)
    #expect(try RelayedConsent(of: statement).restrictsDataProcessing == restricts)
    #expect(try !RelayedConsent(of: .all(choice, under: .gdpr)).restrictsDataProcessing)
  }

  static let optOuts = [
    ConsentStrings(usPrivacy: "1YYN"), ConsentStrings(gpp: "DBABTA~1YYN"),
    // Opted out of sale in California, of everything with GPC, and by GPC alone.
    ConsentStrings(gpp: "DBABBg~BUYAAABo"), ConsentStrings(gpp: "DBABL~BVQaAAAAAa.Y"),
    ConsentStrings(gpp: "DBABLA~BVVqAAAAAmA.YA"),
  ]

  /// The more careful of two signals counts, whichever law the answer was asked under.
  @Test(arguments: Law.ids, optOuts)
  func `lets an answer not outweigh an opt-out`(law: Regulation, strings: ConsentStrings)
    throws
  {
    var statement = try ConsentStatement.all(.enabled, under: law)
    statement.strings = strings
    let record = ConsentRecord.wrapping(statement)
    #expect(
      ConsentGate().decide(record, at: Self.time)
        == .allowed(LoadPermit(record: record.id, mode: .nonPersonalized)))
    let relayed = try RelayedConsent(of: statement)
    #expect(relayed.restrictsDataProcessing && relayed.optsOut && !relayed.hidesRestriction)
    let recordable = try statement.recordable(at: Self.time, isSummary: false)
    #expect(recordable.strings == strings)
  }

  @Test func `names the section and the field that opts out`() throws {
    var statement = try ConsentStatement.all(.enabled)
    statement.strings.gpp = "DBABL~BVQaAAAAAa.Y"
    let explained = ConsentGate().explain(.wrapping(statement), at: Self.time)
    #expect(
      explained.requirements.contains {
        !$0.holds
          && $0.text
            == "no opt-out in section 7 (usnat) of the GPP string: SaleOptOut, Gpc"
      })
  }

  /// Three values of California's section are none that it has.
  @Test func `takes a value that no section has for no leave`() throws {
    var statement = try ConsentStatement.all(.enabled, under: .cpra)
    statement.strings.gpp = "DBABBg~BbYbGwXY.YA"
    let record = ConsentRecord.wrapping(statement)
    let explanation = ConsentGate().explain(record, at: Self.time)
    #expect(
      explanation.requirements.contains { !$0.holds && $0.text.hasPrefix("valid values only: ") })
  }

  /// A number that is no section's, and a version of California's that nobody has published.
  @Test(arguments: [(4095, "BAAAABA", "4095"), (8, "CUoAAABo", "8 (usca)")])
  func `takes a section that is not understood for no leave, and names it`(
    id: Int, text: String, name: String
  ) throws {
    var statement = try ConsentStatement.all(.enabled, under: .cpra)
    statement.strings.gpp = "\(PlainGPPHeader.text([id]))~\(text)"
    let explanation = ConsentGate().explain(.wrapping(statement), at: Self.time)
    #expect(
      explanation.requirements.filter { !$0.holds }.map(\.text)
        == ["section \(name) of the GPP string is understood"])
    let record = ConsentRecord.wrapping(statement).id
    #expect(
      explanation.decision == .allowed(LoadPermit(record: record, mode: .nonPersonalized)))
  }

  @Test func `is closed for a section that cannot be read`() throws {
    var statement = try ConsentStatement.all(.enabled, under: .cpra)
    statement.strings.gpp = "DBABBg~BUoA"
    #expect(
      ConsentGate().decide(.wrapping(statement), at: Self.time) == .blocked(.invalid))
    #expect(throws: GPPSectionError.self) {
      try statement.recordable(at: Self.time, isSummary: false)
    }
  }

  @Test func `tells what Google serves without a TC string, and decides as before`() throws {
    func advice(_ statement: ConsentStatement) -> [Bool] {
      ConsentGate().explain(.wrapping(statement), at: Self.time).requirements
        .filter { $0.effect == .served([.personalized, .nonPersonalized]) }.map(\.holds)
    }
    let choices = try ConsentStatement.all(.enabled)
    #expect(advice(choices) == [false])
    #expect(
      ConsentGate().decide(.wrapping(choices), at: Self.time)
        == .allowed(LoadPermit(record: ConsentRecord.wrapping(choices).id, mode: .personalized)))
    #expect(try advice(.all(.enabled, under: .cpra)) == [])
    #expect(try advice(.all(.disabled)) == [])
  }

  @Test func `is closed for an answer from the future`() throws {
    let day: Int64 = 86_400_000
    let record = ConsentRecord.wrapping(try .all(.enabled))
    #expect(ConsentGate().decide(record, at: Self.time.advanced(by: -day)).isAllowed)
    #expect(
      ConsentGate().decide(record, at: Self.time.advanced(by: -day - 1)) == .blocked(.invalid))
  }
}
