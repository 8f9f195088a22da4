// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Foundation
import Testing

@testable import AdStore

@Suite struct ConsentErasureTests {
  static let now = TemporaryStore.now

  @Test func `neither file nor log holds a byte of whom was erased`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let secret = try SubjectKey("subject-to-be-forgotten")
    for round in 0..<40 {
      for number in 0..<5 {
        var other = try ConsentStatement.answer(.enabled)
        other.didomiUserID = "kept-\(round)-\(number)"
        try consent.set(other, for: .init("kept-\(number)"), at: Self.now)
      }
      var statement = try ConsentStatement.answer(round.isMultiple(of: 2) ? .enabled : .disabled)
      statement.didomiUserID = "forgotten-device-\(round)"
      statement.collection.interface = "forgotten-screen-\(round)"
      try consent.set(statement, for: secret, at: Self.now)
    }
    let salts = try consent.database.read { connection in
      try connection.statement(
        """
        SELECT c.salt FROM consent_contents AS c JOIN consent_subjects AS s
          ON s.subject = c.subject WHERE s.key = 'subject-to-be-forgotten'
        UNION ALL SELECT salt FROM consent_subjects WHERE key = 'subject-to-be-forgotten'
        """
      ).all { Data($0.blob(0)) }
    }
    #expect(salts.count == 41)
    let texts = ["subject-to-be-forgotten", "forgotten-device", "forgotten-screen"]
    let needles = salts + texts.map { Data($0.utf8) }
    for needle in needles { #expect(try store.holds(needle)) }

    let erasure = try consent.erase(secret, at: Self.now)
    #expect(erasure.records == 40)
    for needle in needles { #expect(try !store.holds(needle)) }
    #expect(try store.holds(Data("kept-39-4".utf8)))
    let report = try consent.verify()
    #expect(report.fault == nil && report.erased == 40 && report.size == 241)
  }

  @Test func `after an erasure nothing leads from the key to a record`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    try consent.erase(subject, at: Self.now)
    #expect(try consent.current(of: subject) == nil)
    #expect(try consent.history(of: subject) == [])
    #expect(try consent.record(ConsentRecordID(1)) == nil)
    #expect(consent.decision(for: subject, at: Self.now) == .blocked(.noRecord))
    #expect(storeCode { try consent.erase(subject, at: Self.now) } == .noSuchSubject)
  }

