// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdSQLite
import AdSystem
import Testing

@testable import AdStore

/// A store whose device has a key, and what is done to it without one.
@Suite struct LedgerSigningTests {
  private static let now = TemporaryStore.now
  private let store: TemporaryStore
  private let signer = MadeUpSigner("device")

  init() throws { store = try TemporaryStore() }

  /// Opens the store as an app does that has a key.
  private func open(_ signer: MadeUpSigner?) async throws -> AdDatabase {
    try await AdDatabase.open(at: store.path, signer: signer, now: Self.now)
  }

  private func answer(_ people: [String], in database: AdDatabase) throws {
    for person in people {
      try ConsentRepository(database).set(
        .answer(.enabled), for: SubjectKey(person), at: Self.now)
    }
  }

  /// Three answers that the device signed, and the entry that names its key before them.
  private func signedStore() async throws -> AdDatabase {
    let database = try await open(signer)
    try answer(["user-1", "user-2", "user-3"], in: database)
    return database
  }

  private func verify(
    _ database: AdDatabase, trusting keys: [MadeUpSigner] = []
  ) throws -> LedgerReport {
    try ConsentRepository(database).verify(
      trusting: keys.compactMap(\.enrollment), by: MadeUpSigner("checker"))
  }

  private func unsigned(
    _ database: AdDatabase, trusting keys: [MadeUpSigner] = []
  ) throws -> [ClosedRange<Int64>]? { try verify(database, trusting: keys).signatures?.unsigned }

  @Test func `the first entry names the key, and each answer is signed as it is stored`()
    async throws
  {
    let database = try await signedStore()
    let report = try verify(database)
    #expect(report.fault == nil && report.size == 4)
    #expect(report.signatures?.since == 1 && report.signatures?.areChecked == true)
    #expect(report.signatures?.keys == [try #require(signer.enrollment).fingerprint])
    #expect(signer.signed.withLock { $0 } == 4)
    #expect(signer.checks.withLock { $0 } == 0, "a process knows what it signed itself")
    #expect(try rows(database) == [[1, 1], [2, 1], [3, 1], [4, 1]])
  }

  private func rows(_ database: AdDatabase) throws -> [[Int64]] {
    try database.read { connection in
      try connection.statement("SELECT sequence, since FROM consent_signatures ORDER BY sequence")
        .all { [$0.int64(0), $0.int64(1)] }
    }
  }

  @Test func `many answers of one transaction are signed once`() async throws {
    let database = try await signedStore()
    let people = try (4...9).map { try SubjectKey("user-\($0)") }
    _ = try ConsentRepository(database).withdraw(people, at: Self.now)
    #expect(signer.signed.withLock { $0 } == 5)
    #expect(try verify(database).fault == nil)
  }

