// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

/// Whether somebody must, may or must not be asked, row by row of the rule.
@Suite("Asking again")
struct AskAdviceTests {
  private static let now = `The consent gate`.time
  /// What is on record, days ago.
  enum Said: Sendable {
    case yes, no, withdrawn, optOut, control, partial, child, teen, section
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let said: [(law: String, what: Said, daysAgo: Int)]
    let law: String
    var notice = AskedNotice()
    var country: String?
    let verdict: AskAdvice.Verdict
    let reason: AskAdvice.Reason
    /// Days from now.
    var until: Int?

    var testDescription: String { "\(said) in \(law): \(verdict) \(reason)" }
  }

  private static let rows: [Row] = [
    // No law applies, or it is not in force yet.
    Row(said: [], law: "none", verdict: .doNotAsk, reason: .noLaw),
    Row(said: [("gdpr", .no, 1)], law: "none", verdict: .doNotAsk, reason: .noLaw),
    // An age at which consent cures nothing.
    Row(said: [("gdpr", .child, 1)], law: "ctdpa", verdict: .doNotAsk, reason: .bannedForAge),
    Row(said: [("ocpa", .teen, 1)], law: "ocpa", verdict: .doNotAsk, reason: .bannedForAge),
    Row(said: [("lgpd", .teen, 1)], law: "lgpd", verdict: .doNotAsk, reason: .bannedForAge),
    Row(said: [("gdpr", .teen, 1)], law: "gdpr", verdict: .ask, reason: .noRecord),
    // Opting out: nobody has to be asked, and whoever did is left alone.
    Row(said: [], law: "cpra", verdict: .doNotAsk, reason: .optOutLaw),
    Row(said: [("cpra", .yes, 900)], law: "cpra", verdict: .doNotAsk, reason: .optOutLaw),
    Row(said: [("cpra", .no, 100)], law: "cpra", verdict: .doNotAsk, reason: .optedOut, until: 265),
    Row(
      said: [("cpra", .optOut, 364)], law: "cpra", verdict: .doNotAsk, reason: .optedOut, until: 1),
    Row(said: [("cpra", .optOut, 366)], law: "cpra", verdict: .mayAsk, reason: .optedOut),
    Row(
      said: [("cpra", .optOut, 366), ("cpra", .optOut, 10)], law: "cpra", verdict: .doNotAsk,
      reason: .optedOut, until: 355),
    Row(
      said: [("cpra", .control, 5)], law: "cpra", verdict: .doNotAsk, reason: .optedOut, until: 360),
    Row(
      said: [("cpra", .optOut, 5)], law: "tdpsa", verdict: .doNotAsk, reason: .optedOut, until: 360),
    Row(
      said: [("cpra", .optOut, 9), ("cpra", .yes, 8)], law: "cpra", verdict: .doNotAsk,
      reason: .optOutLaw),
    Row(
      said: [("cpra", .optOut, 100)], law: "cpra",
      notice: AskedNotice(version: "9", changesProcessing: true), verdict: .doNotAsk,
      reason: .optedOut, until: 265),
    // Opting in: an answer under another law is none.
    Row(said: [], law: "gdpr", verdict: .ask, reason: .noRecord),
    Row(said: [], law: "martian", verdict: .ask, reason: .noRecord),
    Row(said: [("cpra", .yes, 1)], law: "gdpr", verdict: .ask, reason: .lawChanged),
    Row(said: [("gdpr", .yes, 1)], law: "ukgdpr", verdict: .ask, reason: .lawChanged),
    Row(said: [("cpra", .optOut, 1)], law: "gdpr", verdict: .ask, reason: .lawChanged),
    // A no is not asked about sooner than a yes, nor before six months, whatever changed.
    Row(said: [("gdpr", .no, 10)], law: "gdpr", verdict: .doNotAsk, reason: .refusedRecently),
    Row(
      said: [("gdpr", .withdrawn, 10)], law: "gdpr", verdict: .doNotAsk, reason: .refusedRecently),
    Row(said: [("gdpr", .no, 300)], law: "gdpr", verdict: .doNotAsk, reason: .refusedRecently),
    Row(said: [("gdpr", .no, 400)], law: "gdpr", verdict: .mayAsk, reason: .refused),
    Row(
      said: [("gdpr", .no, 10)], law: "gdpr",
      notice: AskedNotice(version: "9", changesProcessing: true, vendors: [.number(10)]),
      verdict: .doNotAsk, reason: .refusedRecently),
    Row(
      said: [("gdpr", .no, 10)], law: "gdpr",
      notice: AskedNotice(version: "9", changesProcessing: true), country: "IT", verdict: .mayAsk,
      reason: .purposesChanged),
    // Something has no answer.
    Row(said: [("gdpr", .partial, 1)], law: "gdpr", verdict: .ask, reason: .partial),
    Row(
      said: [("gdpr", .yes, 1)], law: "gdpr", notice: AskedNotice(purposes: [.name("my_own")]),
      verdict: .ask, reason: .partial),
    Row(
      said: [("gdpr", .yes, 1)], law: "gdpr", notice: AskedNotice(purposes: [.number(1)]),
      verdict: .doNotAsk, reason: .stillGood),
    // A string of another law answers no purpose of this one.
    Row(
      said: [("gdpr", .section, 1)], law: "gdpr", notice: AskedNotice(purposes: [.number(1)]),
      verdict: .ask, reason: .partial),
    // A yes that ran out, or that does not reach what is asked about now.
    Row(said: [("gdpr", .yes, 400)], law: "gdpr", verdict: .ask, reason: .expired),
    Row(
      said: [("gdpr", .yes, 1)], law: "gdpr",
      notice: AskedNotice(version: "9", changesProcessing: true), verdict: .ask,
      reason: .purposesChanged),
    Row(
      said: [("gdpr", .yes, 1)], law: "gdpr",
      notice: AskedNotice(version: "8", changesProcessing: true), verdict: .doNotAsk,
      reason: .stillGood),
    Row(
      said: [("gdpr", .yes, 1)], law: "gdpr", notice: AskedNotice(version: "9"),
      verdict: .doNotAsk, reason: .stillGood),
    // New vendors, at once or after the days that the platform leaves in peace.
    Row(
      said: [("gdpr", .yes, 10)], law: "gdpr", notice: AskedNotice(vendors: [.number(10)]),
      verdict: .ask, reason: .vendorsChanged),
    Row(
      said: [("gdpr", .yes, 10)], law: "gdpr",
      notice: AskedNotice(vendors: [.number(10)], daysBeforeAskingAboutVendors: 30),
      verdict: .doNotAsk, reason: .vendorsChanged, until: 20),
    Row(
      said: [("gdpr", .yes, 10)], law: "gdpr", notice: AskedNotice(vendors: [.name("google")]),
      verdict: .doNotAsk, reason: .stillGood),
    Row(said: [("gdpr", .yes, 1)], law: "gdpr", verdict: .doNotAsk, reason: .stillGood),
  ]

