// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@testable import AdStore

/// What ties a record to a key that took the place of the one that it was made under.
@Suite struct ReplacedKeyProofTests {
  private let pair: RestoredPair
  private static let secret = SubjectSecretTests.secret

  init() throws { pair = try RestoredPair() }

  /// What is wrong with the change of key in the proof of somebody's newest record.
  private func faults(
    of name: String, _ secret: [UInt8], before head: LedgerHead? = nil
  ) throws -> (change: LedgerKeyChange, faults: [LedgerKeyChange.Fault])? {
    try pair.consent { consent in
      let subject = try SubjectKey(hashing: name, secret: secret)
      let id = try #require(try consent.current(of: subject)?.id)
      let proof = try #require(
        try head.map { try consent.proof(of: id, in: $0, at: pair.now) }
          ?? consent.proof(of: id, at: pair.now))
      let entry = try #require(proof.evidence).entry
      return proof.keyChange.map { change in
        (change, change.faults(tying: entry, to: subject.stored, in: proof.head))
      }
    }
  }

  private func answer(_ names: String..., secret: [UInt8]? = nil, in file: String? = nil) throws {
    try pair.consent(of: file) { consent in
      for name in names {
        let key = try secret.map { try SubjectKey(hashing: name, secret: $0) } ?? SubjectKey(name)
        try consent.set(.answer(.enabled), for: key, at: pair.now)
      }
    }
  }

  @Test func `each person's last replacement counts, with the entry that closes its block`() throws
  {
    try answer("anna", "ben")
    try pair.consent { _ = try $0.hashKeys(with: Self.secret, at: pair.now) }
    let first = try #require(try faults(of: "anna", Self.secret))
    #expect(first.faults.isEmpty && first.change.closing.entry.sequence == 5)
    let other = SubjectSecretTests.other
    try pair.consent {
      _ = try $0.changeSecret(from: Self.secret, to: other, keys: ["anna", "ben"], at: pair.now)
    }
    let second = try #require(try faults(of: "anna", other))
    #expect(second.faults.isEmpty && second.change.closing.entry.sequence == 8)
    #expect(second.change.rekeyed.entry.subject == first.change.rekeyed.entry.subject)
    try answer("cleo", secret: other)
    #expect(try faults(of: "cleo", other) == nil, "her record commits to the key itself")
  }

  @Test func `a replacement behind a head leads to a later one, which goes on from it`() throws {
    try answer("anna", "ben", "cleo")
    let heads = try pair.consent { consent in
      let before = try consent.head(at: pair.now)
      _ = try consent.hashKeys(with: Self.secret, at: pair.now)
      return (before, try consent.head(at: pair.now))
    }
    let behind = try #require(try faults(of: "ben", Self.secret, before: heads.0))
    #expect(behind.faults.isEmpty && behind.change.head == heads.1)
    #expect(!behind.change.extensionPath.isEmpty)
    let within = try #require(try faults(of: "ben", Self.secret, before: heads.1))
    #expect(within.faults.isEmpty && within.change.head == heads.1)
    #expect(within.change.extensionPath.isEmpty)
  }

  @Test func `who was carried over is tied to their key by the entry that says so`() throws {
    try answer("anna")
    try pair.backUp()
    pair.wait()
    try answer("ben")
    for file in [nil, pair.backup] {
      try pair.consent(of: file) { _ = try $0.hashKeys(with: Self.secret, at: pair.now) }
    }
    pair.wait()
    try pair.restore(nil, CarryingRules(takesPermissions: true))
    let carried = try #require(try faults(of: "ben", Self.secret))
    #expect(carried.faults.isEmpty && carried.change.closing.entry.event == .restored)
  }

  @Test func `a replacement that nothing closes is no proof`() throws {
    try answer("anna")
    try pair.consent { _ = try $0.hashKeys(with: Self.secret, at: pair.now) }
    try pair.store.tamper(
      ConsentVerifyTests.withoutGuards + [
        "DROP TRIGGER consent_notes_are_never_deleted",
        "DELETE FROM consent_notes WHERE sequence = 3",
        "DELETE FROM consent_entries WHERE sequence = 3",
      ])
    #expect(storeCode { _ = try faults(of: "anna", Self.secret) } == .corrupt)
  }

  @Test func `the newest signature up to a head is told with its key`() async throws {
    let device = MadeUpSigner("device")
    let database = try await AdDatabase.open(
      at: pair.store.path, signer: device, now: pair.now)
    let consent = ConsentRepository(database)
    try consent.set(.answer(.enabled), for: .init("anna"), at: pair.now)
    let head = try consent.head(at: pair.now)
    try consent.set(.answer(.enabled), for: .init("ben"), at: pair.now)
    let point = try #require(try consent.signedPoint(in: head, by: device))
    #expect(point.sequence == 2 && point.since == 1 && point.isIn(head))
    #expect(point.enrollment == device.enrollment)
    let now = try consent.head(at: pair.now)
    #expect(try consent.signedPoint(in: now, by: nil)?.sequence == 3)
    #expect(!point.isIn(now), "its path is one of the earlier head")
  }

  @Test func `an entry that names another key is told with the one that introduced it`()
    async throws
  {
    let (device, heir) = (MadeUpSigner("device"), MadeUpSigner("heir"))
    let database = try await AdDatabase.open(
      at: pair.store.path, signer: device, now: pair.now)
    _ = try database.enroll(heir, introducedBy: device, as: .rule, at: pair.now, commits: true)
    let consent = ConsentRepository(database)
    let head = try consent.head(at: pair.now)
    #expect(head.size == 2)
    let point = try #require(try consent.signedPoint(in: head, by: device))
    #expect(point.sequence == 2 && point.enrollment == device.enrollment)
  }
}
