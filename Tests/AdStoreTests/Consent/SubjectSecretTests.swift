// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Foundation
import Testing

@testable import AdStore

/// One person has one key.
@Suite struct SubjectSecretTests {
  static let now = TemporaryStore.now
  static let secret = Array("a secret of sixteen bytes".utf8)
  static let other = Array("another one of as many bytes".utf8)
  let store: TemporaryStore
  let consent: ConsentRepository

  init() throws {
    store = try TemporaryStore()
    consent = ConsentRepository(try store.create())
  }

  /// Every call that names a person.
  private func refusals(of key: SubjectKey) -> [StoreError.Code?] {
    [
      storeCode { try consent.set(.answer(.enabled), for: key, at: Self.now) },
      storeCode { try consent.withdraw(key, at: Self.now) },
      storeCode { try consent.erase(key, at: Self.now) },
      storeCode { _ = try consent.current(of: key) },
      storeCode { _ = try consent.history(of: key) },
      storeCode { _ = try consent.record(of: key, at: Self.now) },
      storeCode { _ = try consent.everything(of: key) },
      storeCode { try consent.admit(key) },
    ]
  }

  @Test func `a store of hashed keys refuses plain ones and other secrets`() throws {
    let anna = try SubjectKey(hashing: "anna", secret: Self.secret)
    try consent.set(.answer(.enabled), for: anna, at: Self.now)
    for key in try [SubjectKey("anna"), SubjectKey("berta"), SubjectKey(anna.stored)] {
      #expect(refusals(of: key).allSatisfy { $0 == .secretMissing })
      #expect(consent.decision(for: key, at: Self.now) == .blocked(.failed))
    }
    let foreign = try SubjectKey(hashing: "anna", secret: Self.other)
    #expect(refusals(of: foreign).allSatisfy { $0 == .secretDiffers })
    #expect(try consent.head(at: Self.now).size == 2)
    #expect(try !store.holds(Data("anna".utf8)) && !store.holds(Data(Self.secret)))
    #expect(try consent.current(of: anna)?.event == .given)
  }

  @Test func `a store of plain keys refuses hashed ones, and texts that look like them`() throws {
    try consent.set(.answer(.enabled), for: .init("anna"), at: Self.now)
    let hashed = try SubjectKey(hashing: "anna", secret: Self.secret)
    #expect(refusals(of: hashed).allSatisfy { $0 == .keysArePlain })
    #expect(try refusals(of: .init(hashed.stored)).allSatisfy { $0 == .secretMissing })
  }

  @Test func `the first hashed key decides, and everybody's erasure does not undo it`() throws {
    let anna = try SubjectKey(hashing: "anna", secret: Self.secret)
    try consent.set(.answer(.enabled), for: anna, at: Self.now)
    try consent.erase(anna, at: Self.now)
    #expect(storeCode { try consent.admit(.init("anna")) } == .secretMissing)
    try consent.set(.answer(.enabled), for: anna, at: Self.now)
  }

  @Test func `a store whose check value is gone takes nobody's word for it`() throws {
    let anna = try SubjectKey(hashing: "anna", secret: Self.secret)
    try consent.set(.answer(.enabled), for: anna, at: Self.now)
    try store.tamper(["DELETE FROM consent_secret"])
    #expect(storeCode { try consent.admit(.init("anna")) } == .secretMissing)
    let foreign = try SubjectKey(hashing: "anna", secret: Self.other)
    for key in [anna, foreign] {
      #expect(storeCode { try consent.withdraw(key, at: Self.now) } == .secretDiffers)
    }
    #expect(try consent.verify().fault?.kind == .edited)
  }

  @Test func `plain keys become hashed ones, and records, ledger and loads go on`() throws {
    for number in 1...3 {
      try consent.set(.answer(.enabled), for: .init("person-\(number)"), at: Self.now)
    }
    let before = try consent.history(of: .init("person-2"))
    #expect(try consent.hashKeys(with: Self.secret, at: Self.now, commits: false).replaced == 3)
    #expect(try consent.history(of: .init("person-2")) == before)
    #expect(try consent.hashKeys(with: Self.secret, at: Self.now).replaced == 3)
    #expect(try !store.holds(Data("person-".utf8)))

    let key = try SubjectKey(hashing: "person-2", secret: Self.secret)
    #expect(try consent.history(of: key) == before)
    #expect(storeCode { try consent.admit(.init("person-2")) } == .secretMissing)
    try consent.withdraw(key, at: Self.now.advanced(by: 1))
    #expect(consent.decision(for: key, at: Self.now.advanced(by: 1)) == .blocked(.withdrawn))
    let report = try consent.verify(at: Self.now.advanced(by: 1))
    #expect(report.fault == nil && report.size == 8 && report.contents == 4)
    try consent.erase(key, at: Self.now.advanced(by: 2))
    #expect(try consent.verify().fault == nil)
    #expect(try consent.verify().erased == 2)
  }

