// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Testing

@testable import AdStore

@Suite struct ConsentRepositoryTests {
  static let now = TemporaryStore.now

  @Test func `an answer is kept with everything that it said`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    var statement = try ConsentStatement.answer(.enabled)
    statement.country = "DK"
    statement.didomiUserID = "0b6f2a3e"
    statement.strings.additionalConsent = "2~1.35~dv.9"
    let set = try consent.set(statement, for: .init("user-1"), at: Self.now)
    let record = ConsentRecord(
      id: ConsentRecordID(1), event: .given, recordedAt: Self.now, previous: nil,
      statement: statement)
    #expect(set == .appended(record))
    #expect(try consent.current(of: .init("user-1")) == record)
    #expect(try consent.record(ConsentRecordID(1)) == record)
    #expect(try consent.current(of: .init("user-2")) == nil)
    let reopened = ConsentRepository(try store.open(.readOnly))
    #expect(try reopened.current(of: .init("user-1")) == record)
  }

  @Test func `a copy of an answer appends nothing, and the same answer at a later time renews it`()
    throws
  {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let subject = try SubjectKey("user-1")
    let first = try consent.set(.answer(.enabled), for: subject, at: Self.now).record
    let later = Self.now.advanced(by: 1000)
    #expect(try consent.set(.answer(.enabled), for: subject, at: later) == .unchanged(first))
    #expect(try consent.head(at: later).size == 1)
    let again = try consent.set(.answer(.enabled, at: later), for: subject, at: later).record
    #expect(again.event == .renewed && again.statement.expiry.at > first.statement.expiry.at)
    #expect(try consent.current(of: subject) == again)
  }

  /// An older yes wins over none of them.
  @Test(arguments: [ConsentChoice.disabled, .enabled])
  func `a refusal and a withdrawal that are said again are as new as they were said last`(
    choice: ConsentChoice
  ) throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let subject = try SubjectKey("user-1")
    for day in [0, 30] as [Int64] {
      let time = Self.now.advanced(by: day * 86_400_000)
      if choice == .disabled {
        try consent.set(.answer(.disabled, at: time), for: subject, at: time)
      } else {
        try consent.withdraw(subject, at: time)
      }
    }
    let between = Self.now.advanced(by: 15 * 86_400_000)
    let late = Self.now.advanced(by: 31 * 86_400_000)
    try consent.set(.answer(.enabled, at: between), for: subject, at: late)
    #expect(
      consent.decision(for: subject, at: late).permit?.mode
        == (choice == .disabled ? .limited : nil))
  }

  @Test func `the same answer is recorded anew once the last one has run out`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let subject = try SubjectKey("user-1")
    let first = try consent.set(.answer(.enabled), for: subject, at: Self.now).record
    let late = first.statement.expiry.at
    let again = try consent.set(.answer(.enabled, at: late), for: subject, at: late).record
    #expect(again.id == ConsentRecordID(2))
    #expect(again.event == .given)
  }

  @Test func `a history tells what followed on what`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    try consent.set(.answer(.enabled), for: .init("user-2"), at: Self.now)
    let later = (1...3).map { Self.now.advanced(by: $0) }
    try consent.set(.answer(.disabled, at: later[0]), for: subject, at: later[0])
    try consent.withdraw(subject, at: later[1])
    try consent.set(.answer(.enabled, at: later[2]), for: subject, at: later[2])
    let history = try consent.history(of: subject)
    #expect(history.map(\.event) == [.given, .refused, .withdrawn, .given])
    #expect(history.map(\.id.rawValue) == [1, 3, 4, 5])
    #expect(history.map { $0.previous?.rawValue } == [nil, 1, 3, 4])
    #expect(try consent.current(of: subject) == history.last)
  }

  @Test func `a withdrawal closes the gate, and a second one changes nothing`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    #expect(
      consent.decision(for: subject, at: Self.now)
        == .allowed(LoadPermit(record: ConsentRecordID(1), mode: .personalized)))
    let record = try consent.withdraw(subject, at: Self.now).record
    #expect(record.event == .withdrawn)
    #expect(consent.decision(for: subject, at: Self.now) == .blocked(.withdrawn))
    #expect(try consent.withdraw(subject, at: Self.now) == .unchanged(record))
    try consent.withdraw(.init("stranger"), at: Self.now)
    try consent.set(
      .answer(.enabled, at: Self.now.advanced(by: -1_000)), for: .init("stranger"),
      at: Self.now.advanced(by: 1_000))
    #expect(consent.decision(for: try .init("stranger"), at: Self.now) == .blocked(.withdrawn))
  }

  @Test func `a trial run changes nothing`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.enabled), for: subject, at: Self.now, commits: false)
    #expect(try consent.current(of: subject) == nil)
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    try consent.withdraw(subject, at: Self.now, commits: false)
    try consent.erase(subject, at: Self.now, commits: false)
    #expect(try consent.current(of: subject)?.event == .given)
    #expect(try consent.verify().size == 1)
  }

  @Test func `a clock that was ahead leaves later records their true times`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    let before = Self.now.advanced(by: -60_000)
    let record = try consent.set(.answer(.disabled, at: before), for: subject, at: before).record
    #expect(record.recordedAt == before && record.event == .refused)
    #expect(try consent.verify(at: Self.now).fault == nil)
    let year: Int64 = 365 * 86_400_000
    let ahead = Self.now.advanced(by: year)
    try consent.set(.answer(.enabled, at: ahead), for: .init("user-2"), at: ahead)
    #expect(consent.decision(for: try .init("user-2"), at: Self.now) == .blocked(.invalid))
    let fault = try consent.verify(at: Self.now).fault
    #expect(fault?.kind == .clockAhead && fault?.sequence == 3)
    let next = try consent.set(.answer(.enabled), for: .init("user-2"), at: Self.now).record
    #expect(next.recordedAt == Self.now && next.id == ConsentRecordID(4))
    #expect(
      consent.decision(for: try .init("user-2"), at: Self.now)
        == .allowed(
          LoadPermit(record: next.id, mode: .personalized)))
    let back = try consent.verify(at: ahead).fault
    #expect(back?.kind == .clockBack && back?.sequence == 4)
  }

  @Test func `a list shows everybody's current record in the order of the keys`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    for number in (0..<300).reversed() {
      let statement = try ConsentStatement.answer(number.isMultiple(of: 3) ? .disabled : .enabled)
      try consent.set(statement, for: .init("user-\(1000 + number)"), at: Self.now)
    }
    try consent.withdraw(.init("user-1001"), at: Self.now)
    var subjects: [String] = []
    try consent.forEach(at: Self.now) { subjects.append($0.subject) }
    #expect(subjects == (0..<300).map { "user-\(1000 + $0)" })

    var filter = ConsentFilter()
    filter.event = .refused
    #expect(try Self.count(consent, filter) == 100)
    filter.event = .withdrawn
    #expect(try Self.count(consent, filter) == 1)
    filter.event = nil
    filter.gate = .blocked
    #expect(try Self.count(consent, filter) == 1)
    filter.gate = .allowed
    filter.regulation = .cpra
    #expect(try Self.count(consent, filter) == 0)
  }

  @Test func `whoever has no record is in no list, and nothing is held of a stranger`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    try consent.set(.answer(.enabled), for: .init("user-2"), at: Self.now)
    try store.tamper([
      "INSERT INTO consent_subjects (key, salt) VALUES ('user-1', randomblob(32))"
    ])
    var subjects: [String] = []
    try consent.forEach(at: Self.now) { subjects.append($0.subject) }
    #expect(subjects == ["user-2"])
    #expect(try consent.everything(of: .init("user-1")) == [])
    #expect(try consent.everything(of: .init("stranger")) == [])
    #expect(try consent.everything(of: .init("user-2")).count == 1)
  }

  @Test func `the gate fails closed where the record cannot be trusted`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.disabled), for: subject, at: Self.now)
    try store.tamper([
      "DROP TRIGGER consent_contents_are_never_edited",
      #"UPDATE consent_contents SET content = replace(content, '"enabled":[]', '"enabled":[1]')"#,
    ])
    #expect(consent.decision(for: subject, at: Self.now) == .blocked(.failed))
    #expect(storeCode { _ = try consent.current(of: subject) } == .corrupt)
    try consent.database.close()
    #expect(consent.decision(for: subject, at: Self.now) == .blocked(.failed))
  }

  @Test(arguments: [
    "UPDATE consent_entries SET at = at + 1", "DELETE FROM consent_entries",
    "UPDATE consent_contents SET content = '{}'", "DELETE FROM consent_contents",
    "UPDATE consent_subjects SET key = 'other'",
    """
    INSERT INTO consent_entries SELECT sequence + 2, at, event, subject_commitment,
      payload_commitment, hash, hash FROM consent_entries
    """,
    """
    INSERT INTO consent_entries SELECT sequence + 1, at, event, subject_commitment,
      payload_commitment, previous, hash FROM consent_entries
    """,
  ])
  func `the database itself refuses what does not belong into a ledger`(sql: String) throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    try consent.set(.answer(.enabled), for: .init("user-1"), at: Self.now)
    #expect(throws: (any Error).self) { try store.tamper([sql]) }
    #expect(try consent.verify().fault == nil)
  }

  private static func count(_ consent: ConsentRepository, _ filter: ConsentFilter) throws -> Int {
    var count = 0
    try consent.forEach(matching: filter, at: now) { _ in count += 1 }
    return count
  }
}

extension ConsentStatement {
  /// Everything answered alike.
  static func answer(_ choice: ConsentChoice, at time: Timestamp = TemporaryStore.now) throws
    -> Self
  {
    Self(
      choices: try ConsentChoices(choice, for: .googleAds), regulation: .gdpr, at: time)
  }
}

extension TemporaryStore {
  /// Changes the file as somebody would who has SQLite and no regard for foreign keys.
  func tamper(_ statements: [String]) throws {
    let connection = try outsider()
    func guards() throws -> [String: String] {
      let all = try connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
      {
        try $0.all { ($0.text(0), $0.text(1)) }
      }
      return Dictionary(uniqueKeysWithValues: all)
    }
    let before = try guards()
    try connection.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
    for sql in statements { try connection.execute(sql) }
    // Whoever knows their craft puts back what was in the way.
    let left = try guards()
    for (name, sql) in before where left[name] == nil { try connection.execute(sql) }
    try connection.close()
  }
}
