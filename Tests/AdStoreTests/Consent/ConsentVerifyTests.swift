// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdSystem
import Testing

@testable import AdStore

@Suite struct ConsentVerifyTests {
  static let now = TemporaryStore.now

  /// Each kind of damage, done with SQL from outside to a ledger of six entries.
  @Test(arguments: [
    (["UPDATE consent_entries SET at = at + 1 WHERE sequence = 3"], LedgerFault.Kind.edited, 3),
    (["UPDATE consent_entries SET event = 'erased' WHERE sequence = 3"], .edited, 3),
    (["UPDATE consent_contents SET content = '{}' WHERE sequence = 4"], .edited, 4),
    (["UPDATE consent_contents SET salt = randomblob(32) WHERE sequence = 4"], .edited, 4),
    (["UPDATE consent_contents SET subject = 1 WHERE sequence = 4"], .edited, 4),
    (["UPDATE consent_subjects SET key = 'other' WHERE subject = 2"], .edited, 2),
    (["DELETE FROM consent_entries WHERE sequence = 3"], .missing, 3),
    (
      [
        "DELETE FROM consent_entries WHERE sequence = 3",
        "DELETE FROM consent_contents WHERE sequence = 3",
        "UPDATE consent_entries SET sequence = sequence - 1 WHERE sequence > 3",
        "UPDATE consent_contents SET sequence = sequence - 1 WHERE sequence > 3",
      ], .missing, 3
    ),
    (["DELETE FROM consent_contents WHERE sequence = 5"], .missing, 5),
    (
      [
        "UPDATE consent_entries SET sequence = 100 WHERE sequence = 2",
        "UPDATE consent_entries SET sequence = 2 WHERE sequence = 4",
        "UPDATE consent_entries SET sequence = 4 WHERE sequence = 100",
      ], .reordered, 2
    ),
    (["DELETE FROM consent_entries WHERE sequence > 4"], .truncated, 5),
    (["DELETE FROM consent_subjects WHERE subject = 2"], .edited, 2),
    (withoutRules + ["UPDATE consent_entries SET event = 'x' WHERE sequence = 3"], .edited, 3),
    (
      withoutRules + ["UPDATE consent_entries SET subject_commitment = x'03' WHERE sequence = 3"],
      .edited, 3
    ),
    (
      withoutRules + ["UPDATE consent_entries SET payload_commitment = x'03' WHERE sequence = 3"],
      .edited, 3
    ),
    (withoutRules + ["UPDATE consent_entries SET previous = x'03' WHERE sequence = 3"], .edited, 3),
    (withoutRules + ["UPDATE consent_entries SET hash = x'03' WHERE sequence = 3"], .edited, 3),
  ])
  func `an audit names what was done to the file`(
    statements: [String], kind: LedgerFault.Kind, sequence: Int
  ) throws {
    let store = try TemporaryStore()
    let consent = try Self.ledger(in: store)
    #expect(try consent.verify().fault == nil)
    try store.tamper(Self.withoutGuards + statements)
    let fault = try consent.verify().fault
    #expect(fault?.kind == kind && fault?.sequence == Int64(sequence), "\(fault as Any)")
  }

