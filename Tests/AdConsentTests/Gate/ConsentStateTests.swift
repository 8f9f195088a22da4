// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `What a person said` {
  static let time = `The consent gate`.time

  /// One record of a person: when it was answered and received, in seconds after a beginning.
  struct Answer: Sendable {
    var says: ConsentChoice = .enabled
    var event = ConsentEvent.given
    let answered: Int64
    let received: Int64
  }

  private static func yes(_ answered: Int64, _ received: Int64) -> Answer {
    Answer(answered: answered, received: received)
  }

  private static func no(_ answered: Int64, _ received: Int64) -> Answer {
    Answer(says: .disabled, event: .refused, answered: answered, received: received)
  }

  private static func withdrawal(_ answered: Int64, _ received: Int64) -> Answer {
    Answer(says: .disabled, event: .withdrawn, answered: answered, received: received)
  }

  private static let day: Int64 = 86_400

  /// What arrived in which order, and the place of what holds, from 1.
  @Test(arguments: [
    ("one answer", [yes(0, 0)], 1),
    ("a later answer", [yes(0, 0), no(10, 10)], 2),
    ("a withdrawal", [yes(0, 0), withdrawal(10, 10)], 2),
    ("an answer after a withdrawal", [yes(0, 0), withdrawal(10, 10), yes(20, 20)], 3),
    (
      "a copy of an answer from before a withdrawal", [yes(0, 0), withdrawal(10, 10), yes(0, 20)], 2
    ),
    ("another answer from before a refusal", [no(10, 10), yes(5, 20)], 1),
    ("a refusal that arrives late", [yes(10, 10), no(5, 20)], 1),
    ("a refusal that arrives late, and is newer", [yes(0, 10), no(5, 20)], 2),
    ("a refusal and an agreement of one time", [no(0, 0), yes(0, 5)], 1),
    ("an agreement and a refusal of one time", [yes(0, 0), no(0, 5)], 2),
    ("a withdrawal and an agreement of one time", [withdrawal(0, 0), yes(0, 5)], 1),
    ("a withdrawal and a refusal of one time", [withdrawal(0, 0), no(0, 5)], 1),
    ("the same twice at one time", [yes(0, 0), yes(0, 5)], 2),
    ("a withdrawal after an answer dated ahead", [yes(10 * 3_600, 0), withdrawal(60, 60)], 2),
    (
      "a copy of an answer dated ahead, after the withdrawal",
      [yes(10 * 3_600, 0), withdrawal(60, 60), yes(10 * 3_600, 120)], 2
    ),
    (
      "a refusal under the right clock after an answer under one that was ahead",
      [yes(30 * day, 30 * day), no(0, 0)], 2
    ),
    (
      "a later answer under the right clock after a refusal under one that was ahead",
      [no(30 * day, 30 * day), yes(0, 0)], 2
    ),
    (
      "an older answer after a refusal under a clock that was ahead",
      [no(30 * day, 30 * day), yes(-day, 0)], 1
    ),
    ("a refusal and an agreement dated ahead that arrive at one time", [no(day, 0), yes(9, 0)], 1),
    ("a withdrawal under a clock that was behind", [yes(0, 0), withdrawal(-3_600, -3_600)], 2),
  ])
  func `is the one that was answered last, and of one time the most careful`(
    case: String, answers: [Answer], place: Int
  ) throws {
    let records = try answers.enumerated().map { try Self.record($0.offset + 1, $0.element) }
    #expect(Self.holder(of: records)?.id == ConsentRecordID(Int64(place)))
  }

  @Test(arguments: [(1, 2), (2, 1)] as [(Int64, Int64)])
  func `takes an answer dated ahead as given a millisecond before the next was received`(
    before: Int64, place: Int64
  ) throws {
    let ahead = try Self.record(1, Self.yes(3_600, 3_600))
    let next = Self.time.advanced(by: 100_000)
    let refusal = ConsentRecord(
      id: ConsentRecordID(2), event: .refused, recordedAt: next, previous: nil,
      statement: ConsentStatement(
        choices: try ConsentChoices(.disabled, for: .googleAds), regulation: .gdpr,
        at: next.advanced(by: -before)))
    #expect(Self.holder(of: [ahead, refusal])?.id == ConsentRecordID(place))
  }

  @Test func `is none where nobody answered`() {
    #expect(Self.holder(of: []) == nil)
  }

  @Test func `is of one time the answer that leaves the lesser ads`() throws {
    var some = try Self.record(2, Self.yes(0, 5))
    var statement = some.statement
    statement.choices.purposes.consent = try ChoiceList(
      enabled: [.number(1), .number(2), .number(7), .number(9), .number(10)],
      disabled: [.number(3), .number(4)])
    some = ConsentRecord(
      id: some.id, event: .changed, recordedAt: some.recordedAt, previous: nil,
      statement: statement)
    let all = try [Self.record(1, Self.yes(0, 0)), some, Self.record(3, Self.yes(0, 9))]
    #expect(Self.holder(of: all)?.id == some.id)
    let refusal = try Self.record(1, Self.no(0, 0))
    #expect(Self.holder(of: [refusal, some])?.id == refusal.id)
  }

  /// Whatever the order of arrival: with clocks that are right, only the times of the answers count.
  @Test func `does not depend on the order of arrival`() throws {
    let answers = [Self.yes(1, 100), Self.no(2, 100), Self.yes(3, 100), Self.withdrawal(4, 100)]
    for start in answers.indices {
      let order = Array(answers[start...] + answers[..<start])
      let records = try order.enumerated().map { try Self.record($0.offset + 1, $0.element) }
      #expect(Self.holder(of: records)?.event == .withdrawn)
    }
  }

  @Test func `tells the gate until when what it allows holds`() throws {
    let record = try Self.record(1, Self.yes(0, 0))
    let answer = ConsentGate().answer(ConsentState([record]), at: Self.time)
    #expect(answer.decision.isAllowed && answer.record == record)
    #expect(answer.expiresAt == record.statement.expiry.at)
    let withdrawn = try Self.record(1, Self.withdrawal(0, 0))
    #expect(ConsentGate().answer(ConsentState([withdrawn]), at: Self.time).expiresAt == nil)
    #expect(ConsentGate().answer(.empty, at: Self.time).expiresAt == nil)
  }

  @Test func `opens nothing where it was received in the future`() throws {
    let record = try Self.record(1, Self.yes(0, Self.day + 1))
    #expect(ConsentGate().decide(record, at: Self.time) == .blocked(.invalid))
    #expect(ConsentGate().decide(record, at: Self.time.advanced(by: 1_000)).isAllowed)
  }

  private static func holder(of records: [ConsentRecord]) -> ConsentRecord? {
    let state = ConsentState(records)
    #expect(records.reduce(into: .empty) { $0.append($1) } == state)
    return state.newest(at: time)
  }

  private static func record(_ id: Int, _ answer: Answer) throws -> ConsentRecord {
    let time = time.advanced(by: answer.answered * 1_000)
    return ConsentRecord(
      id: ConsentRecordID(Int64(id)), event: answer.event,
      recordedAt: Self.time.advanced(by: answer.received * 1_000), previous: nil,
      statement: ConsentStatement(
        choices: try ConsentChoices(answer.says, for: .googleAds), regulation: .gdpr, at: time))
  }
}
