// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdSQLite
import AdSystem
import Testing

@testable import AdStore

@Suite struct SealAuditTests {
  private let recorded: RecordedHistory
  /// The recorder of the session that nobody ends, kept so that nothing ends it either.
  private let killed: [TransitionRecorder]

  /// Three sessions of two people, of which the last one nobody ended, and a simulation.
  init() throws {
    recorded = try RecordedHistory()
    let other = try ConsentRepository(recorded.database).set(
      .answer(.enabled), for: SubjectKey("user-2"), at: RecordedHistory.start
    ).record.id
    var killed: [TransitionRecorder] = []
    for (index, id) in ["one", "two", "left-open", "played"].enumerated() {
      let recorder = TransitionRecorder(
        try recorded.session(id, after: Int64(index) * 100, simulated: id == "played"),
        in: recorded.database, interval: nil)
      recorder.use(ConsentGate())
      for batch in 0..<3 {
        for unit in ["a", "b"] {
          let time = Int64(batch) * 1_000
          let load = recorded.transition("\(unit)\(batch)", to: .fetched, at: time)
          let record = id == "two" ? other : recorded.record
          // In the last batch one of the first is told something else.
          let isLater = batch == 2 && unit == "a"
          for told in [isLater ? AdUnitID(validated: "a0") : load.unit, load.unit] {
            recorder.note(
              ToldScripts(
                consent: ToldScripts.Consent(
                  record: record, script: ContentHasher.hash("\(batch)")),
                others: ToldScripts.Others(
                  "targeting \(ContentHasher.hash("\(told) \(batch)").hex)\n")),
              of: told)
          }
          recorder.record([
            .changed(
              LoadTransition(
                time: load.time, unit: load.unit, from: load.from, to: load.to, cause: load.cause,
                frame: load.frame, viewport: load.viewport,
                permit: LoadPermit(record: record, mode: .personalized))),
            .changed(recorded.transition("\(unit)\(batch)", to: .displayed, at: time + 10)),
            .became(.rendered(nil), load.unit, at: 5_020 + time),
          ])
        }
        try recorder.flush()
      }
      if id == "left-open" {
        killed.append(recorder)
        recorded.database.sessions.withLock { $0.running = [] }
      } else {
        try recorder.close()
      }
    }
    self.killed = killed
    // Whoever comes next seals what nobody ended.
    let next = TransitionRecorder(try recorded.session("next", after: 900), in: recorded.database)
    next.record([recorded.transition("a", to: .fetched, at: 0)])
    try next.close()
  }

  private func count(_ rows: String) throws -> Int64 {
    try recorded.database.read { connection in
      try connection.prepare("SELECT count(*) FROM \(rows)") { try $0.first { $0.int64(0) } } ?? 0
    }
  }

  private func audit() throws -> SealReport { try recorded.history.auditSeals() }

  /// Changes the file as somebody does who can write it, and knows about triggers.
  private func tamper(_ statements: String) throws {
    try recorded.store.tamper([
      "DROP TRIGGER load_seals_are_never_edited", "DROP TRIGGER load_seals_are_never_deleted",
      statements,
    ])
  }

  @Test func `what nobody touched is as it was sealed`() throws {
    let report = try audit()
    #expect(report.faults == [])
    #expect(report.sessions == 4)
    #expect(report.leftOpen == 1)
    #expect(report.seals > 10)
    #expect(try ConsentRepository(recorded.database).verify().fault == nil)
  }

