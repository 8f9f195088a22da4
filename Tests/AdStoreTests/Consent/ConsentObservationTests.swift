// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdSystem
import Testing

@testable import AdStore

@Suite struct ConsentObservationTests {
  static let now = TemporaryStore.now

  @Test func `observers hear of a change only when pages would be handed something else`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let subject = try SubjectKey("user-1")
    let heard = Heard()
    let observation = consent.observe { heard.note($0) }

    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    #expect(heard.events == [.given])
    try consent.set(.answer(.enabled), for: subject, at: Self.now)
    #expect(heard.events == [.given])

    var renewed = try ConsentStatement.answer(.enabled)
    renewed.collection.notice = ConsentNotice(version: "2")
    try consent.set(renewed, for: subject, at: Self.now)
    #expect(try consent.history(of: subject).count == 2)
    #expect(heard.events == [.given])

    try consent.set(.answer(.disabled), for: subject, at: Self.now)
    try consent.withdraw(subject, at: Self.now)
    #expect(heard.events == [.given, .refused, .withdrawn])
    try consent.erase(subject, at: Self.now)
    #expect(heard.events == [.given, .refused, .withdrawn, nil])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer that lets go hears no more`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let heard = Heard()
    var observation: ConsentObservation? = consent.observe { heard.note($0) }
    try consent.set(.answer(.enabled), for: .init("user-1"), at: Self.now)
    #expect(observation != nil)
    observation = nil
    try consent.set(.answer(.enabled), for: .init("user-2"), at: Self.now)
    #expect(heard.events == [.given])
  }

  @Test func `observers hear in the order in which they came`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let order = Mutex<[Int]>([])
    let observations = (0..<5).map { number in
      consent.observe { _ in order.withLock { $0.append(number) } }
    }
    try consent.set(.answer(.enabled), for: .init("user-1"), at: Self.now)
    #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
    withExtendedLifetime(observations) {}
  }

  @Test func `an observer may use the repository`() throws {
    let store = try TemporaryStore()
    let consent = ConsentRepository(try store.create())
    let heard = Heard()
    let observation = consent.observe { change in
      heard.note(change)
      guard let subject = change.subject else { return }
      heard.note(consent.decision(for: subject, at: Self.now))
    }
    try consent.set(.answer(.disabled), for: .init("user-1"), at: Self.now)
    #expect(heard.decisions == [.allowed(LoadPermit(record: ConsentRecordID(1), mode: .limited))])
    withExtendedLifetime(observation) {}
  }

  /// What observers were told, in order; nil for an erasure.
  private final class Heard: Sendable {
    private let told = Mutex<[ConsentEvent?]>([])
    private let decided = Mutex<[GateDecision]>([])

    var events: [ConsentEvent?] { told.withLock { $0 } }
    var decisions: [GateDecision] { decided.withLock { $0 } }

    func note(_ change: ConsentChange) { told.withLock { $0.append(change.record?.event) } }
    func note(_ decision: GateDecision) { decided.withLock { $0.append(decision) } }
  }
}
