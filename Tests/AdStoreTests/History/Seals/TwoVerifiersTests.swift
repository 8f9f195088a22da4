// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdSQLite
import Foundation
import TestSupport
import Testing

@testable import AdStore

private let python = "/usr/bin/python3"
private let hasPython = FileManager.default.fileExists(atPath: python)

/// `scripts/verify-ledger`, written from the format's words alone, beside this program's audit.
///
/// `ADVIEW_TAMPERINGS=10000 swift test --filter TwoVerifiersTests` tries more.
@Suite(.enabled(if: hasPython), .timeLimit(.minutes(60)))
struct TwoVerifiersTests {
  private static let script = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "scripts/verify-ledger").path()

  /// Columns of which no value may be another without its being named.
  private static let columns: [(table: String, column: String)] = [
    ("session_transitions", "elapsed"), ("session_transitions", "kind"),
    ("session_transitions", "consent"), ("session_transitions", "session"),
    ("session_transitions", "unit"), ("session_events", "elapsed"), ("session_events", "event"),
    ("session_rules", "first_sequence"), ("session_rules", "rules"), ("sessions", "id"),
    ("sessions", "page"), ("sessions", "started_at"), ("sessions", "transitions"),
    ("sessions", "simulated"), ("sessions", "closed"), ("load_seals", "kind"),
    ("load_seals", "through"), ("load_seals", "digest"), ("load_seals", "hash"),
    ("load_seals", "session"), ("consent_entries", "at"), ("consent_entries", "event"),
    ("consent_entries", "hash"), ("consent_entries", "subject_commitment"),
    ("consent_contents", "content"), ("consent_contents", "salt"), ("consent_subjects", "key"),
    ("consent_subjects", "salt"), ("consent_subjects", "rekeyed"),
    ("consent_secret", "check_value"),
    ("consent_entries", "actor"), ("consent_entries", "channel"), ("consent_entries", "reason"),
    ("consent_notes", "content"), ("transition_geometry", "frame_x"),
    ("unit_ids", "id"),
  ]
  /// Tables of which no row may go without its being named.
  private static let deletable = [
    "session_transitions", "session_events", "session_rules", "load_seals", "consent_entries",
    "consent_contents", "consent_notes", "consent_secret", "transition_geometry",
  ]
  private static let secret = Array("a secret of sixteen bytes or more".utf8)
  private static let people = ["user-1", "user-2", "user-3"]

  /// Makes a store with answers of three people, whose keys were hashed and then hashed with another
  /// secret, and real sessions, one of which was pruned.
  private func make() throws -> RecordedHistory {
    let recorded = try RecordedHistory()
    let consent = ConsentRepository(recorded.database)
    for person in ["user-2", "user-3"] {
      try consent.set(.answer(.enabled), for: SubjectKey(person), at: RecordedHistory.start)
    }
    try consent.withdraw(SubjectKey("user-3"), at: RecordedHistory.start.advanced(by: 10))
    _ = try consent.erase(SubjectKey("user-2"), at: RecordedHistory.start.advanced(by: 20))
    var random = SeededRandom(seed: 7)
    for number in 0..<4 {
      let recorder = TransitionRecorder(
        try recorded.session("session-\(number)", after: Int64(number) * 100),
        in: recorded.database, interval: nil)
      recorder.use(ConsentGate())
      for transition in recorded.randomTransitions(units: 4, count: 24, using: &random) {
        recorder.record([
          .changed(transition), .became(.rendered(nil), transition.unit, at: transition.time),
        ])
        if random.isOneIn(6) { try recorder.flush() }
      }
      try recorder.close()
    }
    _ = try recorded.history.prune(
      recorded.history.prunePlan(
        .before(RecordedHistory.start.advanced(by: 100_000)), now: RecordedHistory.start))
    let end = RecordedHistory.start.advanced(by: 200_000)
    try consent.hashKeys(with: Array("the first of two secrets".utf8), at: end)
    try consent.changeSecret(
      from: Array("the first of two secrets".utf8), to: Self.secret, keys: Self.people, at: end)
    let user = try SubjectKey(hashing: "user-1", secret: Self.secret)
    try consent.append(.held, for: [user], at: end)
    try consent.withdraw(user, at: end)
    return recorded
  }

  private func findsFaults(_ path: String) throws -> (own: Bool, other: Bool, words: String) {
    let database = try AdDatabase(path: path, access: .readOnly)
    let fault = try ConsentRepository(database).verify().fault
    let seals = try HistoryRepository(database).auditSeals().faults
    try database.close()
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [Self.script, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (
      fault != nil || !seals.isEmpty, process.terminationStatus != 0,
      "\(fault.map { "\($0)" } ?? "") \(seals.map(\.description)); \(said)"
    )
  }

  private func change(_ random: inout SeededRandom, in file: Connection) throws -> String? {
    let table: String
    let sql: String
    if random.isOneIn(3) {
      table = Self.deletable[random.int(0...Self.deletable.count - 1)]
      sql = "DELETE FROM \(table)"
    } else {
      let column: String
      (table, column) = Self.columns[random.int(0...Self.columns.count - 1)]
      sql =
        "UPDATE \(table) SET \(column) = CASE typeof(\(column)) "
        + "WHEN 'integer' THEN CASE WHEN \(column) IN (0, 1) THEN 1 - \(column) ELSE \(column) + 1 END "
        + "WHEN 'real' THEN \(column) + 1 WHEN 'text' THEN \(column) || 'x' "
        + "WHEN 'blob' THEN randomblob(length(\(column))) ELSE 1 END"
    }
    let keys = try file.prepare("PRAGMA table_info(\(table))") {
      try $0.all { ($0.text(1), $0.int(5)) }
    }.filter { $0.1 > 0 }.map(\.0).joined(separator: ", ")
    let count =
      try file.prepare("SELECT count(*) FROM \(table)") { try $0.first { $0.int(0) } } ?? 0
    guard count > 0 else { return nil }
    let row = random.int(0...count - 1)
    do {
      try file.execute(
        "\(sql) WHERE (\(keys)) = (SELECT \(keys) FROM \(table) ORDER BY \(keys) LIMIT 1 OFFSET \(row))"
      )
    } catch {
      // A row of that key is there already.
      return nil
    }
    return "\(sql), row \(row)"
  }

  /// Whoever can write the file, and does not know the secret, gives two people each other's answers: each
  /// entry is hashed as it should be.
  @Test(arguments: [false, true])
  func `both name people who were swapped by changes of their keys`(isClosed: Bool) throws {
    let recorded = try make()
    let path = recorded.store.path
    #expect(try !findsFaults(path).own && !findsFaults(path).other)
    let end = RecordedHistory.start.advanced(by: 300_000)
    try recorded.database.write { connection in
      let (reader, writer) = (ConsentReader(connection), LedgerWriter(connection, as: .rule))
      let keys = try ["user-1", "user-3"].map { try SubjectKey(hashing: $0, secret: Self.secret) }
      let first = try #require(try reader.person(stored: keys[0].stored))
      let second = try #require(try reader.person(stored: keys[1].stored))
      let between = SubjectKey(stored: SubjectKey.hashPrefix + "0", secretCheck: nil)
      _ = try writer.rekey(first, to: between, at: end)
      _ = try writer.rekey(second, to: keys[0], at: end)
      _ = try writer.rekey(first, to: keys[1], at: end)
      if isClosed { try writer.adopt(ContentHasher.hash("made up"), of: 2, at: end) }
    }
    let found = try findsFaults(path)
    #expect(found.own && found.other, "\(found.words)")
    try recorded.database.close()
  }

  @Test func `both name whatever is altered, and nothing of what nobody touched`() throws {
    let recorded = try make()
    let base = recorded.store.file("base.sqlite")
    try recorded.database.close()
    try FileManager.default.copyItem(atPath: recorded.store.path, toPath: base)
    let untouched = try findsFaults(base)
    #expect(!untouched.own && !untouched.other, "\(untouched.words)")
    let environment = ProcessInfo.processInfo.environment
    let count = environment["ADVIEW_TAMPERINGS"].flatMap(Int.init) ?? 40
    let first = environment["ADVIEW_SEED"].flatMap(UInt64.init) ?? 1
    var tried = 0
    for seed in first..<first + UInt64(count) {
      var random = SeededRandom(seed: seed)
      let path = recorded.store.file("tampered.sqlite")
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + ending)
      }
      try FileManager.default.copyItem(atPath: base, toPath: path)
      let file = try Connection(
        path: path, mode: .readWrite,
        configuration: Connection.Configuration(
          applicationID: AdDatabase.applicationID, newestVersion: .max))
      try file.execute(
        """
        PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;
        """)
      for name in try file.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
        {
          try $0.all { $0.text(0) }
        })
      { try file.execute("DROP TRIGGER \(name)") }
      let change = try change(&random, in: file)
      try file.close()
      guard let change else { continue }
      tried += 1
      let found = try findsFaults(path)
      #expect(found.own && found.other, "seed \(seed), \(change): \(found.words)")
    }
    print("\(tried) tamperings named by both")
    #expect(tried > count / 2)
  }
}