  /// A change, and what is said of it: kind, session, and the sequence numbers where it is about some.
  static let tamperings: [(String, String, SealFault.Kind, String?, ClosedRange<Int64>?)] = [
    (
      "a load deleted", "DELETE FROM session_transitions WHERE session = 1 AND sequence = 5",
      .edited, "one", 5...8
    ),
    (
      "a load of another time",
      "UPDATE session_transitions SET elapsed = 7 WHERE session = 1 AND sequence = 5", .edited,
      "one", 5...8
    ),
    (
      "a load under another person's record",
      "UPDATE session_transitions SET consent = 2 WHERE session = 1 AND sequence = 1", .edited,
      "one", 1...4
    ),
    (
      "a load in another mode",
      "UPDATE session_transitions SET kind = 2 WHERE session = 3 AND sequence = 9", .edited,
      "left-open", 9...12
    ),
    (
      "another meaning of a kind", "UPDATE transition_kinds SET mode = 1 WHERE kind = 0", .edited,
      "one", 1...4
    ),
    (
      "a unit by another name", "UPDATE unit_ids SET id = 'other' WHERE id = 'a1'", .edited, nil,
      nil
    ),
    (
      "other rules", "UPDATE gate_rules SET policy = 'consented'", .edited, "one", 1...4
    ),
    (
      "a load added",
      """
      INSERT INTO session_transitions (unit, session, sequence, elapsed, kind, consent)
      SELECT unit, 2, 99, 50, 0, 2 FROM session_units WHERE session = 2 LIMIT 1
      """, .unsealed, "two", 99...99
    ),
    (
      "a display deleted", "DELETE FROM session_transitions WHERE session = 2 AND sequence = 2",
      .edited, "two", nil
    ),
    (
      "what became of an ad", "UPDATE session_events SET event = 3 WHERE session = 1", .edited,
      "one",
      nil
    ),
    (
      "a session put into an arm",
      "UPDATE sessions SET experiment = 'near', arm = 'wide' WHERE id = 'one'", .edited, "one", nil
    ),
    (
      "a session of another page", "UPDATE sessions SET page = 'other' WHERE id = 'one'", .edited,
      "one", nil
    ),
    (
      "a session hidden", "UPDATE sessions SET simulated = 1 WHERE id = 'two'", .hidden, "two", nil
    ),
    (
      "a simulation passed off as real", "UPDATE sessions SET simulated = 0 WHERE id = 'played'",
      .unsealed, "played", 1...11
    ),
    (
      "a track forged", "INSERT INTO tracks (session, chunk, content) VALUES (1, 0, x'00')",
      .edited, "one", nil
    ),
    (
      "a session deleted",
      """
      DELETE FROM session_transitions WHERE session = 2; DELETE FROM session_events WHERE session = 2;
      DELETE FROM session_rules WHERE session = 2; DELETE FROM session_units WHERE session = 2;
      DELETE FROM tracks WHERE session = 2; DELETE FROM batches WHERE session = 2;
      DELETE FROM sessions WHERE session = 2
      """, .missing, nil, nil
    ),
    (
      "a session passed off as pruned",
      """
      INSERT INTO pruned_sessions (session, seal) VALUES (1, 1)
      """, .seals, nil, nil
    ),
    (
      "other scripts",
      "UPDATE told_scripts SET content = 'targeting 00' WHERE scripts = (SELECT scripts FROM "
        + "session_units WHERE session = 1 AND scripts_from = 5)", .edited, "one", 5...8
    ),
    (
      "another hash of scripts",
      "UPDATE told_scripts SET hash = randomblob(32) WHERE scripts = (SELECT scripts FROM "
        + "session_units WHERE session = 1 AND scripts_from = 5)", .edited, "one", 5...8
    ),
    (
      "scripts of another unit",
      "UPDATE session_scripts SET unit = unit + 1 WHERE session = 1", .edited, "one", 9...12
    ),
    (
      "scripts of another time",
      "UPDATE session_units SET scripts_from = 4 WHERE session = 1 AND scripts_from = 5", .edited,
      "one", 1...4
    ),
    (
      "first scripts that are gone",
      "UPDATE session_units SET scripts = NULL, scripts_from = NULL WHERE session = 2", .edited,
      "two", 1...4
    ),
    (
      "later scripts that are gone", "DELETE FROM session_scripts WHERE session = 2", .edited,
      "two", 9...12
    ),
    (
      "something else told of consent",
      "UPDATE session_consents SET script = randomblob(32) WHERE session = 1 AND first_sequence = 5",
      .edited, "one", 5...5
    ),
    (
      "another salt of it",
      "UPDATE session_consents SET salt = randomblob(16) WHERE session = 1 AND first_sequence = 5",
      .edited, "one", 5...5
    ),
    (
      "something forgotten of consent, and nobody erased",
      "UPDATE session_consents SET script = NULL, salt = NULL WHERE session = 2", .edited, "two",
      1...1
    ),
    (
      "consent told by another record", "UPDATE session_consents SET record = 2 WHERE session = 1",
      .edited, "one", 1...4
    ),
    (
      "nothing told of consent", "DELETE FROM session_consents WHERE session = 1", .edited, "one",
      1...4
    ),
    ("another weight", "UPDATE sessions SET weight = 5 WHERE id = 'one'", .edited, "one", nil),
    (
      "events in another order", "UPDATE session_events SET place = 99 - place WHERE session = 1",
      .edited, "one", nil
    ),
    (
      "a unit that is listed and has nothing",
      "INSERT INTO session_units (session, unit) SELECT 1, unit FROM unit_ids WHERE id = 'a'",
      .edited, "one", nil
    ),
    (
      "an event by another name", "UPDATE ad_event_kinds SET name = 'x' WHERE event = 5", .edited,
      "one", nil
    ),
    (
      "names that were sealed", "UPDATE sealed_names SET content = replace(content, 'a1', 'x1')",
      .seals, nil, nil
    ),
    (
      "seals cut off", "DELETE FROM load_seals WHERE seal > 3", .seals, nil, nil
    ),
    (
      "a seal rewritten", "UPDATE load_seals SET through = through + 1 WHERE seal = 2", .seals, nil,
      nil
    ),
  ]

