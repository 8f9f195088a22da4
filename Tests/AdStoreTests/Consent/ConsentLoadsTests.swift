// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdSQLite
import Testing

@testable import AdStore

@Suite struct ConsentLoadsTests {
  static let start = RecordedHistory.start
  let recorded: RecordedHistory
  let consent: ConsentRepository
  let subject: SubjectKey

  init() throws {
    recorded = try RecordedHistory()
    consent = ConsentRepository(recorded.database)
    subject = try SubjectKey("user-1")
  }

  @Test func `loads under a record that allowed them are passed`() throws {
    try load(after: 1_000, mode: .personalized)
    try load(after: 2_000, mode: .limited)
    let (report, disallowed) = try check()
    #expect(report.loads == 2 && report.disallowed == 0 && disallowed == [])
  }

  @Test func `a load after the withdrawal is named with unit, session and time`() throws {
    try load(after: 1_000)
    let withdrawal = try consent.withdraw(subject, at: Self.start.advanced(by: 5_000)).record.id
    try load(after: 9_000)
    let (report, disallowed) = try check()
    #expect(report.loads == 2)
    #expect(
      disallowed == [
        DisallowedLoad(
          unit: AdUnitID(validated: "unit"), session: SessionID(validated: "s9000"),
          time: Self.start.advanced(by: 9_000), record: recorded.record,
          fault: .replaced(by: withdrawal))
      ])
  }

  @Test func `a load while a withdrawal was being stored is counted apart`() throws {
    try consent.withdraw(subject, at: Self.start.advanced(by: 5_000))
    try load(after: 5_004)
    let (report, disallowed) = try check()
    #expect(report.loads == 1 && report.crossed == 1 && report.disallowed == 0 && disallowed == [])
  }

  @Test func `a load is named where it came too early, too late or in a mode that is not allowed`()
    throws
  {
    try load(after: 500 * 86_400_000)
    try load(after: -1_000)
    #expect(try check().1.map(\.fault) == [.beforeRecord, .blocked(.expired)])
    let gate = ConsentGate(policy: .consented)
    #expect(try check(by: LoadCheck(gate: gate)).1.count == 2)
  }

  @Test func `a load in a mode that the record does not allow is named`() throws {
    let refused = try consent.set(.answer(.disabled), for: .init("user-2"), at: Self.start).record
    try load(after: 1_000, under: refused.id, mode: .limited)
    try load(after: 2_000, under: refused.id, mode: .personalized)
    #expect(try check().1.map(\.fault) == [.mode(allowed: .limited)])
  }

  @Test func `loads under an erased record are counted, and named after the erasure`() throws {
    try load(after: 1_000)
    let erasure = try consent.erase(subject, at: Self.start.advanced(by: 5_000)).entry
    try load(after: 9_000)
    let (report, disallowed) = try check()
    #expect(report.loads == 2 && report.erased == 2)
    #expect(disallowed.map(\.fault) == [.replaced(by: erasure)])
  }

  /// The content alone, and everything that told of the record.
  @Test(arguments: [
    ["DELETE FROM consent_contents WHERE sequence = 2"],
    [
      "DELETE FROM consent_contents WHERE sequence = 2",
      "DELETE FROM consent_subjects WHERE key = 'user-2'",
      "DELETE FROM consent_entries WHERE sequence = 2",
    ],
  ])
  func `loads under a record that is gone without an erasure are named`(
    statements: [String]
  ) throws {
    let other = try consent.set(.answer(.enabled), for: .init("user-2"), at: Self.start).record
    try load(after: 1_000, under: other.id)
    try load(after: 2_000, under: other.id)
    try load(after: 3_000)
    #expect(try check().1 == [])
    try recorded.store.tamper(ConsentVerifyTests.withoutGuards + statements)
    let (report, disallowed) = try check()
    #expect(disallowed.map(\.fault) == [.blocked(.noRecord), .blocked(.noRecord)])
    #expect(disallowed.map(\.record) == [other.id, other.id])
    #expect(report.loads == 3 && report.erased == 0)
  }

  @Test func `a load at a time that cannot be is told as damage, with its record`() throws {
    try load(after: 1_000)
    #expect(try consent.everything(of: subject).first?.loads.count == 1)
    try recorded.store.tamper([
      "PRAGMA ignore_check_constraints = ON", "UPDATE sessions SET started_at = \(Int64.max)",
    ])
    let error = #expect(throws: StoreError.self) { try consent.everything(of: subject) }
    #expect(error?.code == .corrupt)
    #expect(error?.message.contains("a load under record 1") == true, "\(error as Any)")
  }

  @Test func `a withdrawal counts from its own time where the ledger's clock had run ahead`() throws
  {
    try consent.set(
      .answer(.enabled), for: .init("user-2"), at: Self.start.advanced(by: 86_400_000))
    try consent.withdraw(subject, at: Self.start.advanced(by: 5_000))
    try load(after: 1_000)
    try load(after: 9_000)
    #expect(try check().1.map(\.fault) == [.replaced(by: ConsentRecordID(3))])
  }

  @Test func `a load under another person's record in the same session is named`() throws {
    let other = try consent.set(.answer(.enabled), for: .init("user-2"), at: Self.start).record
    try load(after: 1_000)
    try load(after: 2_000, under: other.id)
    #expect(try check().1 == [], "two sessions")
    try recorded.database.write { connection in
      try connection.execute(
        """
        UPDATE session_transitions SET sequence = sequence + 10,
          session = (SELECT session FROM sessions WHERE id = 's1000')
        WHERE consent = 2
        """)
    }
    let found = try check().1
    #expect(found.map(\.fault) == [.otherPerson(than: recorded.record)])
    #expect(found.first?.session == SessionID(validated: "s1000"))
  }

  @Test func `a load that crossed a withdrawal is named where its session is another person's`()
    throws
  {
    let other = try consent.set(.answer(.enabled), for: .init("user-2"), at: Self.start).record
    try consent.withdraw(.init("user-2"), at: Self.start.advanced(by: 5_000))
    try load(after: 1_000)
    try load(after: 5_004, under: other.id)
    #expect(try check().0.crossed == 1, "two sessions")
    try recorded.database.write { connection in
      try connection.execute(
        """
        UPDATE session_transitions SET sequence = sequence + 10, elapsed = 4004,
          session = (SELECT session FROM sessions WHERE id = 's1000')
        WHERE consent = 2
        """)
    }
    let (report, found) = try check()
    #expect(found.map(\.fault) == [.otherPerson(than: recorded.record)])
    #expect(report.crossed == 0)
  }

  @Test func `an older answer that arrives late takes no load's consent away`() throws {
    try consent.set(
      .answer(.disabled, at: Self.start.advanced(by: -5_000)), for: subject,
      at: Self.start.advanced(by: 500))
    try load(after: 1_000)
    #expect(try check().1 == [])
  }

  @Test func `a load before or after what was erased is still found`() throws {
    try consent.withdraw(subject, at: Self.start.advanced(by: 2_000))
    try consent.erase(subject, at: Self.start.advanced(by: 5_000))
    try load(after: -1_000)
    try load(after: 1_000)
    try load(after: 3_500)
    try load(after: 4_000, under: ConsentRecordID(2))
    #expect(
      try check().1.map(\.fault) == [
        .beforeRecord, .replaced(by: ConsentRecordID(2)), .blocked(.withdrawn),
      ])
  }

  @Test
  func `a load without a mode, as older files hold, is named where not every mode was allowed`()
    throws
  {
    let refused = try consent.set(.answer(.disabled), for: .init("user-2"), at: Self.start).record
    try load(after: 1_000, under: refused.id)
    try recorded.database.write {
      try $0.execute("UPDATE session_transitions SET kind = 3 WHERE kind <= 3")
    }
    #expect(try check().1.map(\.fault) == [.unknownMode(allowed: .limited)])
  }

  @Test
  func `a load is judged by the rules that it was allowed by, whatever the settings say today`()
    throws
  {
    let refused = try consent.set(.answer(.disabled), for: .init("user-2"), at: Self.start).record
    let strict = ConsentGate(policy: .consented)
    try load(after: 1_000, under: refused.id, mode: .limited, by: ConsentGate())
    try load(after: 2_000, under: refused.id, mode: .limited, by: strict)
    // Of a session that tells none.
    try load(after: 3_000, under: refused.id, mode: .limited)
    func sessions(by gate: ConsentGate, _ rules: LoadRules) throws -> [String] {
      try check(by: LoadCheck(gate: gate), rules).1.map(\.session.rawValue)
    }
    #expect(try sessions(by: ConsentGate(), .theirOwn) == ["s2000"])
    #expect(try sessions(by: strict, .theirOwn) == ["s2000", "s3000"])
    #expect(try sessions(by: ConsentGate(), .given) == [])
    #expect(try sessions(by: strict, .given) == ["s1000", "s2000", "s3000"])
  }

  @Test func `the loads of a person are listed with their verdicts, and nobody else's`() throws {
    let other = try consent.set(.answer(.disabled), for: .init("user-2"), at: Self.start).record
    try load(after: 1_000)
    try load(after: 2_000, under: other.id, mode: .limited)
    let withdrawal = try consent.withdraw(subject, at: Self.start.advanced(by: 5_000)).record.id
    try load(after: 9_000)
    var loads: [JudgedLoad] = []
    try consent.forEachLoad(of: subject, by: LoadCheck()) { loads.append($0) }
    #expect(loads.map(\.session.rawValue) == ["s1000", "s9000"])
    #expect(loads.map(\.mode) == [.personalized, .personalized])
    #expect(
      loads.map(\.verdict) == [.allowed, .disallowed(.replaced(by: withdrawal))])
  }

  @Test(arguments: [
    (ConsentGrouping.law, ["- 1 1", "cpra 1 1", "gdpr 2 1"]),
    (.event, ["erased 1 1", "given 2 2", "refused 1 1", "withdrawn 1 1"]),
    (.month, ["2026-11 5 3"]), (.ads, ["nonPersonalized - 1", "none (withdrawn) - 1"]),
  ])
  func `entries and people are counted`(grouping: ConsentGrouping, counts: [String]) throws {
    let time = Self.start.advanced(by: 1_000)
    try consent.withdraw(subject, at: time)
    try consent.set(.answer(.disabled), for: .init("user-2"), at: time)
    var optOut = ConsentStatement(choices: .init(), regulation: .cpra, at: time)
    optOut.strings.usPrivacy = "1YYN"
    try consent.set(optOut, for: .init("user-3"), at: time)
    try consent.erase(.init("user-2"), at: time)
    let found = try consent.counts(by: grouping, at: time, by: ConsentGate())
    #expect(
      found.map { count in
        "\(count.group ?? "-") \(count.entries.map { "\($0)" } ?? "-") \(count.people)"
      } == counts)
  }

  @Test(arguments: [
    (ConsentGrouping.law, ["gdpr 1 1"]), (.event, ["given 1 1", "ruled 1 0", "sealed 1 0"]),
    (.month, ["2026-11 1 1"]),
  ])
  func `entries that are of nobody count as nobody's`(
    grouping: ConsentGrouping, counts: [String]
  ) throws {
    try InventoryRepository(recorded.database).change(by: "t", at: Self.start) {
      try $0.setSettings { $0.gate.policy = .consented }
    }
    let recorder = TransitionRecorder(
      try RecordedSession(
        id: SessionID("s"), page: PageID("front"), startedAt: Self.start, clockAtStart: 0),
      in: recorded.database)
    recorder.record([Self.load(of: "u", at: 0, ConsentRecordID(1), .limited)])
    try recorder.close()
    let found = try consent.counts(by: grouping, at: Self.start, by: ConsentGate())
    #expect(
      found.map { count in
        "\(count.group ?? "-") \(count.entries.map { "\($0)" } ?? "-") \(count.people)"
      } == counts)
  }

  @Test func `rules that change within a session hold from then on`() throws {
    let refused = try consent.set(.answer(.disabled), for: .init("user-2"), at: Self.start).record
    let session = try RecordedSession(
      id: SessionID("s"), page: PageID("front"), startedAt: Self.start.advanced(by: 1_000),
      clockAtStart: 0)
    let recorder = TransitionRecorder(session, in: recorded.database)
    for (time, gate) in [(0, ConsentGate()), (10, ConsentGate(policy: .consented))] {
      recorder.use(gate)
      recorder.record([Self.load(of: "u\(time)", at: Int64(time), refused.id, .limited)])
    }
    try recorder.close()
    #expect(try check().1.map(\.unit.rawValue) == ["u10"])
  }

  @Test
  func `a load by the rules of another version is counted apart, and its record is still checked`()
    throws
  {
    let refused = try consent.set(.answer(.disabled), for: .init("user-2"), at: Self.start).record
    try load(after: 1_000, under: refused.id, mode: .personalized, by: ConsentGate())
    try load(after: -1_000, under: refused.id, mode: .limited, by: ConsentGate())
    try recorded.database.write { try $0.execute("UPDATE gate_rules SET version = 99") }
    let (report, disallowed) = try check()
    #expect(report.otherRules == 1 && disallowed.map(\.fault) == [.beforeRecord])
  }

  @Test func `a session without a load tells no rules, and leaves none`() throws {
    let session = try RecordedSession(
      id: SessionID("idle"), page: PageID("front"), startedAt: Self.start, clockAtStart: 0)
    let recorder = TransitionRecorder(session, in: recorded.database)
    recorder.use(ConsentGate())
    try recorder.close()
    let rows = try recorded.database.read { connection in
      try connection.statement("SELECT count(*) FROM session_rules").first { $0.int64(0) }
    }
    #expect(rows == 0)
  }

  /// Records a session that loads one ad.
  private func load(
    after delay: Int64, under record: ConsentRecordID? = nil,
    mode: ServingMode = .personalized, by gate: ConsentGate? = nil
  ) throws {
    let session = try RecordedSession(
      id: SessionID("s\(delay)".replacing("-", with: "m")), page: PageID("front"),
      appVersion: "1", device: "phone", startedAt: Self.start.advanced(by: delay),
      clockAtStart: 0, measuresViewability: false)
    let recorder = TransitionRecorder(session, in: recorded.database)
    if let gate { recorder.use(gate) }
    recorder.record([Self.load(of: "unit", at: 0, record ?? recorded.record, mode)])
    try recorder.close()
  }

  private static func load(
    of unit: String, at time: Int64, _ record: ConsentRecordID, _ mode: ServingMode
  ) -> LoadTransition {
    LoadTransition(
      time: time, unit: AdUnitID(validated: unit), from: .notLoaded, to: .fetched,
      cause: .enteredFetchZone, frame: AdRect(x: 0, y: 0, width: 1, height: 1),
      viewport: AdRect(x: 0, y: 0, width: 1, height: 1),
      permit: LoadPermit(record: record, mode: mode))
  }

  private func check(
    by check: LoadCheck = LoadCheck(), _ rules: LoadRules = .theirOwn
  ) throws -> (LoadReport, [DisallowedLoad]) {
    var disallowed: [DisallowedLoad] = []
    let report = try consent.checkLoads(by: check, rules: rules) { disallowed.append($0) }
    return (report, disallowed)
  }
}
