// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@testable import AdStore

/// Records that are kept as evidence in a case.
@Suite struct ConsentHoldingTests {
  static let now = TemporaryStore.now
  static let anna = SubjectKey(stored: "anna", secretCheck: nil)
  let store: TemporaryStore
  let consent: ConsentRepository

  init() throws {
    store = try TemporaryStore()
    let origin = try EntryOrigin(.operator, channel: "support", reason: "case 2026-114")
    consent = ConsentRepository(try store.create(), acting: origin)
    try consent.set(.answer(.enabled), for: Self.anna, at: Self.now)
  }

  @Test func `are not erased until they are released`() throws {
    #expect(try consent.append(.held, for: [Self.anna], at: Self.now) == [ConsentRecordID(2)])
    let error = #expect(throws: StoreError.self) {
      try consent.erase(Self.anna, at: Self.now)
    }
    #expect(error?.code == .legalHold)
    let message = error?.message ?? ""
    #expect(message.contains("by entry 2 (case 2026-114)"))
    #expect(
      storeCode { _ = try consent.erase([Self.anna, SubjectKey("ben")], at: Self.now) }
        == .legalHold)
    #expect(try consent.append(.released, for: [Self.anna], at: Self.now) == [ConsentRecordID(3)])
    #expect(try consent.erase(Self.anna, at: Self.now).records == 1)
    #expect(try consent.verify(at: Self.now).fault == nil)
  }

  @Test func `go on as they were`() throws {
    let before = try consent.history(of: Self.anna)
    try consent.append(.held, for: [Self.anna], at: Self.now)
    #expect(try consent.history(of: Self.anna) == before)
    #expect(consent.decision(for: Self.anna, at: Self.now).isAllowed)
    try consent.withdraw(Self.anna, at: Self.now.advanced(by: 1))
    #expect(consent.decision(for: Self.anna, at: Self.now.advanced(by: 1)) == .blocked(.withdrawn))
    #expect(storeCode { try consent.erase(Self.anna, at: Self.now) } == .legalHold)
  }

  @Test func `are held once, and only where there are any`() throws {
    try consent.append(.held, for: [Self.anna], at: Self.now)
    #expect(try consent.append(.held, for: [Self.anna], at: Self.now) == [nil])
    try consent.append(.released, for: [Self.anna], at: Self.now)
    #expect(try consent.append(.released, for: [Self.anna], at: Self.now) == [nil])
    let people = try [Self.anna, SubjectKey("nobody")]
    #expect(
      storeCode { _ = try consent.append(.held, for: people, at: Self.now) } == .noSuchSubject)
    #expect(try consent.head(at: Self.now).size == 3)
  }

  @Test func `stay held where a backup from before takes the place`() throws {
    let pair = try RestoredPair()
    try pair.consent { try $0.set(.answer(.enabled), for: Self.anna, at: pair.now) }
    try pair.backUp()
    pair.wait()
    try pair.consent { try $0.append(.held, for: [Self.anna], at: pair.now) }
    // Somebody whom the backup does not know, and whose yes would be left out.
    try pair.consent { consent throws in
      try consent.set(.answer(.enabled), for: SubjectKey("ben"), at: pair.now)
      try consent.append(.held, for: [SubjectKey("ben")], at: pair.now)
    }
    pair.wait()
    try pair.restore()
    try pair.consent { consent throws in
      for key in try [Self.anna, SubjectKey("ben")] {
        #expect(storeCode { try consent.erase(key, at: pair.now) } == .legalHold)
      }
      #expect(try consent.verify(at: pair.now).fault == nil)
    }
  }

  @Test func `stay released where a backup that holds them takes the place`() throws {
    let pair = try RestoredPair()
    try pair.consent { consent throws in
      try consent.set(.answer(.enabled), for: Self.anna, at: pair.now)
      try consent.append(.held, for: [Self.anna], at: pair.now)
    }
    try pair.backUp()
    pair.wait()
    try pair.consent { try $0.append(.released, for: [Self.anna], at: pair.now) }
    try pair.restore()
    try pair.consent { consent throws in
      #expect(try consent.erase(Self.anna, at: pair.now).records == 1)
      #expect(try consent.verify(at: pair.now).fault == nil)
    }
  }
}
