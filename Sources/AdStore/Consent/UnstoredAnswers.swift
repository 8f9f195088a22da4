// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSystem

/// How storing the answers of people goes.
public struct UnstoredReport: Hashable, Sendable {
  /// How many answers are not on the disk yet.
  public let pending: Int
  /// How often storing the first of them failed; it is tried again by itself.
  public let failedTries: Int
  /// Why, the last time.
  public let lastFailure: StoreError?

  /// All answers are on the disk.
  package static let none = UnstoredReport(pending: 0, failedTries: 0, lastFailure: nil)
}

/// What people answered and is not on the disk yet, in the order in which they did.
final class UnstoredAnswers: Sendable {
  /// What somebody answered, and when; without a statement, everything was taken back.
  struct Answer: Sendable {
    fileprivate(set) var number = 0
    let subject: SubjectKey
    let time: Timestamp
    let statement: ConsentStatement?

    init(_ statement: ConsentStatement?, of subject: SubjectKey, at time: Timestamp) {
      (self.subject, self.time, self.statement) = (subject, time, statement)
    }
  }

  private struct State {
    var answers: [Answer] = []
    var taken = 0
    var isRetrying = false
    var failures = 0
    var lastFailure: StoreError?
  }

  private let state = Mutex(State())

  /// What is left to store, and how that goes.
  var report: UnstoredReport {
    state.withLock {
      UnstoredReport(
        pending: $0.answers.count, failedTries: $0.failures, lastFailure: $0.lastFailure)
    }
  }

  /// The answer to store next.
  var first: Answer? { state.withLock { $0.answers.first } }

  func add(_ answer: Answer) {
    state.withLock { state in
      state.taken += 1
      state.answers.append(answer)
      state.answers[state.answers.count - 1].number = state.taken
    }
  }

  /// Forgets one that is stored.
  func remove(_ answer: Answer) {
    remove(where: { $0.number == answer.number })
    state.withLock { ($0.failures, $0.lastFailure) = (0, nil) }
  }

  /// Forgets what somebody answered who is erased.
  func remove(of subject: SubjectKey) { remove(where: { $0.subject == subject }) }

  private func remove(where isMeant: (Answer) -> Bool) {
    state.withLock { $0.answers.removeAll(where: isMeant) }
  }

  /// Notes that the first could not be stored.
  /// - Returns: How long to wait for the next try; nil where there will be one anyway.
  func fail(_ error: StoreError) -> Duration? {
    state.withLock { state in
      state.failures += 1
      state.lastFailure = error
      if state.isRetrying { return nil }
      state.isRetrying = true
      return min(.milliseconds(250) * (1 << min(state.failures - 1, 5)), .seconds(5))
    }
  }

  /// Notes that the next try begins.
  func retry() { state.withLock { $0.isRetrying = false } }

  /// What the gate may say meanwhile: nothing is open that one of them may end.
  func restrict(
    _ stored: GateAnswer, for subject: SubjectKey, by gate: ConsentGate, at now: Timestamp
  ) -> GateAnswer {
    guard stored.decision.isAllowed, let held = stored.record else { return stored }
    for answer in state.withLock({ $0.answers }) where answer.subject == subject {
      guard let statement = answer.statement else { return .blocked(.withdrawn) }
      let record = ConsentRecord(
        id: ConsentRecordID(.max), event: .answering(statement, after: held, at: answer.time),
        recordedAt: answer.time, previous: held.id, statement: statement)
      guard ConsentRecord.holding(among: [held, record])?.id == record.id,
        !record.handsOverTheSame(as: held, at: now)
      else { continue }
      return .blocked(gate.decide(record, at: now).blockReason ?? .failed)
    }
    return stored
  }
}