  @Test(arguments: rows)
  func `follows the first rule that applies`(row: Row) throws {
    let state = ConsentState(try Self.records(of: row))
    let advice = ConsentGate().advice(
      on: state, under: try Regulation(row.law), about: row.notice, at: Self.now)
    #expect(advice.verdict == row.verdict && advice.reason == row.reason)
    if let until = row.until {
      #expect(
        advice.until.map { ($0.milliseconds - Self.now.milliseconds) / 86_400_000 } == Int64(until))
    }
    #expect(
      (advice.record == nil)
        == [.noLaw, .bannedForAge, .optOutLaw, .noRecord, .lawChanged].contains(advice.reason))
  }

  @Test func `says when a law that is not in force begins`() throws {
    let advice = ConsentGate().advice(
      on: .empty, under: try Regulation("okcdpa"), at: try Timestamp("2026-11-23T00:00:00Z"))
    #expect(advice.reason == .noLaw)
    #expect(advice.until == (try Timestamp("2027-01-01T00:00:00Z")))
  }

  @Test func `asks again where a TC string is worth nothing, or of a policy before`() throws {
    func advice(_ notice: AskedNotice = AskedNotice(), _ change: (inout PlainTCString) -> Void)
      throws -> AskAdvice
    {
      var tc = PlainTCString()
      change(&tc)
      let statement = try ConsentStatement(tcString: tc.text())
      return ConsentGate().advice(
        on: ConsentState([.wrapping(statement)]), under: .gdpr, about: notice,
        at: statement.updatedAt.advanced(by: 86_400_000))
    }
    #expect(try advice { _ in }.reason == .stillGood)
    #expect(try advice { $0.isServiceSpecific = false }.reason == .invalidString)
    let policy = try advice { _ in }
    #expect(policy.verdict == .doNotAsk)
    #expect(try advice(AskedNotice(policyOfNewBases: 6)) { _ in }.reason == .policyChanged)
    #expect(try advice(AskedNotice(policyOfNewBases: 2)) { _ in }.reason == .stillGood)
  }

  @Test func `is due when the answer runs out`() throws {
    let statement = try ConsentStatement.all(.enabled, under: .gdpr, at: Self.now)
    let advice = ConsentGate().advice(
      on: ConsentState([.wrapping(statement)]), under: .gdpr, at: Self.now)
    #expect(advice.until == statement.expiry.at)
  }

  @Test(arguments: AskAdvice.Reason.allCases)
  func `every reason is told in words, with its source`(reason: AskAdvice.Reason) {
    #expect(!reason.explanation.isEmpty && !reason.source.isEmpty)
  }

  private static func records(of row: Row) throws -> [ConsentRecord] {
    try row.said.enumerated().map { place, said in
      let time = now.advanced(by: Int64(-said.daysAgo) * 86_400_000)
      let law = try Regulation(said.law)
      var statement = ConsentStatement(choices: .init(), regulation: law, at: time)
      var event: ConsentEvent?
      switch said.what {
      case .yes: statement = try .all(.enabled, under: law, at: time)
      case .no: statement = try .all(.disabled, under: law, at: time)
      case .withdrawn:
        statement = try ConsentStatement.all(.enabled, under: law, at: time).withdrawn(at: time)
        event = .withdrawn
      case .optOut: statement.strings.usPrivacy = "1YYN"
      case .control: statement.gpc = true
      case .partial:
        statement = try .all(.enabled, under: law, at: time)
        statement.choices.purposes.consent = try ChoiceList(notAsked: [.number(1)])
      case .section: statement.strings.gpp = "DBABBg~BUoAAABo"
      case .child: statement.ageTreatment = .child
      case .teen: statement.ageTreatment = .teen
      }
      statement.country = row.country
      statement.collection.notice = ConsentNotice(version: "8")
      return ConsentRecord(
        id: ConsentRecordID(Int64(place + 1)),
        event: event ?? .answering(statement, after: nil, at: time), recordedAt: time,
        previous: nil, statement: statement)
    }
  }
}