  @Test func `keys are not hashed with a second secret`() throws {
    try consent.set(.answer(.enabled), for: .init("anna"), at: Self.now)
    try consent.hashKeys(with: Self.secret, at: Self.now)
    #expect(
      storeCode { try consent.hashKeys(with: Self.other, at: Self.now) } == .secretDiffers)
    #expect(try consent.hashKeys(with: Self.secret, at: Self.now).replaced == 0)
    #expect(try consent.current(of: .init(hashing: "anna", secret: Self.secret))?.event == .given)
    #expect(try consent.head(at: Self.now).size == 3)
  }

  @Test func `another secret needs everybody's key, and changes nothing without`() throws {
    for number in 1...3 {
      let key = try SubjectKey(hashing: "person-\(number)", secret: Self.secret)
      try consent.set(.answer(.enabled), for: key, at: Self.now)
    }
    let change = { (keys: [String], old: [UInt8]) in
      try consent.changeSecret(from: old, to: Self.other, keys: keys, at: Self.now)
    }
    #expect(
      storeCode { _ = try change(["person-1", "person-3", "stranger"], Self.secret) }
        == .keysMissing)
    #expect(
      storeCode { _ = try change(["person-1", "person-2", "person-3"], Self.other) }
        == .secretDiffers)
    #expect(try consent.head(at: Self.now).size == 4)
    let old = try SubjectKey(hashing: "person-1", secret: Self.secret)
    #expect(
      try change(["person-1", "person-2", "person-3", "stranger"], Self.secret).replaced == 3)
    #expect(storeCode { try consent.admit(old) } == .secretDiffers)
    #expect(try !store.holds(Data(old.stored.utf8)))
    let new = try SubjectKey(hashing: "person-1", secret: Self.other)
    #expect(try consent.current(of: new)?.id == ConsentRecordID(2))
    // And once more, over the entry of the first time.
    let third = Array("a third one of as many bytes".utf8)
    try consent.changeSecret(
      from: Self.other, to: third, keys: (1...3).map { "person-\($0)" }, at: Self.now)
    let last = try SubjectKey(hashing: "person-1", secret: third)
    #expect(try consent.current(of: last)?.id == ConsentRecordID(2))
    #expect(try consent.verify().fault == nil)
  }

  @Test func `somebody who is held under both keys is not made one`() throws {
    try consent.set(.answer(.enabled), for: .init("anna"), at: Self.now)
    let hashed = try SubjectKey(hashing: "anna", secret: Self.secret)
    try store.tamper([
      "INSERT INTO consent_subjects (key, salt) VALUES ('\(hashed.stored)', randomblob(32))"
    ])
    #expect(
      storeCode { try consent.hashKeys(with: Self.secret, at: Self.now) } == .splitSubject)
  }

  /// Keys that were given to others with SQL, after a replacement by which their commitments no
  /// longer follow from them.
  @Test func `keys that changed places after they were replaced are noticed`() throws {
    for number in 1...2 {
      try consent.set(.answer(.enabled), for: .init("person-\(number)"), at: Self.now)
    }
    try consent.hashKeys(with: Self.secret, at: Self.now)
    let keys = try (1...2).map {
      try SubjectKey(hashing: "person-\($0)", secret: Self.secret).stored
    }
    try store.tamper([
      "DROP TRIGGER consent_subjects_change_with_the_ledger",
      "UPDATE consent_subjects SET key = 'x' WHERE key = '\(keys[0])'",
      "UPDATE consent_subjects SET key = '\(keys[0])' WHERE key = '\(keys[1])'",
      "UPDATE consent_subjects SET key = '\(keys[1])' WHERE key = 'x'",
    ])
    let reader = ConsentRepository(try store.open(.readOnly))
    let key = try SubjectKey(hashing: "person-1", secret: Self.secret)
    #expect(storeCode { _ = try reader.current(of: key) } == .corrupt)
    #expect(try reader.verify().fault?.kind == .edited)
  }
}
