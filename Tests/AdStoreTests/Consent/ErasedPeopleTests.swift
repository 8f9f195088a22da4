// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Foundation
import Testing

@testable import AdStore

/// People who were erased, and of whom another system still sends what they had answered.
@Suite struct ErasedPeopleTests {
  static let now = TemporaryStore.now
  static let secret = Array("a secret of sixteen bytes or more".utf8)
  static let other = Array("another secret of as many bytes".utf8)
  let store: TemporaryStore
  let consent: ConsentRepository

  init() throws {
    store = try TemporaryStore()
    consent = ConsentRepository(try store.create())
  }

  /// Imports what somebody answered so long from now.
  private func `import`(
    _ subject: SubjectKey, after delay: Int64 = 0, takingErased: Bool = false
  ) throws -> ConsentRepository.ImportOutcome? {
    var statement = try ConsentStatement.answer(.enabled)
    let time = Self.now.advanced(by: delay)
    (statement.createdAt, statement.updatedAt) = (time, time)
    let answer = ImportedAnswer(subject: subject, event: .imported, statement: statement)
    var batches = [[answer]]
    var outcomes: [ConsentRepository.ImportOutcome] = []
    try consent.record(
      importing: { batches.popLast() }, at: time, takingErased: takingErased, commits: true,
      told: { outcomes += $0 })
    return outcomes.first
  }

  private func isRefused(_ outcome: ConsentRepository.ImportOutcome?) -> Bool {
    if case .refused(let reason)? = outcome {
      reason.hasPrefix("the person was erased")
    } else {
      false
    }
  }

  @Test func `are not brought back by what they answered before`() throws {
    let anna = try SubjectKey(hashing: "anna", secret: Self.secret)
    _ = try `import`(anna)
    try consent.erase(anna, at: Self.now.advanced(by: 10))
    #expect(isRefused(try `import`(anna)))
    #expect(isRefused(try `import`(anna, after: 10)))
    #expect(try consent.current(of: anna) == nil)
    #expect(!isRefused(try `import`(anna, after: 11)))
    #expect(try consent.current(of: anna) != nil)
  }

  @Test func `are counted once where a key is given twice for another secret`() throws {
    let anna = try SubjectKey(hashing: "anna", secret: Self.secret)
    _ = try `import`(anna)
    try consent.erase(anna, at: Self.now.advanced(by: 10))
    let database = try AdDatabase(path: store.path, access: .readWrite)
    let forgotten = try database.write { connection in
      try ErasedPeople(connection).rename([(anna.stored, "new"), (anna.stored, "new")])
    }
    #expect(forgotten == 0)
  }

  @Test func `come back where that is asked for`() throws {
    let anna = try SubjectKey(hashing: "anna", secret: Self.secret)
    _ = try `import`(anna)
    try consent.erase(anna, at: Self.now)
    #expect(!isRefused(try `import`(anna, takingErased: true)))
    #expect(try consent.current(of: anna) != nil)
  }

  @Test func `leave nothing where keys are plain, for it would confirm a guess`() throws {
    _ = try `import`(SubjectKey("anna"))
    try consent.erase(SubjectKey("anna"), at: Self.now)
    let marks = try consent.database.read { connection in
      try connection.statement("SELECT count(*) FROM consent_tombstones").first { $0.int(0) }
    }
    #expect(marks == 0)
    #expect(!isRefused(try `import`(SubjectKey("anna"))))
  }

  @Test func `are known after another secret where their keys are given`() throws {
    for name in ["anna", "ben", "cleo"] {
      _ = try `import`(SubjectKey(hashing: name, secret: Self.secret))
    }
    for name in ["anna", "ben"] {
      try consent.erase(SubjectKey(hashing: name, secret: Self.secret), at: Self.now)
    }
    let rekeyed = try consent.changeSecret(
      from: Self.secret, to: Self.other, keys: ["anna", "cleo"], at: Self.now)
    #expect(rekeyed == ConsentRekeying(replaced: 1, forgotten: 1))
    #expect(isRefused(try `import`(SubjectKey(hashing: "anna", secret: Self.other))))
    #expect(!isRefused(try `import`(SubjectKey(hashing: "ben", secret: Self.other))))
  }

  @Test func `stay known where a backup from before takes the place`() throws {
    let pair = try RestoredPair()
    try pair.consent {
      try $0.set(
        .answer(.enabled), for: SubjectKey(hashing: "ben", secret: Self.secret), at: pair.now)
    }
    try pair.backUp()
    let anna = try SubjectKey(hashing: "anna", secret: Self.secret)
    try pair.consent { consent in
      try consent.set(.answer(.enabled), for: anna, at: pair.now)
      try consent.erase(anna, at: pair.now)
    }
    try pair.restore(nil, CarryingRules(acceptsLosses: true))
    try pair.consent { consent throws in
      #expect(try consent.database.read { try ErasedPeople($0).time(of: anna) } == pair.now)
    }
  }
}
