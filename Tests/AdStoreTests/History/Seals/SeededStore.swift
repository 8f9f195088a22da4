// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdSQLite
import AdSystem
import TestSupport

@testable import AdStore

/// A store with answers of a few people and some sessions, another one for each seed.
struct SeededStore {
  static let secret = Array("a secret of sixteen bytes or more".utf8)

  let recorded: RecordedHistory
  /// Recorders of sessions that nobody ends, kept so that nothing ends them either.
  private var open: [TransitionRecorder] = []

  /// Makes one.
  /// - Parameter isFull: Whether it has everything that a store can have; else chance decides.
  init(seed: UInt64, isFull: Bool = false) throws {
    var random = SeededRandom(seed: seed)
    func may(_ chances: Int) -> Bool { random.isOneIn(chances) || isFull }
    recorded = try RecordedHistory()
    let consent = ConsentRepository(recorded.database)
    let start = RecordedHistory.start
    let people = ["user-1"] + (2...random.int(3...6)).map { "user-\($0)" }
    for (index, person) in people.enumerated().dropFirst() {
      try consent.set(
        .answer(random.isOneIn(3) ? .disabled : .enabled), for: SubjectKey(person),
        at: start.advanced(by: Int64(index)))
    }
    if may(2) { try consent.withdraw(SubjectKey(people[1]), at: start.advanced(by: 10)) }
    if may(2) { _ = try consent.erase(SubjectKey(people[2]), at: start.advanced(by: 20)) }
    if may(2) { try consent.keep(ShownNoticeTests.notice("de"), at: start.advanced(by: 30)) }
    if may(2) {
      try InventoryRepository(recorded.database).change(by: "tests", at: start.advanced(by: 40)) {
        try $0.setSettings { $0.gate.policy = .consented }
      }
    }
    for number in 0..<random.int(2...4) { try record(number, isFull: isFull, &random) }
    if may(3) {
      _ = try recorded.history.prune(
        recorded.history.prunePlan(.before(start.advanced(by: 100_000)), now: start))
    }
    let end = start.advanced(by: 2_000_000)
    guard may(2) else { return }
    let first = Array("the first of two secrets".utf8)
    try consent.hashKeys(with: first, at: end)
    guard may(2) else { return }
    try consent.changeSecret(from: first, to: Self.secret, keys: people, at: end)
    let user = try SubjectKey(hashing: "user-1", secret: Self.secret)
    if may(2) { try consent.append(.held, for: [user], at: end) }
    try consent.withdraw(user, at: end)
  }

  private mutating func record(
    _ number: Int, isFull: Bool, _ random: inout SeededRandom
  ) throws {
    let isLast = number == 1
    let session = try recorded.session(
      "session-\(number)", after: Int64(number) * 200,
      simulated: !isFull && random.isOneIn(8))
    let recorder = TransitionRecorder(session, in: recorded.database, interval: nil)
    if isFull || random.isOneIn(2) {
      recorder.begin(under: LoadingTerms(gate: .closed(.unanswered)))
    }
    recorder.use(ConsentGate(policy: random.isOneIn(3) ? .consented : .answered))
    for transition in recorded.randomTransitions(
      units: random.int(1...4), count: random.int(6...24), using: &random)
    {
      if let permit = transition.permit {
        recorder.note(
          ToldScripts(
            consent: ToldScripts.Consent(
              record: permit.record,
              script: ContentHasher.hash("consent \(random.int(0...2))")),
            others: ToldScripts.Others(
              "targeting \(ContentHasher.hash("targeting \(random.int(0...1))").hex)\n")),
          of: transition.unit)
      }
      let told: [RecordedEvent] =
        random.isOneIn(2) ? [.told(.tick, at: transition.time)] : []
      recorder.record(
        told + [
          .changed(transition), .became(.rendered(nil), transition.unit, at: transition.time),
        ])
      if random.isOneIn(6) { try recorder.flush() }
    }
    // The next one seals it as left open.
    if isLast, random.isOneIn(2) || isFull {
      try recorder.flush()
      open.append(recorder)
      recorded.database.sessions.withLock { $0.running = [] }
    } else {
      try recorder.close()
    }
  }
}
