// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Testing

@testable import AdStore

/// What was answered last holds, whatever arrives after it.
@Suite struct ConsentOrderTests {
  static let now = TemporaryStore.now
  let store: TemporaryStore
  let consent: ConsentRepository
  let subject: SubjectKey

  init() throws {
    store = try TemporaryStore()
    consent = ConsentRepository(try store.create())
    subject = try SubjectKey("user-1")
  }

  @Test func `a copy of an answer from before the withdrawal appends nothing and opens nothing`()
    throws
  {
    let given = try consent.set(.answer(.enabled), for: subject, at: Self.now).record
    let withdrawn = try consent.withdraw(subject, at: Self.now.advanced(by: 10)).record
    let again = try consent.set(
      .answer(.enabled), for: subject, at: Self.now.advanced(by: 20))
    #expect(again == .overruled(given, by: withdrawn, isNew: false))
    #expect(again.record == withdrawn)
    #expect(consent.decision(for: subject, at: Self.now.advanced(by: 20)) == .blocked(.withdrawn))
    #expect(try consent.head(at: Self.now).size == 2)
  }

  @Test func `an older answer that is new is kept as evidence and opens nothing`() throws {
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    let refused = try consent.set(
      .answer(.disabled, at: Self.now.advanced(by: 10)), for: subject,
      at: Self.now.advanced(by: 10)
    ).record
    let old = try ConsentStatement.answer(.enabled, at: Self.now.advanced(by: -86_400_000))
    for event in [nil, ConsentEvent.imported] {
      var old = old
      old.collection.action = event?.rawValue
      let late = try consent.set(old, for: subject, as: event, at: Self.now.advanced(by: 20))
      guard case .overruled(let record, let holder, isNew: true) = late else {
        Issue.record("\(late)")
        continue
      }
      #expect(record.statement == old && holder == refused)
    }
    #expect(try consent.history(of: subject).count == 4)
    #expect(try consent.current(of: subject) == refused)
    let answer = consent.answer(for: subject, at: Self.now.advanced(by: 30))
    #expect(answer.record == refused && answer.expiresAt == refused.statement.expiry.at)
    #expect(answer.decision == .allowed(LoadPermit(record: refused.id, mode: .limited)))
  }

  @Test func `an answer after the withdrawal opens the gate again`() throws {
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    try consent.withdraw(subject, at: Self.now.advanced(by: 10))
    let later = Self.now.advanced(by: 20)
    let again = try consent.set(.answer(.enabled, at: later), for: subject, at: later).record
    #expect(again.event == .given && again.previous == ConsentRecordID(2))
    #expect(consent.decision(for: subject, at: later).isAllowed)
  }

  @Test func `what held at a time is what had arrived by then`() throws {
    let late = Self.now.advanced(by: 1_000)
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    try consent.set(
      .answer(.disabled, at: Self.now.advanced(by: 10)), for: subject, at: late)
    #expect(
      try consent.record(of: subject, at: late.advanced(by: -1))?.id == ConsentRecordID(1))
    #expect(try consent.record(of: subject, at: late)?.id == ConsentRecordID(2))
    #expect(try consent.record(of: subject, at: Self.now.advanced(by: -1)) == nil)
  }

  @Test func `observers do not hear of an answer that opens nothing`() throws {
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    try consent.withdraw(subject, at: Self.now.advanced(by: 10))
    let heard = ToldChanges()
    let observation = consent.observe { heard.note($0) }
    try consent.set(
      .answer(.enabled, at: Self.now.advanced(by: 5)), for: subject, at: Self.now.advanced(by: 20))
    #expect(heard.events == [])
    withExtendedLifetime(observation) {}
  }

  /// What is done to the records of somebody whose last one is a withdrawal.
  @Test(arguments: [
    ["DELETE FROM consent_contents WHERE sequence = 3"],
    ["DELETE FROM consent_contents WHERE sequence = 1"],
    ["UPDATE consent_contents SET content = '{}' WHERE sequence = 3"],
    ["UPDATE consent_contents SET subject = 2 WHERE sequence = 3"],
    ["UPDATE consent_contents SET subject = 1 WHERE sequence = 2"],
    ["UPDATE consent_entries SET event = 'rekeyed' WHERE sequence = 3"],
    [
      "DELETE FROM consent_contents WHERE sequence = 3",
      "UPDATE consent_entries SET event = 'rekeyed' WHERE sequence = 3",
    ],
    ["UPDATE consent_entries SET at = 0 WHERE sequence = 3"],
  ])
  func `the gate fails closed where a record of the person is gone or altered`(
    statements: [String]
  ) throws {
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    try consent.set(.answer(.enabled), for: .init("user-2"), at: Self.now)
    try consent.withdraw(subject, at: Self.now.advanced(by: 10))
    try store.tamper(ConsentVerifyTests.withoutGuards + statements)
    let reader = ConsentRepository(try store.open(.readOnly))
    let time = Self.now.advanced(by: 20)
    #expect(reader.decision(for: subject, at: time) == .blocked(.failed))
    #expect(storeCode { _ = try reader.current(of: subject) } == .corrupt)
    #expect(try reader.verify(at: time).fault != nil)
  }
}