  /// Whoever asks for a record does not audit first.
  @Test(arguments: [
    (["DELETE FROM consent_subjects WHERE subject = 2"], 2),
    (["UPDATE consent_subjects SET rekeyed = 99 WHERE subject = 2"], 99),
    (
      [
        """
        INSERT INTO consent_contents SELECT 100, subject, salt, content FROM consent_contents
        WHERE sequence = 2
        """
      ], 100
    ),
    (["UPDATE consent_contents SET content = '{}' WHERE sequence = 2"], 2),
    (["DELETE FROM consent_entries WHERE sequence = 2"], 2),
  ])
  func `a record that is not as it was appended is refused when it is read`(
    statements: [String], sequence: Int
  ) throws {
    let store = try TemporaryStore()
    let consent = try Self.ledger(in: store)
    try store.tamper(Self.withoutGuards + statements)
    let error = #expect(throws: StoreError.self) { try consent.record(ConsentRecordID(2)) }
    #expect(
      error?.code == .corrupt && error?.message.contains("\(sequence)") == true, "\(error as Any)")
    let lines = Mutex<[String]>([])
    let answer = consent.answer(
      for: try SubjectKey("user-2"), at: Self.now,
      log: DebugLog { line in lines.withLock { $0.append(line) } })
    #expect(
      answer.decision != .allowed(LoadPermit(record: ConsentRecordID(2), mode: .personalized)))
    let logged = lines.withLock { $0 }
    #expect(logged.count == 1 && !logged[0].contains("user-2"))
  }

  @Test func `a remembered head tells of entries cut off with all that belonged to them`() throws {
    let store = try TemporaryStore()
    let consent = try Self.ledger(in: store)
    let head = try consent.head(at: Self.now)
    try consent.set(.answer(.disabled), for: .init("user-9"), at: Self.now)
    #expect(try consent.verify(against: [head]).fault == nil)
    try store.tamper(Self.withoutGuards + Self.cutAfterFour)
    #expect(try consent.verify().fault == nil)
    let fault = try consent.verify(against: [head]).fault
    #expect(fault?.kind == .truncated && fault?.sequence == 5)
  }

  @Test func `the head of an empty ledger holds for every ledger that follows`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let head = try consent.head(at: Self.now)
    #expect(head.size == 0 && head.store == "")
    try consent.set(.answer(.enabled), for: .init("user-1"), at: Self.now)
    #expect(try consent.verify(against: [head]).fault == nil)
  }

  @Test func `a remembered head tells of a history that was written anew`() throws {
    let store = try TemporaryStore()
    let consent = try Self.ledger(in: store)
    let head = try consent.head(at: Self.now)
    try store.tamper(Self.withoutGuards + Self.cutAfterFour)
    for number in 5...7 {
      try consent.set(.answer(.disabled), for: .init("forged-\(number)"), at: Self.now)
    }
    #expect(try consent.verify().fault == nil)
    #expect(try consent.verify(against: [head]).fault?.kind == .forked)
  }

  /// Somebody who knows how entries are hashed gives the last one an earlier time.
  @Test func `an entry that was dated back and hashed anew is named`() throws {
    let store = try TemporaryStore()
    let consent = try Self.ledger(in: store)
    let forged = try consent.database.read { connection in
      try connection.statement(
        """
        SELECT sequence, at, event, subject_commitment, payload_commitment, previous, hash,
          actor, channel, reason
        FROM consent_entries WHERE sequence = 6
        """
      ).first { row in
        var (entry, _) = LedgerColumns.found(in: row)
        entry.time = entry.time.advanced(by: -86_400_000)
        return entry
      }
    }
    let entry = try #require(forged)
    try store.tamper(
      Self.withoutGuards + [
        "UPDATE consent_entries SET at = \(entry.time.milliseconds), hash = x'\(entry.hash.hex)' "
          + "WHERE sequence = 6"
      ])
    let fault = try consent.verify().fault
    #expect(fault?.kind == .clockBack && fault?.sequence == 6)
  }

  @Test func `a receipt's proof leads from the record to the head`() throws {
    let store = try TemporaryStore()
    let consent = try Self.ledger(in: store)
    let proof = try #require(try consent.proof(of: ConsentRecordID(4), at: Self.now))
    #expect(proof.head == (try consent.head(at: Self.now)))
    #expect(
      MerkleTree.proves(
        inclusion: proof.path, of: proof.entryHash, at: 3, size: 6, root: proof.head.root))
    #expect(try consent.proof(of: ConsentRecordID(7), at: Self.now) == nil)
  }

  /// A ledger of which the planner was told that it has one row, as a store's statistics say after
  /// a start with one answer: steps of SQLite's machine for each entry stay the same all the same.
  @Test func `an audit is linear whatever the statistics say`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    try consent.database.write { connection in
      try connection.execute(
        """
        ANALYZE sqlite_schema;
        INSERT INTO sqlite_stat1 VALUES
          ('consent_contents', 'consent_contents_by_subject', '1 1 1'),
          ('consent_entries', 'consent_entries_by_subject', '1 1'),
          ('consent_subjects', 'sqlite_autoindex_consent_subjects_1', '1 1');
        """)
    }
    var steps: [Int] = []
    for size in [200, 800] {
      try consent.database.write { connection in
        let first = Int(try LedgerReader(connection).size())
        for number in first..<size {
          _ = try ConsentRepository.set(
            .answer(.enabled), for: SubjectKey("user-\(number)"), as: nil, by: .app, at: Self.now,
            on: connection)
        }
      }
      let reader = try store.open(.readOnly)
      var count = 0
      try reader.read { connection in
        try connection.withProgress(every: 10) {
          count += 1
          return true
        } _: {
          _ = try LedgerReader.audit(on: connection, against: [], at: nil) { _, _ in }
        }
      }
      steps.append(count)
    }
    #expect(steps[1] < 6 * steps[0], "\(steps)")
  }

  @Test func `an audit tells how far it is, and can be ended`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    try consent.database.write { connection in
      for number in 0..<2_100 {
        _ = try ConsentRepository.set(
          .answer(.enabled), for: SubjectKey("user-\(number)"), as: nil, by: .app, at: Self.now,
          on: connection)
      }
    }
    var shown: [[Int64]] = []
    let report = try consent.verify { shown.append([$0, $1]) }
    #expect(shown == [[1_024, 2_100], [2_048, 2_100]])
    #expect(try consent.verify() == report, "nobody has to look")
    #expect(throws: CancellationError.self) {
      _ = try consent.verify { _, _ in throw CancellationError() }
    }
  }

  static let withoutGuards = [
    "entries_are_never_edited", "entries_are_never_deleted", "contents_are_never_edited",
    "contents_go_with_an_erasure", "subjects_change_with_the_ledger",
  ].map { "DROP TRIGGER consent_\($0)" }

  /// What columns may hold is checked by whoever writes, and somebody else need not.
  static let withoutRules = ["PRAGMA ignore_check_constraints = ON"]

  static let cutAfterFour = [
    "DELETE FROM consent_contents WHERE sequence > 4",
    "DELETE FROM consent_entries WHERE sequence > 4",
  ]

  /// Six records of as many people.
  static func ledger(in store: TemporaryStore) throws -> ConsentRepository {
    let consent = ConsentRepository(try store.create())
    for number in 1...6 {
      let time = now.advanced(by: Int64(number))
      try consent.set(.answer(.enabled, at: time), for: .init("user-\(number)"), at: time)
    }
    return consent
  }
}
