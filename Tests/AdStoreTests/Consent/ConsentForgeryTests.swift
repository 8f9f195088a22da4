// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Testing

@testable import AdStore

/// What somebody does to the file who has read how entries are hashed.
@Suite struct ConsentForgeryTests {
  static let now = TemporaryStore.now
  let store: TemporaryStore
  let consent: ConsentRepository

  init() throws {
    store = try TemporaryStore()
    consent = try ConsentVerifyTests.ledger(in: store)
  }

  /// Changes the last entry, and hashes it anew.
  private func forgeLast(
    _ statements: [String] = [], _ change: (inout LedgerEntry, _ salt: [UInt8]) -> Void
  ) throws {
    let forged = try consent.database.read { connection in
      var entry = try #require(try LedgerReader(connection).last())
      let salt = try connection.statement("SELECT salt FROM consent_contents WHERE sequence = ?1")
        .first(entry.sequence) { $0.blob(0) }
      change(&entry, try #require(salt))
      return entry
    }
    try store.tamper(
      ConsentVerifyTests.withoutGuards + statements + [
        """
        UPDATE consent_entries SET sequence = \(forged.sequence), hash = x'\(forged.hash.hex)',
          event = '\(forged.event.rawValue)', payload_commitment = x'\(forged.payload.hex)'
        WHERE sequence = 6
        """
      ])
  }

  /// The audit has nothing against it, for all hashes agree; a remembered head would have.
  @Test func `content that is no statement opens nothing, though its hashes are right`() throws {
    let head = try consent.head(at: Self.now)
    let content = #"{"format":1}"#
    try forgeLast(["UPDATE consent_contents SET content = '\(content)' WHERE sequence = 6"]) {
      $0.payload = LedgerCommitment.payload(Array(content.utf8), salt: $1)
    }
    #expect(try consent.verify().fault == nil)
    #expect(try consent.verify(against: [head]).fault?.kind == .forked)
    let error = #expect(throws: StoreError.self) { try consent.record(ConsentRecordID(6)) }
    #expect(error?.code == .corrupt && error?.message.contains("record 6") == true)
    #expect(consent.decision(for: try .init("user-6"), at: Self.now) == .blocked(.failed))
  }

  @Test func `nothing is appended behind the largest number there is`() throws {
    try forgeLast { entry, _ in entry.sequence = .max }
    let error = #expect(throws: StoreError.self) {
      try consent.set(.answer(.enabled), for: .init("user-7"), at: Self.now)
    }
    #expect(error?.code == .corrupt && error?.message.contains("\(Int64.max)") == true)
    #expect(try consent.current(of: .init("user-7")) == nil)
  }

  /// As from a copy of the file that is older than the erasure.
  @Test func `who was erased and is put back has no record`() throws {
    let rows = try consent.database.read { connection in
      try connection.statement(
        """
        SELECT hex(s.salt), hex(c.salt), hex(c.content) FROM consent_subjects AS s
        JOIN consent_contents AS c ON c.subject = s.subject WHERE s.key = 'user-2'
        """
      ).first { [$0.text(0), $0.text(1), $0.text(2)] }
    }
    let hex = try #require(rows)
    let subject = try SubjectKey("user-2")
    try consent.erase(subject, at: Self.now)
    #expect(try consent.verify().fault == nil)
    try store.tamper([
      "INSERT INTO consent_subjects (subject, key, salt) VALUES (2, 'user-2', x'\(hex[0])')",
      """
      INSERT INTO consent_contents (sequence, subject, salt, content)
      VALUES (2, 2, x'\(hex[1])', CAST(x'\(hex[2])' AS TEXT))
      """,
    ])
    let error = #expect(throws: StoreError.self) { try consent.current(of: subject) }
    #expect(error?.code == .corrupt && error?.message.contains("record 7") == true)
    #expect(consent.decision(for: subject, at: Self.now) == .blocked(.failed))
    #expect(try consent.verify().fault?.sequence == 2)
  }

  @Test func `a key whose replacement was edited is nobody's`() throws {
    let secret = SubjectSecretTests.secret
    try consent.hashKeys(with: secret, at: Self.now)
    #expect(try consent.verify().fault == nil)
    let replaced = try consent.database.read { connection in
      try connection.statement("SELECT rekeyed FROM consent_subjects WHERE subject = 2")
        .first { $0.int64(0) }
    }
    let entry = try #require(replaced)
    try store.tamper(
      ConsentVerifyTests.withoutGuards + [
        "UPDATE consent_entries SET at = at + 1 WHERE sequence = \(entry)"
      ])
    let key = try SubjectKey(hashing: "user-2", secret: secret)
    #expect(storeCode { _ = try consent.current(of: key) } == .corrupt)
    let fault = try consent.verify().fault
    #expect(fault?.kind == .edited && fault?.sequence == 2, "\(fault as Any)")
  }

  @Test func `a receipt of content that was changed is refused`() throws {
    let id = ConsentRecordID(4)
    #expect(try consent.proof(of: id, at: Self.now)?.evidence != nil)
    try store.tamper(
      ConsentVerifyTests.withoutGuards + [
        "UPDATE consent_contents SET content = '{}' WHERE sequence = 4"
      ])
    let error = #expect(throws: StoreError.self) { try consent.proof(of: id, at: Self.now) }
    #expect(error?.code == .corrupt && error?.message.contains("record 4") == true)
  }
}
