// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Foundation
import SQLiteKit
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
}
