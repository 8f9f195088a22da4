// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdStore

extension TransitionRecorder {
  /// Takes transitions of something that has no loading engine.
  func record(_ transitions: [LoadTransition]) { record(transitions.map { .changed($0) }) }

  /// Takes an event and what came of it.
  func record(_ event: LoadingEvent, at time: Int64, causing transitions: [LoadTransition]) {
    record([.told(event, at: time)] + transitions.map { .changed($0) })
  }

  /// Takes that an ad is there, appears and is seen, all at once.
  func recordViewable(_ unit: AdUnitID, waited: Int64 = 0, at time: Int64) {
    record(
      [.rendered(nil), .appeared(afterWaiting: waited), .viewable].map {
        .became($0, unit, at: time)
      })
  }
}

/// A loading engine, all of which is recorded.
struct RecordedEngine {
  private var engine: LoadingEngine
  private let recorder: TransitionRecorder

  init(under terms: LoadingTerms, _ recorder: TransitionRecorder) {
    engine = LoadingEngine(under: terms)
    self.recorder = recorder
    recorder.begin(under: terms)
  }

  var nextDeadline: Int64? { engine.nextDeadline }

  @discardableResult
  mutating func handle(_ event: LoadingEvent, at time: Int64) throws -> [LoadTransition] {
    let transitions = try engine.handle(event, at: time)
    recorder.record(event, at: time, causing: transitions)
    return transitions
  }
}
