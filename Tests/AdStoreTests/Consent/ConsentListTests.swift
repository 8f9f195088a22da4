// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import TestSupport
import Testing

@testable import AdStore

@Suite struct ConsentListTests {
  static let start = TemporaryStore.now
  let store: TemporaryStore
  let consent: ConsentRepository

  init() throws {
    store = try TemporaryStore()
    consent = ConsentRepository(try store.create())
  }

  @Test(arguments: UInt64(0)..<6)
  func `a list holds whom its filter wants, whatever the index found`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    // More than are looked up one by one, so that both ways are gone.
    try fill(people: seed == 0 ? 1_100 : 40, by: &random)
    for _ in 0..<(seed == 0 ? 2 : 20) {
      var filter = ConsentFilter()
      if Bool.random(using: &random) { filter.regulation = Self.laws.randomElement(using: &random) }
      if Bool.random(using: &random) { filter.event = Self.events.randomElement(using: &random) }
      if Bool.random(using: &random) { filter.answeredSince = Self.time(&random) }
      if Bool.random(using: &random) { filter.answeredBefore = Self.time(&random) }
      if random.isOneIn(4) {
        filter.expiresBefore = Self.start.advanced(by: Int64(random.int(1...40)) * 86_400_000)
      }
      if Bool.random(using: &random) {
        filter.gate = ConsentStanding.allCases.randomElement(using: &random)
      }
      let wanted = try listed(ConsentFilter()).filter { Self.wants(filter, $0) }.map(\.subject)
      #expect(try listed(filter).map(\.subject) == wanted, "seed \(seed): \(filter)")
      let some = try listed(filter, limit: 3).map(\.subject)
      #expect(some == Array(wanted.prefix(3)), "seed \(seed): \(filter)")
    }
  }

  @Test func `few among many are found by an index, each part of a filter by its own`() throws {
    var filter = ConsentFilter()
    filter.event = .withdrawn
    filter.regulation = .cpra
    filter.answeredSince = Self.start
    filter.answeredBefore = Self.start
    filter.expiresBefore = Self.start
    let indexes = try consent.database.read { connection in
      try ConsentCondition.all(of: filter, at: Self.start).map { condition in
        try connection.prepare(
          "EXPLAIN QUERY PLAN SELECT sequence FROM \(condition.table) WHERE \(condition.sql) LIMIT 9"
        ) { statement in
          try statement.all(list: condition.values) { $0.text(3) }.joined()
        }
      }
    }
    let names = [
      "consent_entries_by_event", "consent_contents_by_regulation", "consent_contents_by_answer",
      "consent_contents_by_answer", "consent_contents_by_expiry",
    ]
    for (plan, name) in zip(indexes, names) { #expect(plan.contains("INDEX \(name)"), "\(plan)") }
    #expect(indexes.count == names.count)
  }

  @Test func `a value that looks like a member is none`() throws {
    var statement = try ConsentStatement.answer(.enabled, at: Self.start)
    statement.didomiUserID = #"","updatedAt":"1999-01-01T00:00:00.000Z","regulation":"cpra"#
    try consent.set(statement, for: SubjectKey("ada"), at: Self.start)
    var filter = ConsentFilter()
    filter.answeredBefore = Self.start
    #expect(try listed(filter).isEmpty)
    filter = ConsentFilter()
    filter.regulation = .cpra
    #expect(try listed(filter).isEmpty)
    filter.regulation = .gdpr
    #expect(try listed(filter).count == 1)
  }

  /// The rule of the filter, said once more.
  private static func wants(_ filter: ConsentFilter, _ listing: ConsentListing) -> Bool {
    let said = listing.record.statement
    return (filter.regulation ?? said.regulation) == said.regulation
      && (filter.event ?? listing.record.event) == listing.record.event
      && (filter.answeredSince ?? said.updatedAt) <= said.updatedAt
      && filter.answeredBefore.map { said.updatedAt < $0 } ?? true
      && filter.expiresBefore.map { end in
        listing.decision.isAllowed && listing.judgement.end.map { $0 < end } ?? false
      } ?? true
      && filter.gate.map { listing.decision.isAllowed == ($0 == .allowed) } ?? true
  }

  private func listed(_ filter: ConsentFilter, limit: Int = .max) throws -> [ConsentListing] {
    var all: [ConsentListing] = []
    try consent.forEach(matching: filter, limit: limit, at: Self.start) { all.append($0) }
    return all
  }

  private func fill(people: Int, by random: inout SeededRandom) throws {
    var answers: [ImportedAnswer] = []
    for person in 0..<people {
      let subject = try SubjectKey("user-\(person)")
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let choice: ConsentChoice = Bool.random(using: &random) ? .enabled : .disabled
        var said = try ConsentStatement.answer(choice, at: Self.time(&random))
        if random.isOneIn(3) {
          said.expiry = ConsentExpiry(
            explicit: Self.start.advanced(by: Int64(random.int(1...40)) * 86_400_000))
        }
        said.regulation = Self.laws.randomElement(using: &random) ?? .gdpr
        var event = ConsentEvent.imported
        if random.isOneIn(5) {
          said = said.withdrawn(at: said.updatedAt)
          event = .withdrawn
        }
        answers.append(ImportedAnswer(subject: subject, event: event, statement: said))
      }
    }
    _ = try consent.record(imported: answers, at: Self.start)
  }

  private static let laws: [Regulation] = [.gdpr, .cpra, .cpa, .none]
  private static let events: [ConsentEvent] = [.imported, .refused, .withdrawn]

  private static func time(_ random: inout SeededRandom) -> Timestamp {
    start.advanced(by: Int64.random(in: -60...0, using: &random) * 60_000)
  }
}