  @Test(arguments: tamperings)
  func `what is altered is named`(
    name: String, change: String, kind: SealFault.Kind, session: String?,
    range: ClosedRange<Int64>?
  ) throws {
    try tamper(change)
    let faults = try audit().faults
    #expect(
      faults.contains { fault in
        fault.kind == kind && (session == nil || fault.session?.rawValue == session)
          && fault.firstSequence == range?.lowerBound && fault.lastSequence == range?.upperBound
      }, "\(name): \(faults)")
  }

  @Test func `scripts told again before a load was stored take the place of the first`() throws {
    let recorder = TransitionRecorder(
      try recorded.session("again", after: 950), in: recorded.database, interval: nil)
    recorder.use(ConsentGate())
    let load = recorded.transition("a", to: .fetched, at: 0)
    let impossible = LoadTransition(
      time: load.time, unit: load.unit, from: .fetched, to: .fetched, cause: load.cause,
      frame: load.frame, viewport: load.viewport, permit: load.permit)
    for (others, transition) in [("first 1\n", impossible), ("second 2\n", load)] {
      recorder.note(ToldScripts(consent: nil, others: .init(others)), of: load.unit)
      recorder.record([.changed(transition)])
    }
    try recorder.close()
    #expect(recorder.report.refused == 1)
    let session = "WHERE session = (SELECT session FROM sessions WHERE id = 'again')"
    #expect(try count("session_units \(session) AND scripts IS NOT NULL") == 1)
    #expect(try count("session_scripts \(session)") == 0)
    #expect(try audit().faults == [])
  }

  @Test func `an audit goes on from a head that an earlier one found good`() throws {
    let consent = ConsentRepository(recorded.database)
    let head = try consent.head(at: RecordedHistory.start.advanced(by: 3_000_000))
    let before = try audit()
    try recorded.keep(
      recorded.session("later", after: 4_000), [recorded.transition("a", to: .fetched, at: 0)])
    let report = try recorded.history.auditSeals(from: head)
    #expect(report.faults == [])
    #expect(report.resumed == before.seals && report.sessions == 1)
    #expect(report.seals == (try audit()).seals)
    // What was checked is not looked at again; what came since is.
    try tamper("UPDATE sessions SET page = 'other' WHERE id = 'one'")
    #expect(try recorded.history.auditSeals(from: head).faults == [])
    #expect(try audit().faults.map(\.session?.rawValue) == ["one"])
    try tamper("UPDATE sessions SET page = 'other' WHERE id = 'later'")
    #expect(
      try recorded.history.auditSeals(from: head).faults.map(\.session?.rawValue) == ["later"])
  }

  @Test(arguments: [
    "UPDATE consent_notes SET content = replace(content, '\"seals\":', '\"seals\":1')",
    "UPDATE consent_entries SET at = at + 1 WHERE event = 'sealed'",
    "UPDATE consent_entries SET event = 'accepted' WHERE event = 'sealed'",
  ])
  func `an audit goes on from no entry that the head does not prove`(change: String) throws {
    let head = try ConsentRepository(recorded.database).head(
      at: RecordedHistory.start.advanced(by: 3_000_000))
    try tamper(
      "DROP TRIGGER consent_entries_are_never_edited; DROP TRIGGER consent_notes_are_never_edited; \(change)"
    )
    let report = try recorded.history.auditSeals(from: head)
    #expect(report.resumed == nil && report.sessions == 4)
  }

  @Test func `a seal that the ledger's entry is not of is no place to go on from`() throws {
    let head = try ConsentRepository(recorded.database).head(
      at: RecordedHistory.start.advanced(by: 3_000_000))
    try tamper(
      "UPDATE load_seals SET hash = randomblob(32) WHERE seal = (SELECT max(seal) FROM load_seals)")
    #expect(try recorded.history.auditSeals(from: head).faults.map(\.kind).contains(.seals))
  }

  @Test func `a chain of seals that was made anew is not the one that the ledger commits to`()
    throws
  {
    try tamper("DELETE FROM load_seals")
    try recorded.database.write { connection in
      let seals = SealWriter(connection)
      for session in 1...3 as ClosedRange<Int64> {
        let sealed = try SealedHistory(connection).read(session, batches: [12])
        try seals.sealBatch(of: session, through: 12, sealed.batches[0].digest)
        let digest = try SealedHistory(connection).digest(of: session, sealed.sealed)
        try seals.sealSession(session, as: .ended, through: 12, digest)
      }
    }
    #expect(try audit().faults.contains { $0.kind == .seals })
  }

  @Test func `pruning leaves a seal over what went, and the rest holds`() throws {
    let plan = try recorded.history.prunePlan(
      .before(RecordedHistory.start.advanced(by: 150_000)), now: RecordedHistory.start)
    #expect(plan.sessions.map(\.id.rawValue) == ["one", "two"])
    _ = try recorded.history.prune(plan)
    let report = try audit()
    #expect(report.faults == [])
    #expect(report.pruned == 2 && report.sessions == 2)
    #expect(try count("session_scripts WHERE session <= 2") == 0)
    #expect(try count("session_consents WHERE session <= 2") == 0)
    #expect(try count("told_scripts") == 7)
    try tamper("DELETE FROM pruned_sessions WHERE session = 1")
    #expect(try audit().faults.map(\.kind) == [.missing, .seals])
  }

  @Test func `erasing a person leaves the seals as they were`() throws {
    _ = try ConsentRepository(recorded.database).erase(
      SubjectKey("user-2"), at: RecordedHistory.start.advanced(by: 5_000_000))
    #expect(try audit().faults == [])
  }

  @Test func `erasing a person takes what pages were told of their consent`() throws {
    let consent = ConsentRepository(recorded.database)
    _ = try consent.erase(
      SubjectKey("user-2"), at: RecordedHistory.start.advanced(by: 5_000_000))
    #expect(try count("session_consents WHERE script IS NULL AND salt IS NULL") == 3)
    #expect(try count("session_consents WHERE session = 2 AND script IS NOT NULL") == 0)
    var told: [ToldHashes?] = []
    try consent.forEachLoad(of: SubjectKey("user-1"), by: LoadCheck()) { told.append($0.told) }
    #expect(told.first??.consent == ContentHasher.hash("0").hex)
    #expect(told.first??.others == ["targeting \(ContentHasher.hash("a0 0").hex)"])
  }

  @Test func `whoever opens the file next seals what nobody ended`() async throws {
    let recorder = TransitionRecorder(
      try recorded.session("crashed", after: 2_000), in: recorded.database, interval: nil)
    recorder.record([recorded.transition("a", to: .fetched, at: 0)])
    try recorder.flush()
    let before = try audit()
    let next = try await AdDatabase.open(at: recorded.store.path)
    // What was to be written before is.
    try await next.write(within: .seconds(10)) {}
    let report = try audit()
    #expect(report.faults == [])
    #expect(report.seals == before.seals + 1 && report.leftOpen == before.leftOpen)
    #expect(try count("sessions WHERE id = 'crashed' AND sealed = 1") == 1)
    let again = try await AdDatabase.open(at: recorded.store.path)
    try await again.write(within: .seconds(10)) {}
    #expect(try audit().seals == report.seals)
    try again.close()
    try next.close()
  }

  @Test func `a session that another process goes on with is sealed once more as it ends`() throws {
    let first = TransitionRecorder(
      try recorded.session("slow", after: 2_000), in: recorded.database, interval: nil)
    first.record([recorded.transition("a", to: .fetched, at: 0)])
    try first.flush()
    // As another process has it, which knows of no session of this one.
    recorded.database.sessions.withLock { $0.running = [] }
    let second = TransitionRecorder(
      try recorded.session("quick", after: 2_001), in: recorded.database, interval: nil)
    second.record([recorded.transition("b", to: .fetched, at: 0)])
    try second.close()
    #expect(try audit().faults == [])
    first.record([recorded.transition("a", to: .displayed, at: 100)])
    try first.flush()
    #expect(try audit().faults == [])
    try first.close()
    #expect(try audit().faults == [])
    try tamper("UPDATE sessions SET page = 'other' WHERE id = 'slow'")
    #expect(try audit().faults.map(\.session?.rawValue) == ["slow"])
  }

  @Test func `a unit that is renamed is known by its new name, and by no other`() throws {
    let inventory = InventoryRepository(recorded.database)
    try inventory.change(by: "tests", at: RecordedHistory.start) { edit in
      try edit.add(InventoryEntry(unit: InventoryUnit(id: try AdUnitID("a1"))))
    }
    try inventory.change(by: "tests", at: RecordedHistory.start) { edit in
      try edit.rename(try AdUnitID("a1"), to: try AdUnitID("renamed"))
    }
    #expect(try audit().faults == [])
    try tamper("UPDATE unit_ids SET id = 'a1' WHERE id = 'renamed'")
    #expect(try audit().faults.map(\.kind) == [.edited])
  }

  @Test(arguments: ["event = 'erasedx'", "payload_commitment = x'00'"])
  func `an erasure that no program wrote is named, too`(change: String) throws {
    _ = try ConsentRepository(recorded.database).erase(
      SubjectKey("user-2"), at: RecordedHistory.start.advanced(by: 5_000_000))
    try tamper(
      """
      DROP TRIGGER consent_entries_are_never_edited;
      UPDATE consent_entries SET \(change) WHERE event = 'erased'
      """)
    let fault = try ConsentRepository(recorded.database).verify().fault
    #expect(fault != nil)
  }
}
