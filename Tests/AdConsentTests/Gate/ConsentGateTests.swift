// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `The consent gate` {
  static let time = Timestamp(milliseconds: 1_795_242_360_000)

  @Test func `is closed where nobody answered`() {
    #expect(ConsentGate().decide(nil, at: Self.time) == .blocked(.noRecord))
    #expect(ConsentGate().explain(nil, at: Self.time).requirements.map(\.holds) == [false])
  }

  @Test func `opens for personalised ads once all is accepted`() throws {
    let record = try Self.record(.enabled)
    #expect(
      ConsentGate().decide(record, at: Self.time)
        == .allowed(LoadPermit(record: record.id, mode: .personalized)))
  }

  @Test func `opens for limited ads after a refusal, and not where consent is asked for`() throws {
    let record = try Self.record(.disabled)
    #expect(
      ConsentGate().decide(record, at: Self.time)
        == .allowed(LoadPermit(record: record.id, mode: .limited)))
    #expect(
      ConsentGate(policy: .consented).decide(record, at: Self.time) == .blocked(.notPermitted))
  }

  @Test(arguments: [
    (
      ConsentEvent.given,
      GateDecision.allowed(LoadPermit(record: ConsentRecordID(7), mode: .personalized))
    ),
    (.changed, .allowed(LoadPermit(record: ConsentRecordID(7), mode: .personalized))),
    (.imported, .allowed(LoadPermit(record: ConsentRecordID(7), mode: .personalized))),
    (.refused, .allowed(LoadPermit(record: ConsentRecordID(7), mode: .personalized))),
    (.withdrawn, .blocked(.withdrawn)),
    (.erased, .blocked(.withdrawn)),
    (.expired, .blocked(.expired)),
  ])
  func `follows what the last record tells of`(event: ConsentEvent, decision: GateDecision) throws {
    #expect(ConsentGate().decide(try Self.record(.enabled, event), at: Self.time) == decision)
  }

  @Test func `closes at the very moment of expiry`() throws {
    let record = try Self.record(.enabled)
    let end = record.statement.expiry.at
    #expect(ConsentGate().decide(record, at: end.advanced(by: -1)).isAllowed)
    #expect(ConsentGate().decide(record, at: end) == .blocked(.expired))
  }

  @Test func `stays closed while an answer is missing`() throws {
    var statement = try ConsentStatement.all(.enabled)
    statement.choices.vendors.consent = try ChoiceList(
      enabled: [.name("google")], notAsked: [.number(1)])
    let record = ConsentRecord.wrapping(statement)
    #expect(ConsentGate().decide(record, at: Self.time) == .blocked(.partial))
  }

  @Test func `opens fully where no regulation applies`() throws {
    let statement = ConsentStatement(choices: .init(), regulation: .none, at: Self.time)
    let record = ConsentRecord.wrapping(statement)
    for policy in GatePolicy.allCases {
      #expect(
        ConsentGate(policy: policy).decide(record, at: Self.time)
          == .allowed(LoadPermit(record: record.id, mode: .personalized)))
    }
  }

  /// Google's table: each purpose alone taken out of an otherwise complete consent.
  @Test(arguments: [
    (1, ServingMode.limited), (2, .limited), (3, .nonPersonalized), (4, .nonPersonalized),
    (5, .personalized), (6, .personalized), (7, .limited), (8, .personalized), (9, .limited),
    (10, .limited), (11, .personalized),
  ])
  func `gives the mode that Google's table gives without a purpose`(
    purpose: Int, mode: ServingMode
  ) throws {
    let rest = (1...11).filter { $0 != purpose }.map { ConsentItemID.number($0) }
    let choices = ConsentChoices(
      purposes: .init(
        consent: try ChoiceList(enabled: rest, disabled: [.number(purpose)])),
      vendors: .init(consent: try ChoiceList(enabled: [.number(755)])))
    let record = ConsentRecord.wrapping(
      ConsentStatement(choices: choices, regulation: .gdpr, at: Self.time))
    #expect(
      ConsentGate().decide(record, at: Self.time)
        == .allowed(LoadPermit(record: record.id, mode: mode)))
  }

  @Test func `takes legitimate interest where Google does, with the vendor's own`() throws {
    let interest: [ConsentItemID] = [2, 7, 9, 10].map { .number($0) }
    var choices = ConsentChoices(
      purposes: .init(
        consent: try ChoiceList(enabled: [.number(1)]),
        legitimateInterest: try ChoiceList(enabled: interest)),
      vendors: .init(
        consent: try ChoiceList(enabled: [.number(755)]),
        legitimateInterest: try ChoiceList(enabled: [.number(755)])))
    #expect(Self.mode(choices) == .nonPersonalized)
    choices.vendors.legitimateInterest = .empty
    #expect(Self.mode(choices) == .limited)
  }

  @Test func `takes what the record does not say for no`() throws {
    let purposes = try ConsentChoices(.enabled, for: .googleAds).purposes
    #expect(Self.mode(ConsentChoices(purposes: purposes)) == .limited)
    let vendors = try ConsentChoices(.enabled, for: .googleAds).vendors
    #expect(Self.mode(ConsentChoices(vendors: vendors)) == .limited)
  }

  @Test func `lets a no under one spelling outweigh a yes under another`() throws {
    var choices = try ConsentChoices(.enabled, for: .googleAds)
    choices.vendors.consent = try ChoiceList(enabled: [.name("google")], disabled: [.number(755)])
    choices.vendors.legitimateInterest = .empty
    #expect(Self.mode(choices) == .limited)
  }

  @Test func `asked more of limited ads before Google's change`() throws {
    let before = Timestamp(
      milliseconds: LimitedAdsRule.standard.disclosureSufficesFrom.milliseconds - 1)
    let statement = ConsentStatement(
      choices: try ConsentChoices(.disabled, for: .googleAds), regulation: .gdpr, at: before)
    let record = ConsentRecord.wrapping(statement)
    #expect(ConsentGate().decide(record, at: before) == .blocked(.notPermitted))
    #expect(
      ConsentGate().decide(record, at: before.advanced(by: 1))
        == .allowed(LoadPermit(record: record.id, mode: .limited)))
    #expect(
      LimitedAdsRule.standard.disclosureSufficesFrom.description == "2025-04-01T00:00:00.000Z")
  }

  @Test(arguments: [Regulation.cpra, .cpa, .ctdpa, .vcdpa])
  func `restricts processing after an opt-out in the United States`(regulation: Regulation) throws {
    let refused = ConsentRecord.wrapping(try .all(.disabled, under: regulation))
    #expect(
      ConsentGate().decide(refused, at: Self.time)
        == .allowed(LoadPermit(record: refused.id, mode: .nonPersonalized))
    )
    let accepted = ConsentRecord.wrapping(try .all(.enabled, under: regulation))
    #expect(
      ConsentGate().decide(accepted, at: Self.time)
        == .allowed(LoadPermit(record: accepted.id, mode: .personalized)))
  }

  @Test func `explains itself requirement by requirement`() throws {
    let record = try Self.record(.disabled)
    let explanation = ConsentGate().explain(record, at: Self.time)
    #expect(explanation.decision == .allowed(LoadPermit(record: record.id, mode: .limited)))
    #expect(explanation.requirements.count == 12)
    #expect(explanation.requirements.prefix(5).allSatisfy { $0.holds })
    #expect(explanation.requirements.dropFirst(5).allSatisfy { !$0.holds })
    #expect(
      explanation.requirements[5].text == "purpose 1 (cookies) and Google by consent")
    #expect(explanation.requirements.allSatisfy { !$0.source.isEmpty })
  }

  static func record(_ choice: ConsentChoice, _ event: ConsentEvent = .given) throws
    -> ConsentRecord
  {
    ConsentRecord.wrapping(try .all(choice), event)
  }

  static func mode(_ choices: ConsentChoices) -> ServingMode? {
    let record = ConsentRecord.wrapping(
      ConsentStatement(choices: choices, regulation: .gdpr, at: time))
    guard case .allowed(let permit) = ConsentGate().decide(record, at: time) else { return nil }
    return permit.mode
  }
}

extension ConsentStatement {
  static func all(_ choice: ConsentChoice, under regulation: Regulation = .gdpr) throws -> Self {
    Self(
      choices: try ConsentChoices(choice, for: .googleAds), regulation: regulation,
      at: `The consent gate`.time)
  }
}

extension ConsentRecord {
  static func wrapping(_ statement: ConsentStatement, _ event: ConsentEvent = .given) -> Self {
    Self(
      id: ConsentRecordID(7), event: event, recordedAt: statement.updatedAt, previous: nil,
      statement: statement)
  }
}
