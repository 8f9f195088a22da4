// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Foundation
import TestSupport
import Testing

@testable import AdStore

/// An audit that takes an earlier one's word up to a head.
///
/// `ADVIEW_RESUMED=1000 swift test --filter ResumedAuditTests` tries more.
@Suite struct ResumedAuditTests {
  private static let now = TemporaryStore.now
  private static let secrets = ["the first of two secrets", "the other of two secrets"]
    .map { Array($0.utf8) }

  /// A ledger that grows at random.
  private final class Life {
    let store: TemporaryStore
    let consent: ConsentRepository
    private var random: SeededRandom
    private var secret: [UInt8]?
    private var time = ResumedAuditTests.now

    init(seed: UInt64) throws {
      store = try TemporaryStore()
      consent = ConsentRepository(try store.create())
      random = SeededRandom(seed: seed)
    }

    private static let people = (1...8).map { "user-\($0)" }

    private func key(_ person: String) throws -> SubjectKey {
      try secret.map { try SubjectKey(hashing: person, secret: $0) } ?? SubjectKey(person)
    }

    /// Appends some entries.
    /// - Parameter isClockWrong: Whether a clock is put back now and then.
    func goOn(_ count: Int, isClockWrong: Bool = false) throws {
      for _ in 0..<count {
        time = time.advanced(by: Int64(random.int(0...5_000)) - 200)
        if isClockWrong, random.isOneIn(40) { time = time.advanced(by: -400_000) }
        let key = try key(Self.people[random.int(0...Self.people.count - 1)])
        switch random.int(0...20) {
        case 0...8: try consent.set(.answer(.enabled, at: time), for: key, at: time)
        case 9...12: try consent.set(.answer(.disabled, at: time), for: key, at: time)
        case 13: _ = try consent.withdraw(key, at: time)
        case 14, 15: _ = try? consent.erase(key, at: time)
        case 16: _ = try? consent.append(.held, for: [key], at: time)
        case 17: _ = try? consent.append(.released, for: [key], at: time)
        case 18:
          let first = try consent.verify(at: time).times.first?.sequence
          if let first { _ = try? consent.accept(first...first, at: time) }
        case 19:
          let policy: GatePolicy = random.isOneIn(2) ? .consented : .answered
          try InventoryRepository(consent.database).change(by: "tests", at: time) {
            try $0.setSettings { $0.gate.policy = policy }
          }
        default:
          guard random.isOneIn(2) else { continue }
          let next = Self.next(secret)
          if let secret {
            try consent.changeSecret(from: secret, to: next, keys: Self.people, at: time)
          } else {
            try consent.hashKeys(with: next, at: time)
          }
          secret = next
        }
      }
    }

    private static func next(_ secret: [UInt8]?) -> [UInt8] {
      secret == secrets[0] ? secrets[1] : secrets[0]
    }

    /// Changes or deletes something that stands behind an entry alone.
    func tamper(after head: Int64) throws -> String? {
      let changes = [
        "UPDATE consent_entries SET at = at + 1", "UPDATE consent_entries SET at = at - 900000",
        "UPDATE consent_entries SET event = 'given'",
        "UPDATE consent_entries SET hash = zeroblob(32)",
        "UPDATE consent_entries SET reason = 'x'", "DELETE FROM consent_entries",
        "UPDATE consent_contents SET content = content || ' '", "DELETE FROM consent_contents",
        "UPDATE consent_contents SET salt = zeroblob(32)",
        "UPDATE consent_contents SET subject = (SELECT min(subject) FROM consent_subjects)",
        "UPDATE consent_notes SET content = '{}'", "DELETE FROM consent_notes",
      ]
      let statement =
        switch random.int(0...changes.count + 2) {
        case changes.count:
          "UPDATE consent_nodes SET hash = zeroblob(32) WHERE (place + 1) << (4 * level) > \(head)"
        case changes.count + 1:
          """
          UPDATE consent_subjects SET rekeyed = \(random.isOneIn(2) ? "NULL" : "\(head + 1)")
          WHERE NOT EXISTS (SELECT 1 FROM consent_contents AS c
            WHERE c.subject = consent_subjects.subject AND c.sequence <= \(head))
          """
        case changes.count + 2: "UPDATE consent_secret SET check_value = zeroblob(32)"
        case let place:
          """
          \(changes[place]) WHERE sequence = (SELECT sequence FROM \(changes[place].contains("contents") ? "consent_contents" : changes[place].contains("notes") ? "consent_notes" : "consent_entries")
            WHERE sequence > \(head) ORDER BY sequence LIMIT 1 OFFSET \(random.int(0...12)))
          """
        }
      let file = try store.outsider()
      try file.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;")
      let triggers = try file.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
        try $0.all { $0.text(0) }
      }
      for name in triggers { try file.execute("DROP TRIGGER \(name)") }
      try file.execute(statement)
      let changed = file.changes
      try file.close()
      return changed > 0 ? statement : nil
    }

