// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import TestSupport
import Testing

/// What a program may hand over as an answer: as little that contradicts itself as the command line
/// takes.
@Suite struct ConsentRecordingTests {
  static let now = TemporaryStore.now

  /// Ways to spoil an answer that agrees with itself.
  enum Spoiling: CaseIterable {
    case fromTheFuture, otherLaw, refusalWithConsentingString
    case purposeThatTheStringRefuses, bothAnswers, malformedString

    func spoil(_ statement: inout ConsentStatement) throws {
      switch self {
      case .fromTheFuture: statement.updatedAt = now.advanced(by: 86_400_001)
      case .otherLaw: statement.gdprApplies = false
      case .refusalWithConsentingString:
        statement.choices = try ConsentChoices(.disabled, for: .googleAds)
        statement.strings.tc = try text(allowing: [1, 2, 3, 4, 7, 9, 10])
      case .purposeThatTheStringRefuses: statement.strings.tc = try text(allowing: [1])
      case .bothAnswers:
        statement.choices.purposes.consent = try ChoiceList(
          enabled: [.name("cookies")], disabled: [.number(1)])
      case .malformedString: statement.strings.gpp = "D"
      }
    }
  }

  @Test(arguments: Spoiling.allCases)
  func `an answer that contradicts itself is not recorded`(spoiling: Spoiling) throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    var statement = try ConsentStatement.answer(.enabled)
    try spoiling.spoil(&statement)
    #expect(throws: (any Error).self) {
      try consent.set(statement, for: .init("user-1"), at: Self.now)
    }
    #expect(try consent.head(at: Self.now).size == 0)
  }

  @Test func `a platform's summary may say no where its string says yes on one basis`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    var statement = try ConsentStatement.answer(.enabled)
    statement.choices.purposes.consent = try ChoiceList(
      enabled: [.number(1)], disabled: [.number(2)])
    statement.strings.tc = try Self.text(allowing: [1, 2])
    #expect(throws: InvalidValue.self) {
      try consent.set(statement, for: .init("user-1"), at: Self.now)
    }
    try consent.set(statement, for: .init("user-1"), at: Self.now, isSummary: true)
  }

  @Test func `an answer is recorded with its string's header and ends when the gate closes`() throws
  {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let text = try Self.text(allowing: [1])
    var statement = try ConsentStatement(tcString: text)
    statement.updatedAt = Self.now
    statement.projection = nil
    statement.expiry = ConsentExpiry(explicit: try Timestamp("2030-01-01T00:00:00Z"))
    let kept = try consent.set(statement, for: .init("user-1"), at: Self.now).record.statement
    #expect(kept.projection == TCProjection(of: try TCString(decoding: text)))
    #expect(kept.expiry.at.description == "2027-12-20T00:00:00.000Z")
  }

  /// A string of the day before that allows Google purposes by consent.
  private static func text(allowing purposes: [Int]) throws -> String {
    var tc = TCString(
      created: try Timestamp("2026-11-20T00:00:00Z"), cmpID: 300, policyVersion: 5,
      consentLanguage: try LetterPair("DA"), publisherCountry: try LetterPair("DK"))
    tc.disclosedVendors = try VendorSet([755])
    tc.vendorConsents = try VendorSet([755])
    tc.purposesConsent = PurposeSet(purposes)
    return tc.encoded()
  }
}