  @Test func `who comes back after an erasure starts anew`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    try consent.erase(subject, at: Self.now)
    let record = try consent.set(.answer(.enabled), for: subject, at: Self.now).record
    #expect(record.id == ConsentRecordID(3) && record.event == .given && record.previous == nil)
    #expect(try consent.verify().fault == nil)
  }

  /// Bytes that were deleted before without being overwritten, as by another tool.
  @Test func `an erasure also removes what others had left in free space`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    let outsider = try store.outsider()
    try outsider.execute("PRAGMA secure_delete = OFF")
    let text = String(repeating: "left-by-somebody ", count: 300)
    try outsider.execute("CREATE TABLE leavings (text TEXT)")
    for _ in 0..<20 { try outsider.execute("INSERT INTO leavings VALUES ('\(text)')") }
    try outsider.execute("DROP TABLE leavings")
    try outsider.checkpoint()
    try outsider.close()
    #expect(try store.holds(Data("left-by-somebody".utf8)))
    try consent.erase(subject, at: Self.now)
    #expect(try !store.holds(Data("left-by-somebody".utf8)))
  }

  /// The file is written anew from a copy: up to 256 MiB in memory, more in the system's folder.
  @Test(arguments: [
    (1, 4_096, "MEMORY"), (65_536, 4_096, "MEMORY"), (65_537, 4_096, "DEFAULT"),
    (4_096, 65_536, "MEMORY"), (4_294_967_294, 65_536, "DEFAULT"),
  ])
  func `a large file is not copied into memory`(pages: Int64, size: Int64, place: String) {
    #expect(ConsentScrub.placeOfCopy(pages: pages, of: size) == place)
  }

  @Test func `a pending erasure is noted in the file, and ended by the next opening`() throws {
    let store = try TemporaryStore()
    try store.create().close()
    let consent = ConsentRepository(try store.open())
    let subject = try SubjectKey("subject-to-be-forgotten")
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    try consent.set(.answer(.enabled), for: .init("user-2"), at: Self.now)
    #expect(try consent.pendingErasure() == nil)
    let reader = try store.outsider()
    let later = Self.now.advanced(by: 1_000)
    try reader.transaction(.read) {
      _ = try reader.statement("SELECT count(*) FROM consent_entries").first { $0.int(0) }
      #expect(storeCode { try consent.erase(subject, at: later) } == .erasurePending)
      let pending = try #require(try consent.pendingErasure())
      #expect(
        pending.entry == ConsentRecordID(3) && pending.since == later && pending.isRewritten)
      let size = try store.logSize()
      for _ in 0..<3 {
        #expect(storeCode { try consent.scrub() } == .erasurePending)
        #expect(storeCode { try consent.erase(subject, at: later) } == .erasurePending)
      }
      #expect(try store.logSize() == size, "a retry adds nothing to the log")
      // Opening cannot end it now, and writes all the same.
      let other = try store.open()
      try other.write { try $0.execute("INSERT INTO settings VALUES ('a', 'b')") }
      #expect(try ConsentRepository(other).pendingErasure() != nil)
    }
    try reader.close()
    #expect(try store.holds(Data("subject-to-be-forgotten".utf8)))
    let next = try store.open()
    try next.write { try $0.execute("INSERT INTO settings VALUES ('c', 'd')") }
    #expect(try ConsentRepository(next).pendingErasure() == nil)
    #expect(try !store.holds(Data("subject-to-be-forgotten".utf8)))
    #expect(try ConsentRepository(next).verify().fault == nil)
  }

  @Test func `to erase the same person again ends what is pending`() throws {
    let store = try TemporaryStore()
    try store.create().close()
    let consent = ConsentRepository(try store.open())
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    let reader = try store.outsider()
    try reader.transaction(.read) {
      _ = try reader.statement("SELECT count(*) FROM consent_entries").first { $0.int(0) }
      #expect(storeCode { try consent.erase(subject, at: Self.now) } == .erasurePending)
    }
    try reader.close()
    let again = ConsentErasure(entry: ConsentRecordID(2), records: 0)
    // The file is opened anew, which ends it; the answer is the same.
    let other = ConsentRepository(try store.open())
    #expect(try other.erase(subject, at: Self.now) == again)
    #expect(try consent.pendingErasure() == nil)
    #expect(storeCode { try consent.erase(subject, at: Self.now) } == .noSuchSubject)
    #expect(try !store.holds(Data("user-1".utf8)))
  }

  @Test func `an erasure waits for a reader that ends in time`() throws {
    let store = try TemporaryStore()
    try store.create().close()
    let database = try AdDatabase(path: store.path, access: .readWrite, busyTimeout: 30_000)
    let consent = ConsentRepository(database)
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    let reader = try store.outsider()
    try reader.execute("BEGIN; SELECT count(*) FROM consent_entries")
    let ending = OtherThread(reader)
    // The reader ends once the erasure is in the file, which only a third connection can see.
    let outsider = OtherThread(try store.outsider())
    let watcher = Thread {
      let sql = "SELECT count(*) FROM consent_scrub WHERE rewritten = 1"
      while outsider.number(sql) == 0 { sched_yield() }
      ending.end()
    }
    watcher.start()
    #expect(try consent.erase(subject, at: Self.now).records == 1)
    #expect(try consent.pendingErasure() == nil)
  }

  @Test func `an erasure says that it is not complete while another process reads`() throws {
    let store = try TemporaryStore()
    try store.create().close()
    let consent = ConsentRepository(try store.open())
    let subject = try SubjectKey("user-1")
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    let reader = try store.outsider()
    let code = try reader.transaction(.read) {
      _ = try reader.statement("SELECT count(*) FROM consent_entries").first { $0.int(0) }
      return storeCode { try consent.erase(subject, at: Self.now) }
    }
    #expect(code == .erasurePending)
    #expect(try consent.current(of: subject) == nil)
    try reader.close()
    try consent.scrub()
    #expect(try !store.holds(Data("user-1".utf8)))
  }
}

extension TemporaryStore {
  /// Whether any file of the database holds the bytes.
  func holds(_ needle: Data) throws -> Bool {
    for name in try contents() {
      let data = try Data(contentsOf: folder.appendingPathComponent(name))
      if data.range(of: needle) != nil { return true }
    }
    return false
  }

  /// How large the write-ahead log is.
  func logSize() throws -> Int { try Data(contentsOf: URL(fileURLWithPath: "\(path)-wal")).count }
}

/// Uses a connection on another thread; nobody else uses it by then.
private final class OtherThread: @unchecked Sendable {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  func end() { try? connection.execute("COMMIT") }

  func number(_ sql: String) -> Int? {
    try? connection.prepare(sql) { try $0.first { $0.int(0) } }
  }
}
