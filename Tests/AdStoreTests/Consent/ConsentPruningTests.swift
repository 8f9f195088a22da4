// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Foundation
import Testing

@testable import AdStore

/// What a retention policy erases.
@Suite struct ConsentPruningTests {
  static let now = TemporaryStore.now
  let store: TemporaryStore
  let consent: ConsentRepository

  init() throws {
    store = try TemporaryStore()
    consent = ConsentRepository(try store.create(), acting: .rule)
  }

  /// Records an answer that runs out so many days from now.
  private func answer(_ key: String, days: Int64, answered: Int64 = 400) throws {
    let time = Self.now.advanced(by: -answered * 86_400_000)
    var statement = try ConsentStatement.answer(.enabled)
    (statement.createdAt, statement.updatedAt) = (time, time)
    statement.expiry = ConsentExpiry(explicit: Self.now.advanced(by: days * 86_400_000))
    try consent.set(statement, for: SubjectKey(key), at: time)
  }

  private func prune(daysAgo: Int64, commits: Bool = true) throws -> ConsentPruning {
    try consent.prune(
      expiredBefore: Self.now.advanced(by: -daysAgo * 86_400_000), at: Self.now, commits: commits)
  }

  @Test func `people go of whom everything ran out before the time, and no others`() throws {
    try answer("long-gone", days: -100)
    try answer("gone-and-back", days: -100)
    try answer("recently-gone", days: -20)
    try answer("still-here", days: 50)
    try answer("gone-and-back", days: -10, answered: 380)
    let planned = try prune(daysAgo: 30, commits: false)
    #expect(planned.people == 1 && planned.records == 1)
    #expect(try store.holds(Data("long-gone".utf8)))
    #expect(try prune(daysAgo: 30) == planned)
    #expect(try !store.holds(Data("long-gone".utf8)))
    for key in ["gone-and-back", "recently-gone", "still-here"] {
      #expect(try consent.current(of: SubjectKey(key)) != nil, "\(key)")
    }
    #expect(try prune(daysAgo: 30) == ConsentPruning())
    let report = try consent.verify(at: Self.now)
    #expect(report.fault == nil && report.erased == 1)
  }

  /// What somebody may have said that no time ends.
  @Test(arguments: ["gpc", "opt-out", "child", "refusal"])
  func `who said what does not run out stays, and is counted`(kind: String) throws {
    try answer("gone", days: -100)
    let time = Self.now.advanced(by: -400 * 86_400_000)
    var statement = try ConsentStatement.answer(kind == "refusal" ? .disabled : .enabled)
    switch kind {
    case "gpc": statement.gpc = true
    case "opt-out": statement.strings = ConsentStrings(usPrivacy: "1YYN")
    case "child": statement.ageTreatment = .child
    default: statement.regulation = .cpra
    }
    (statement.createdAt, statement.updatedAt) = (time, time)
    statement.expiry = ConsentExpiry(explicit: Self.now.advanced(by: -100 * 86_400_000))
    try consent.set(statement, for: SubjectKey("standing"), at: time)
    let pruned = try prune(daysAgo: 30)
    #expect(pruned.people == 1 && pruned.standing == 1)
    #expect(try consent.current(of: SubjectKey("standing")) != nil)
  }

  @Test func `held records stay, and are counted`() throws {
    try answer("held", days: -100)
    try answer("gone", days: -100)
    try consent.append(.held, for: [SubjectKey("held")], at: Self.now)
    let pruned = try prune(daysAgo: 30)
    #expect(pruned.people == 1 && pruned.held == 1)
    #expect(try consent.current(of: SubjectKey("held")) != nil)
  }

  @Test func `what an interruption comes after is erased for good`() throws {
    struct Interruption: Error {}
    for number in 0..<600 { try answer("person-\(number)", days: -100) }
    #expect(throws: Interruption.self) {
      try consent.prune(expiredBefore: Self.now, at: Self.now) { done, _ in
        if done >= 512 { throw Interruption() }
      }
    }
    #expect(try consent.verify(at: Self.now).erased == 512)
    #expect(try consent.pendingErasure() == nil)
    #expect(try prune(daysAgo: 0).people == 88)
    #expect(try !store.holds(Data("person-".utf8)))
  }
}
