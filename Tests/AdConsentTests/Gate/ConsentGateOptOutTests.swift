// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `The consent gate, under a law of opting out` {
  static let time = `The consent gate`.time

  /// Strings without any answer beside them. What is not understood or not said is no leave.
  @Test(arguments: [
    (ConsentStrings(gpp: "DBABLA~BVVqAAAAAmA.QA"), ServingMode.nonPersonalized),
    (ConsentStrings(additionalConsent: "1~1"), .nonPersonalized),
    (ConsentStrings(gpp: "DBABLA~BVVqAAAAAmA.QA", usPrivacy: "1YNN"), .nonPersonalized),
    (ConsentStrings(usPrivacy: "1YNN"), .personalized),
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

  @Test func `lets an answer not outweigh a section that is not understood`() throws {
    var statement = try ConsentStatement.all(.enabled, under: .cpra)
    statement.strings.gpp = "DBABLA~BVVqAAAAAmA.QA"
    let record = ConsentRecord.wrapping(statement)
    #expect(
      ConsentGate().decide(record, at: Self.time)
        == .allowed(LoadPermit(record: record.id, mode: .nonPersonalized)))
  }

  @Test(arguments: [(Choice.enabled, false), (.disabled, true)])
  func `tells the ad tag to restrict processing after a refusal`(choice: Choice, restricts: Bool)
    throws
  {
    let statement = try ConsentStatement.all(choice, under: .cpra)
    #expect(try RelayedConsent(of: statement).restrictsDataProcessing == restricts)
    #expect(try !RelayedConsent(of: .all(choice, under: .gdpr)).restrictsDataProcessing)
  }

  /// The more careful of two signals counts, whichever law the answer was asked under.
  @Test(
    arguments: [Regulation.gdpr, .cpra],
    [ConsentStrings(usPrivacy: "1YYN"), ConsentStrings(gpp: "DBABTA~1YYN")])
  func `lets an answer not outweigh an opt-out of sale`(law: Regulation, strings: ConsentStrings)
    throws
  {
    var statement = try ConsentStatement.all(.enabled, under: law)
    statement.strings = strings
    let record = ConsentRecord.wrapping(statement)
    #expect(
      ConsentGate().decide(record, at: Self.time)
        == .allowed(LoadPermit(record: record.id, mode: .nonPersonalized)))
  }

  @Test func `is closed for an answer from the future`() throws {
    let day: Int64 = 86_400_000
    let record = ConsentRecord.wrapping(try .all(.enabled))
    #expect(ConsentGate().decide(record, at: Self.time.advanced(by: -day)).isAllowed)
    #expect(
      ConsentGate().decide(record, at: Self.time.advanced(by: -day - 1)) == .blocked(.invalid))
  }
}