  @Test func `one check vouches for a run, whoever opened the file in between`() async throws {
    try await signedStore().close()
    let again = MadeUpSigner("device")
    let database = try await open(again)
    try answer(["user-4", "user-5"], in: database)
    #expect(try rows(database).last == [6, 1])
    #expect(again.checks.withLock { $0 } == 1)
    let checker = MadeUpSigner("checker")
    #expect(
      try ConsentRepository(database).verify(trusting: [], by: checker).signatures?.unsigned == [])
    #expect(checker.checks.withLock { $0 } == 1)
  }

  @Test func `a session's end is a signed head`() async throws {
    let recorded = try RecordedHistory()
    let path = recorded.store.path
    try recorded.database.close()
    let database = try await AdDatabase.open(at: path, signer: signer, now: RecordedHistory.start)
    let recorder = TransitionRecorder(
      try recorded.session("one"), in: database, interval: nil)
    recorder.use(ConsentGate())
    recorder.record([recorded.transition("a", to: .fetched, at: 0)])
    try recorder.close()
    let last = try database.read { connection in
      let last = try LedgerReader(connection).last()
      return (last?.event, last?.sequence)
    }
    #expect(last.0 == .sealed)
    #expect(try rows(database).last?.first == last.1)
    #expect(try verify(database).fault == nil)
    try database.close()
  }

  @Test func `what was appended without the key is named, and what follows is a run of its own`()
    async throws
  {
    try await signedStore().close()
    let other = try store.open()
    try answer(["user-4", "user-5"], in: other)
    try other.close()
    let database = try await open(MadeUpSigner("device"))
    try answer(["user-6"], in: database)
    let report = try verify(database)
    #expect(report.signatures?.unsigned == [5...6])
    #expect(
      report.fault?.description
        == "entry 5 unsigned: entries 5 to 6 were appended without the device's key")
    #expect(try rows(database).last == [7, 7])
  }

  @Test func `an answer is stored though the key is locked, and signed with the next`()
    async throws
  {
    let database = try await signedStore()
    signer.isLocked.withLock { $0 = true }
    try answer(["user-4", "user-5"], in: database)
    #expect(try unsigned(database) == [5...6])
    signer.isLocked.withLock { $0 = false }
    try answer(["user-6"], in: database)
    #expect(try unsigned(database) == [])
    #expect(try rows(database).last == [7, 1])
  }

  @Test func `what was stored while the key was locked is named once nobody knows whose it was`()
    async throws
  {
    let database = try await signedStore()
    signer.isLocked.withLock { $0 = true }
    try answer(["user-4"], in: database)
    try database.close()
    signer.isLocked.withLock { $0 = false }
    let next = try await open(signer)
    try answer(["user-5"], in: next)
    #expect(try unsigned(next) == [5...5])
    // Somebody looks into it, and says so with the key.
    let accepted = try ConsentRepository(next).accept(5...5, at: Self.now)
    #expect(accepted.entry == ConsentRecordID(7) && accepted.times == 0)
    let report = try verify(next)
    #expect(report.fault == nil && report.signatures?.accepted == 1)
  }

  @Test func `an acceptance that nobody signed accounts for nothing`() async throws {
    try await signedStore().close()
    let other = try store.open()
    try answer(["user-4"], in: other)
    try other.close()
    // The device goes on, so that it and the acceptance are no one gap.
    let device = try await open(MadeUpSigner("device"))
    try answer(["user-5"], in: device)
    try device.close()
    let again = try store.open()
    _ = try ConsentRepository(again).accept(5...5, at: Self.now, by: MadeUpSigner("checker"))
    #expect(try unsigned(again) == [5...5, 7...7])
  }

  @Test func `a key that is locked at first is named as soon as it can be used`() async throws {
    signer.isLocked.withLock { $0 = true }
    let database = try await open(signer)
    try answer(["user-1"], in: database)
    #expect(try verify(database).signatures == nil)
    signer.isLocked.withLock { $0 = false }
    try answer(["user-2"], in: database)
    let report = try verify(database)
    #expect(report.signatures?.since == 2 && report.signatures?.unsigned == [])
    #expect(report.size == 3)
  }

  /// What somebody does who can write the file, knows how entries are hashed, and has not the key.
  @Test(
    arguments: [
      ("UPDATE consent_signatures SET since = since + 1 WHERE sequence = 4", [4...4]),
      ("UPDATE consent_signatures SET signature = randomblob(32)", [1...4]),
      ("UPDATE consent_signatures SET signature = randomblob(32) WHERE sequence = 4", [4...4]),
      (
        "UPDATE consent_signatures SET signature = (SELECT signature FROM consent_signatures WHERE "
          + "sequence = 2) WHERE sequence > 2", [3...4]
      ),
      ("DELETE FROM consent_signatures", [1...4]),
      ("DELETE FROM consent_signatures WHERE sequence = 4", [4...4]),
      ("UPDATE consent_signatures SET since = 4 WHERE sequence = 4", [4...4]),
    ] as [(String, [ClosedRange<Int64>])])
  func `a signature that was moved, changed or deleted vouches for nothing`(
    statement: String, entries: [ClosedRange<Int64>]
  ) async throws {
    let database = try await signedStore()
    try store.tamper(Self.withoutGuards + [statement])
    #expect(try unsigned(database) == entries)
  }

  @Test func `a forged answer after the device's last one is named, though its hashes are right`()
    async throws
  {
    let database = try await signedStore()
    try store.tamper(
      Self.withoutGuards + [
        "DELETE FROM consent_signatures WHERE sequence = 4",
        "DELETE FROM consent_contents WHERE sequence = 4",
        "DELETE FROM consent_entries WHERE sequence = 4",
      ])
    try database.close()
    let forger = try store.open()
    try answer(["user-3", "user-9"], in: forger)
    try forger.close()
    let device = try await open(MadeUpSigner("device"))
    #expect(try unsigned(device) == [4...5])
    try answer(["user-4"], in: device)
    #expect(try unsigned(device) == [4...5])
    // The device does not go on from what it did not sign, whatever stands there.
    try store.tamper([
      "INSERT INTO consent_signatures SELECT 5, 1, signature FROM consent_signatures WHERE sequence = 3"
    ])
    try answer(["user-5"], in: device)
    #expect(try unsigned(device) == [4...5])
  }

  @Test func `a ledger without the entry that names the key is named`() async throws {
    let database = try await signedStore()
    let signatures = try database.read { connection in
      try connection.statement("SELECT count(*) FROM consent_signatures").first { $0.int(0) }
    }
    #expect(signatures == 4)
    try database.close()
    // The same answers, anew.
    try store.tamper(
      Self.withoutGuards + [
        "DELETE FROM consent_contents", "DELETE FROM consent_notes", "DELETE FROM consent_entries",
        "DELETE FROM consent_nodes",
      ])
    let forger = try store.open()
    try answer(["user-1", "user-2", "user-3", "user-4"], in: forger)
    #expect(try verify(forger).fault?.kind == .unsigned)
    try store.tamper(Self.withoutGuards + ["DELETE FROM consent_signatures"])
    #expect(try verify(forger).fault == nil)
    #expect(try verify(forger, trusting: [signer]).fault?.kind == .unsigned)
  }

  @Test func `a stranger's key counts for nothing, and the device's goes on`() async throws {
    try await signedStore().close()
    let stranger = MadeUpSigner("stranger")
    let theirs = try await open(stranger)
    try answer(["user-4"], in: theirs)
    #expect(try unsigned(theirs) == [5...6])
    try theirs.close()
    let device = try await open(MadeUpSigner("device"))
    try answer(["user-5"], in: device)
    #expect(try unsigned(device) == [5...6])
    #expect(try unsigned(device, trusting: [signer, stranger]) == [])
    #expect(try unsigned(device, trusting: [stranger]) == [1...4, 7...8])
  }

  @Test func `a key that the one before introduced takes its place`() async throws {
    let database = try await signedStore()
    let new = MadeUpSigner("new")
    #expect(
      try database.enroll(new, introducedBy: signer, as: .rule, at: Self.now)?.rawValue == 5)
    #expect(try database.enroll(new, as: .rule, at: Self.now) == nil)
    try answer(["user-4"], in: database)
    #expect(try unsigned(database) == [6...6], "the old key signs nothing more")
    try database.close()
    let next = try await open(new)
    try answer(["user-5"], in: next)
    let report = try verify(next)
    #expect(report.signatures?.unsigned == [6...6] && report.signatures?.keys.count == 2)
    #expect(try unsigned(next, trusting: [signer]) == [6...6])
    #expect(
      storeCode { _ = try next.enroll(signer, introducedBy: signer, as: .rule, at: Self.now) }
        == .strangeIntroducer)
  }

  @Test func `a restored backup goes on with the device's key, and is named without it`()
    async throws
  {
    let database = try await signedStore()
    let backup = store.file("backup.sqlite")
    try database.backUp(to: backup)
    _ = try ConsentRepository(database).withdraw(SubjectKey("user-1"), at: Self.now)
    try database.close()
    for (name, key) in [("with", MadeUpSigner("device")), ("without", nil)] {
      let place = store.file("\(name).sqlite")
      let copy = try AdDatabase(path: store.path, access: .readOnly)
      try copy.backUp(to: place)
      try copy.close()
      _ = try AdDatabase.restore(
        from: backup, to: place, keeping: store.file("\(name).kept"), now: Self.now, signer: key,
        examine: { _ in })
      let restored = try AdDatabase(path: place, access: .readOnly)
      #expect(try unsigned(restored) == (key == nil ? [5...6] : []))
      #expect(try verify(restored, trusting: [signer]).size == 6)
      try restored.close()
    }
  }

  @Test func `a program that must sign stores nothing where it cannot`() async throws {
    let plain = try store.create()
    plain.sign(with: signer)
    #expect(storeCode { try answer(["user-1"], in: plain) } == .keyNotEnrolled)
    #expect(try verify(plain).size == 0)
    _ = try plain.enroll(MadeUpSigner("other"), as: .rule, at: Self.now, commits: false)
    #expect(try verify(plain).size == 0)
    try plain.close()
    try await open(signer).close()
    let database = try store.open()
    database.sign(with: signer)
    try answer(["user-1"], in: database)
    signer.isLocked.withLock { $0 = true }
    #expect(throws: MadeUpSigner.Locked.self) { try answer(["user-2"], in: database) }
    #expect(try verify(database).size == 2)
  }

  @Test func `without anything that checks signatures, only gaps are seen`() async throws {
    let database = try await signedStore()
    try store.tamper(
      Self.withoutGuards + ["UPDATE consent_signatures SET signature = randomblob(32)"])
    let report = try ConsentRepository(database).verify(trusting: [], by: nil)
    #expect(report.fault == nil && report.signatures?.areChecked == false)
    try answer(["user-4"], in: try store.open())
    #expect(
      try ConsentRepository(database).verify(trusting: [], by: nil).fault?.kind == .unsigned)
  }

  private static let withoutGuards =
    ConsentVerifyTests.withoutGuards
    + ["signatures_are_never_edited", "signatures_are_never_deleted", "notes_are_never_deleted"]
    .map { "DROP TRIGGER consent_\($0)" }
}
