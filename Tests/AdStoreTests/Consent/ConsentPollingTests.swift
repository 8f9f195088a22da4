// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Testing

@testable import AdStore

/// A choice reaches everybody who must know, whoever wrote it.
@Suite struct ConsentPollingTests {
  static let now = TemporaryStore.now
  let store: TemporaryStore
  let database: AdDatabase
  let subject: SubjectKey

  init() throws {
    store = try TemporaryStore()
    database = try store.create()
    subject = try SubjectKey("user-1")
  }

  @Test func `an observer hears of what another repository of the database changes`() throws {
    let heard = ToldChanges()
    let observation = ConsentRepository(database).observe { heard.note($0) }
    try ConsentRepository(database).set(.answer(.enabled), for: subject, at: Self.now)
    try ConsentRepository(database).withdraw(subject, at: Self.now)
    #expect(heard.events == [.given, .withdrawn])
    try database.pollChanges()
    #expect(heard.events == [.given, .withdrawn], "told once")
    withExtendedLifetime(observation) {}
  }

  @Test func `a poll tells what another connection changed, whom and what holds`() throws {
    try ConsentRepository(database).set(.answer(.enabled), for: subject, at: Self.now)
    let heard = ToldChanges()
    let observation = ConsentRepository(database).observe { heard.note($0) }
    #expect(try !database.pollChanges())

    let other = ConsentRepository(try store.open())
    let second = try SubjectKey("user-2")
    let withdrawn = try other.withdraw(subject, at: Self.now.advanced(by: 1)).record
    try other.set(.answer(.disabled), for: second, at: Self.now)
    #expect(heard.events == [])
    #expect(try database.pollChanges())
    #expect(
      heard.changes.map(\.subject) == [subject, second]
        && heard.changes.first?.record == withdrawn)
    #expect(try !database.pollChanges())
    #expect(heard.changes.count == 2)

    try other.erase(second, at: Self.now.advanced(by: 2))
    try database.pollChanges()
    #expect(heard.changes.last == ConsentChange(subject: nil, record: nil))
    withExtendedLifetime(observation) {}
  }

  @Test func `a record is read only where somebody wants to know which holds`() throws {
    let (people, records) = (ToldChanges(), ToldChanges())
    let consent = ConsentRepository(database)
    let first = consent.observePeople { people.note($0) }
    let other = ConsentRepository(try store.open())
    try other.set(.answer(.enabled), for: subject, at: Self.now)
    try database.pollChanges()
    #expect(people.changes == [ConsentChange(subject: subject)])
    var second: ConsentObservation? = consent.observe { records.note($0) }
    let withdrawn = try other.withdraw(subject, at: Self.now.advanced(by: 1)).record
    try database.pollChanges()
    #expect(records.changes.map(\.record) == [withdrawn])
    #expect(people.changes.count == 2)
    second = nil
    try other.set(.answer(.disabled), for: subject, at: Self.now.advanced(by: 2))
    try database.pollChanges()
    #expect(people.changes.last == ConsentChange(subject: subject))
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a poll sees any change, and none where nothing was written`() throws {
    #expect(try database.pollChanges(), "nobody knows what was before the first")
    #expect(try !database.pollChanges())
    let other = try store.open()
    try other.write { try $0.execute("INSERT INTO settings VALUES ('a', 'b')") }
    #expect(try database.pollChanges())
    #expect(try !database.pollChanges())
    let reader = try store.open(.readOnly)
    #expect(try reader.pollChanges())
    #expect(try !reader.pollChanges())
  }

  @Test func `what the database itself wrote is no news, and never hides what others did`() throws {
    try database.maintain { _ in }
    try database.pollChanges()
    let other = try store.open()
    for round in 0..<4 {
      let isForeign = round.isMultiple(of: 2)
      try ConsentRepository(database).set(
        .answer(.enabled), for: SubjectKey("own-\(round)"), at: Self.now)
      if isForeign {
        try ConsentRepository(other).set(
          .answer(.enabled), for: SubjectKey("other-\(round)"), at: Self.now)
        try ConsentRepository(database).set(
          .answer(.disabled), for: SubjectKey("own-\(round)"), at: Self.now.advanced(by: 1))
      }
      #expect(try database.pollChanges() == isForeign)
    }
  }

  @Test func `the number of the newest change moves with what pages go by, and not with history`()
    throws
  {
    let recorded = try RecordedHistory()
    let (database, store) = (recorded.database, recorded.store)
    try database.maintain { _ in }
    var last = try database.changeNumber()
    func hasMoved() throws -> Bool {
      let number = try database.changeNumber()
      defer { last = number }
      return number != last
    }
    #expect(try !hasMoved())
    try recorded.keep(recorded.session("s"), [recorded.transition("a", to: .fetched, at: 1)])
    #expect(try !hasMoved())
    try ConsentRepository(database).set(.answer(.enabled), for: subject, at: Self.now)
    #expect(try hasMoved())
    let other = try store.open()
    try InventoryRepository(other).change(by: "ops", at: Self.now) {
      try $0.setPage(PageID(validated: "new")) { _ in }
    }
    // Between the commit of the other and the question, our own.
    try recorded.keep(recorded.session("t"), [recorded.transition("a", to: .fetched, at: 1)])
    #expect(try hasMoved())
    #expect(try !hasMoved())
  }

  @Test func `the number is not waited for, and moves with a sleep in which anything may happen`()
    async throws
  {
    let before = try database.changeNumber()
    let asked = try database.watcher.use { _ in try database.changeNumber() }
    #expect(asked == nil)
    await database.suspend(within: .seconds(60))
    database.resume()
    #expect(try database.changeNumber() != before)
  }

  @Test func `more than a thousand changes are told as one that may concern anybody`() throws {
    let heard = ToldChanges()
    let observation = ConsentRepository(database).observe { heard.note($0) }
    let other = try store.open()
    try other.write { connection in
      for number in 0...1_000 {
        _ = try ConsentRepository.set(
          .answer(.enabled), for: SubjectKey("user-\(number)"), as: nil, by: .app, at: Self.now,
          on: connection)
      }
    }
    try database.pollChanges()
    #expect(heard.changes == [ConsentChange(subject: nil, record: nil)])
    withExtendedLifetime(observation) {}
  }
}
