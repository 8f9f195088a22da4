// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSystem

/// How storing the answers of people goes.
public struct UnstoredReport: Hashable, Sendable {
  /// How many answers are not on the disk yet.
  public let pending: Int
  /// How often storing them failed in a row; it is tried again by itself.
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
    /// What happened, where it does not follow from the statement.
    let event: ConsentEvent?
    let origin: EntryOrigin

    init(
      _ statement: ConsentStatement?, as event: ConsentEvent? = nil, by origin: EntryOrigin,
      of subject: SubjectKey, at time: Timestamp
    ) {
      (self.subject, self.time, self.statement) = (subject, time, statement)
      (self.event, self.origin) = (event, origin)
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
  /// - Parameter passedOver: Those whose answers have to wait, each person's in their order.
  func next(besides passedOver: Set<SubjectKey> = []) -> Answer? {
    state.withLock { $0.answers.first { !passedOver.contains($0.subject) } }
  }

  func add(_ answer: Answer) {
    state.withLock { state in
      state.taken += 1
      state.answers.append(answer)
      state.answers[state.answers.count - 1].number = state.taken
    }
  }

  /// Forgets one that is stored.
  func remove(_ answer: Answer) { remove(where: { $0.number == answer.number }) }

  /// Notes that nothing failed the last time.
  func succeed() { state.withLock { ($0.failures, $0.lastFailure) = (0, nil) } }

  /// Forgets what somebody answered who is erased.
  func remove(of subject: SubjectKey) { remove(where: { $0.subject == subject }) }

  private func remove(where isMeant: (Answer) -> Bool) {
    state.withLock { $0.answers.removeAll(where: isMeant) }
  }

  /// Notes that one could not be stored.
  /// - Returns: How long to wait for the next try; nil where there will be one anyway.
  func fail(_ error: StoreError) -> Duration? {
    state.withLock { state in
      state.failures += 1
      state.lastFailure = error
      if state.isRetrying { return nil }
      state.isRetrying = true
      return .retryPause(state.failures)
    }
  }

  /// Notes that the next try begins.
  func retry() { state.withLock { $0.isRetrying = false } }

  /// What the gate may say meanwhile: nothing is open that one of them may end.
  func restrict(
    _ stored: GateAnswer, for subject: SubjectKey, by gate: ConsentGate, at now: Timestamp
  ) -> GateAnswer {
    let unstored = state.withLock { $0.answers }.filter { $0.subject == subject }
    guard stored.decision.isAllowed, !unstored.isEmpty else { return stored }
    var state = stored.state
    for (place, answer) in unstored.enumerated() {
      for record in answer.records(in: state, numberedFrom: .max - 1_000_000 + Int64(place) * 1_000)
      {
        state.append(record)
      }
    }
    let next = gate.answer(state, at: now)
    guard next.decision.isAllowed else { return .blocked(next.decision.blockReason ?? .failed) }
    // What pages are handed stays as it is, or waits for the disk.
    return next.tellsTheSame(as: stored, at: now) ? stored : .blocked(.failed)
  }
}

extension UnstoredAnswers.Answer {
  /// The records that storing it would make.
  fileprivate func records(
    in state: ConsentState, numberedFrom first: Int64
  ) -> [ConsentRecord] {
    func record(_ statement: ConsentStatement, _ event: ConsentEvent, _ place: Int) -> ConsentRecord
    {
      ConsentRecord(
        id: ConsentRecordID(first + Int64(place)), event: event, recordedAt: time,
        previous: state.records.last?.id, statement: statement, origin: origin)
    }
    if let statement {
      let last = state.holding(under: statement.regulation, at: time)
      return [record(statement, event ?? .answering(statement, after: last, at: time), 0)]
    }
    return state.withdrawn(at: time, known: time).enumerated().map {
      record($0.element, .withdrawn, $0.offset)
    }
  }
}

extension GateAnswer {
  /// Whether pages that were loaded under the other answer may stay as they are.
  fileprivate func tellsTheSame(as other: GateAnswer, at now: Timestamp) -> Bool {
    guard let record, let held = other.record else { return false }
    return decision.permit?.mode == other.decision.permit?.mode
      && relayed?.restrictsDataProcessing == other.relayed?.restrictsDataProcessing
      && relayed?.ageTreatment == other.relayed?.ageTreatment
      && record.handsOverTheSame(as: held, at: now)
  }
}
