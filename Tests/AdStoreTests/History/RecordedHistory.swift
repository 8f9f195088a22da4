// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdSQLite
import TestSupport

@testable import AdStore

/// A store with a consent record, and sessions recorded into it.
struct RecordedHistory {
  static let start = TemporaryStore.now

  let store: TemporaryStore
  let database: AdDatabase
  let record: ConsentRecordID

  init() throws {
    store = try TemporaryStore()
    database = try store.create()
    record = try ConsentRepository(database)
      .set(.answer(.enabled), for: SubjectKey("user-1"), at: Self.start).record.id
  }

  var history: HistoryRepository { HistoryRepository(database) }

  /// A session that began a number of seconds after the first.
  func session(
    _ id: String, page: String = "front", version: String = "1.0", after seconds: Int64 = 0,
    measured: Bool = true, simulated: Bool = false, arm: String? = nil
  ) throws -> RecordedSession {
    try RecordedSession(
      id: SessionID(id), page: PageID(page), appVersion: version, device: "phone",
      arm: try arm.map { ExperimentArm(try ExperimentID("near"), try ArmID($0)) },
      startedAt: Self.start.advanced(by: seconds * 1_000), clockAtStart: 5_000,
      measuresViewability: measured, isSimulated: simulated)
  }

  /// The transitions of one unit along the legal ways, beginning with a load.
  func transition(
    _ unit: String, to state: LoadState, at time: Int64, y: Double = 900,
    mode: ServingMode = .personalized
  ) -> LoadTransition {
    let (from, cause): (LoadState, TransitionCause) =
      switch state {
      case .notLoaded: (.unloaded, .reenteredFetchZone)
      case .fetched: (.notLoaded, .enteredFetchZone)
      case .displayed: (.fetched, .enteredDisplayZone)
      case .unloaded: (.displayed, .leftUnloadZone)
      }
    return LoadTransition(
      time: 5_000 + time, unit: AdUnitID(validated: unit), from: from, to: state, cause: cause,
      frame: AdRect(x: 36.5, y: y, width: 320, height: 320),
      viewport: AdRect(x: 0, y: 0, width: 393, height: 852),
      permit: state == .fetched ? LoadPermit(record: record, mode: mode) : nil)
  }

  /// Random lives of some units in one session, in order of time.
  func randomTransitions(
    units: Int, count: Int, mode: ServingMode = .personalized, using random: inout SeededRandom
  ) -> [LoadTransition] {
    var states: [Int: LoadState] = [:]
    var time: Int64 = 0
    return (0..<count).map { _ in
      time += Int64.random(in: 0...9_000, using: &random)
      let unit = Int.random(in: 0..<units, using: &random)
      let next: LoadState =
        switch states[unit] ?? .notLoaded {
        case .notLoaded: .fetched
        case .fetched: .displayed
        case .displayed: .unloaded
        case .unloaded: .notLoaded
        }
      states[unit] = next
      return transition(
        "unit-\(unit)", to: next, at: time, y: Double.random(in: 0...1_500, using: &random),
        mode: mode)
    }
  }

  /// Records a session and closes it.
  func keep(
    _ session: RecordedSession, _ transitions: [LoadTransition], viewable: [(String, Int64)] = [],
    end: Int64? = nil
  ) throws {
    let recorder = TransitionRecorder(session, in: database)
    for transition in transitions { recorder.record([transition]) }
    for (unit, time) in viewable {
      recorder.recordViewable(
        AdUnitID(validated: unit), waited: time % 3 * 40, at: 5_000 + time)
    }
    try recorder.close(at: end.map { 5_000 + $0 })
  }
}