    func compare(from head: LedgerHead) throws -> (full: LedgerReport, resumed: LedgerReport) {
      let database = try AdDatabase(path: store.path, access: .readOnly)
      let consent = ConsentRepository(database)
      let end = time.advanced(by: 86_400_000)
      let full = try consent.verify(at: end, trusting: [], by: nil)
      let resumed = try consent.verify(
        against: [head], from: head, at: end, trusting: [], by: nil)
      try database.close()
      return (full, resumed)
    }
  }

  private static let count =
    ProcessInfo.processInfo.environment["ADVIEW_RESUMED"].flatMap(UInt64.init) ?? 60

  @Test func `whatever is wrong behind the head is named as by an audit of everything`() throws {
    var (named, earlier) = (0, 0)
    for seed in 1...Self.count {
      let life = try Life(seed: seed)
      try life.goOn(40)
      var head = try life.consent.head(at: Self.now)
      try life.goOn(30, isClockWrong: true)
      let sound = try life.compare(from: head)
      #expect(sound.full.fault == sound.resumed.fault, "seed \(seed)")
      #expect(
        sound.full.root == sound.resumed.root && sound.resumed.resumed == head, "seed \(seed)")
      guard let tampering = try life.tamper(after: head.size) else { continue }
      let found = try life.compare(from: head)
      if let fault = found.full.fault, fault.sequence <= head.size {
        // What is missing before the head since then: something is named in any case.
        earlier += 1
        #expect(found.resumed.fault != nil, "seed \(seed), \(tampering): \(fault)")
      } else {
        named += 1
        #expect(
          found.full.fault == found.resumed.fault,
          "seed \(seed), head \(head.size), \(tampering)")
      }
      head = LedgerHead(store: head.store, size: head.size, root: found.full.root, time: head.time)
      let other = try life.compare(from: head).resumed
      #expect(other.resumed == nil && other.fault != nil, "another history is read as a whole")
    }
    print("\(named) tamperings named alike, \(earlier) with what was before the head")
    #expect(named > Self.count / 4)
  }

  @Test(arguments: [false, true])
  func `what is said of nobody before the head is believed only as it was appended`(
    isHashed: Bool
  ) throws {
    let store = try TemporaryStore()
    let database = try store.create()
    try InventoryRepository(database).change(by: "t", at: Self.now) {
      try $0.setSettings { $0.gate.policy = .consented }
    }
    let consent = ConsentRepository(database)
    try consent.set(.answer(.enabled), for: SubjectKey("anna"), at: Self.now)
    let head = try consent.head(at: Self.now)
    try consent.set(.answer(.disabled), for: SubjectKey("anna"), at: Self.now)
    let check = {
      try consent.verify(against: [head], from: head, at: Self.now, trusting: [], by: nil)
    }
    #expect(try check().resumed == head)
    let (sequence, text) = try database.read { connection in
      try connection.prepare(
        """
        SELECT n.sequence, n.content FROM consent_notes AS n
        JOIN consent_entries AS e ON e.sequence = n.sequence WHERE e.event = 'ruled'
        """
      ) { try $0.first { ($0.int64(0), $0.text(1)) } ?? (0, "") }
    }
    let looser = text.replacing(#""policy":"consented""#, with: "")
    #expect(looser != text)
    let file = try store.outsider()
    try file.execute(
      """
      DROP TRIGGER consent_notes_are_never_edited; DROP TRIGGER consent_entries_are_never_edited;
      DELETE FROM settings;
      """)
    try file.prepare("UPDATE consent_notes SET content = ?1 WHERE sequence = ?2") {
      try $0.run(looser, sequence)
    }
    if isHashed {
      let old = try #require(try database.read { try LedgerReader($0).entry(sequence) })
      let new = LedgerEntry(
        sequence: sequence, time: old.time, event: old.event, subject: old.subject,
        payload: LedgerCommitment.note(Array(looser.utf8)), origin: old.origin,
        previous: old.previous)
      try file.prepare(
        "UPDATE consent_entries SET payload_commitment = ?1, hash = ?2 WHERE sequence = ?3"
      ) { try $0.run(new.payload.bytes, new.hash.bytes, sequence) }
    }
    try file.close()
    let found = try check()
    #expect(found.resumed == nil && found.fault != nil, "all of it is read")
  }

  @Test func `what was edited before the head is only found by an audit of everything`() throws {
    let life = try Life(seed: 1)
    try life.goOn(30)
    let head = try life.consent.head(at: Self.now)
    try life.goOn(10)
    let file = try life.store.outsider()
    try file.execute("DROP TRIGGER consent_contents_are_never_edited")
    try file.execute("UPDATE consent_contents SET content = '{}' WHERE sequence < \(head.size)")
    try file.close()
    let found = try life.compare(from: head)
    #expect(found.full.fault?.kind == .edited)
    #expect(found.resumed.fault == nil || found.resumed.fault?.isOfTime == true)
    #expect(found.resumed.size == found.full.size && found.resumed.contents < found.full.size)
  }
}
