// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdStore
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Records a long history of 200 ad units into a new database: `fleet-history FILE TRANSITIONS SEED`;
/// with `scrolled` behind it, so many sessions with their scroll instead, for `simulate --search`; with
/// `dense`, such that are long and have many ads.
///
/// Half way, with a session still running, it prints a line and waits for one, so that somebody can
/// export meanwhile. Some sessions lose transitions, some do not measure viewability, some are never
/// closed, some are simulations, which neither exports nor statistics may count.
struct FleetHistory {
  private static let start = Timestamp(milliseconds: 1_700_000_000_000)

  let database: AdDatabase
  let record: ConsentRecordID
  private let seed: UInt64
  var random: SeededRandom

  init(file: String, seed: UInt64) throws {
    database = try AdDatabase.create(path: file, now: Self.start)
    record = try ConsentRepository(database)
      .set(
        ConsentStatement(
          choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr,
          at: Self.start), for: SubjectKey("somebody"), at: Self.start
      ).record.id
    self.seed = seed
    random = SeededRandom(seed: seed)
  }

  private struct Event {
    let time: Int64
    let transition: LoadTransition
    var isViewable = false
    var waited: Int64?

    /// What became of a displayed ad, whose creative came or never did.
    var drawn: [RecordedEvent] {
      let unit = transition.unit
      guard let waited else {
        return transition.to == .displayed
          ? [.became(.missed(afterWaiting: time % 3_000), unit, at: time + 300)] : []
      }
      let seen: [RecordedEvent] = [
        .became(.rendered(nil), unit, at: time + 100),
        .became(.appeared(afterWaiting: waited), unit, at: time + 200),
      ]
      return isViewable ? seen + [.became(.viewable, unit, at: time + 400)] : seen
    }
  }

  /// The lives of an ad in one session.
  private mutating func events(of unit: AdUnitID) -> [Event] {
    var events: [Event] = []
    var time = Int64.random(in: 0..<120_000, using: &random)
    let y = Double(Int.random(in: 0..<20_000, using: &random))
    func event(
      _ from: LoadState, _ to: LoadState, _ cause: TransitionCause, isVisible: Bool = false,
      _ mode: ServingMode? = nil
    ) -> Event {
      Event(
        time: time,
        transition: LoadTransition(
          time: time, unit: unit, from: from, to: to, cause: cause,
          frame: AdRect(x: 36, y: y, width: 320, height: 320),
          viewport: AdRect(x: 0, y: isVisible ? y - 300 : y - 1_500, width: 393, height: 852),
          permit: mode.map { LoadPermit(record: record, mode: $0) }))
    }
    for life in 0..<Int.random(in: 1...3, using: &random) {
      if life > 0 {
        events.append(event(.unloaded, .notLoaded, .reenteredFetchZone))
        time += 67
      }
      let mode = [ServingMode.personalized, .personalized, .nonPersonalized, .limited]
        .randomElement(using: &random)
      events.append(event(.notLoaded, .fetched, .enteredFetchZone, mode))
      time += Int64.random(in: 50..<5_000, using: &random)
      var from = LoadState.fetched
      if Int.random(in: 0..<100, using: &random) < 85 {
        from = .displayed
        let isVisible = Int.random(in: 0..<5, using: &random) == 0
        var displayed = event(.fetched, .displayed, .enteredDisplayZone, isVisible: isVisible)
        displayed.isViewable = Bool.random(using: &random)
        if Int.random(in: 0..<20, using: &random) > 0 {
          displayed.waited = max(0, Int64.random(in: -2_000..<3_000, using: &random))
        }
        events.append(displayed)
        time += Int64.random(in: 500..<40_000, using: &random)
      }
      if Int.random(in: 0..<6, using: &random) == 0 {
        events.append(event(from, .notLoaded, .removed))
        return events
      }
      if Int.random(in: 0..<4, using: &random) == 0 { return events }
      events.append(event(from, .unloaded, .leftUnloadZone))
      time += Int64.random(in: 67..<50_000, using: &random)
    }
    return events
  }

  /// A session that is being recorded, and what of it is still to come.
  private func begin(_ number: Int) throws -> TransitionRecorder {
    // A phone is in one arm of an experiment, until that ends.
    let arm =
      number % 4 == 3
      ? nil : try ExperimentArm(ExperimentID("near-fetch"), ArmID(seed % 2 == 0 ? "today" : "wide"))
    return try TransitionRecorder(
      RecordedSession(
        id: SessionID("session-\(number)"), page: PageID("page-\(number % 7)"),
        appVersion: "7.\(number % 4).0", device: number % 3 == 0 ? "" : "phone", arm: arm,
        startedAt: Self.start.advanced(by: Int64(number) * 400_000), clockAtStart: 0,
        measuresViewability: number % 5 != 0, isSimulated: number % 13 == 12),
      in: database, capacity: number % 10 == 9 ? 150 : 20_000, interval: nil)
  }

  private func hand(_ events: ArraySlice<Event>, to recorder: TransitionRecorder) {
    for portion in stride(from: events.startIndex, to: events.endIndex, by: 60) {
      let part = events[portion..<min(portion + 60, events.endIndex)]
      recorder.record(part.map { .changed($0.transition) })
      recorder.record(part.flatMap(\.drawn))
    }
  }

  /// Records sessions with their scroll.
  func runScrolled(sessions: Int, isDense: Bool) throws {
    var scrolled = ScrolledSessions(
      database: database, record: record, start: Self.start, isDense: isDense,
      random: random)
    for number in 0..<sessions { try scrolled.record(number) }
  }

  mutating func run(transitions: Int, units: [AdUnitID], atHalf: () -> Void) throws {
    var (written, number) = (0, 0)
    var hasStopped = false
    while written < transitions {
      let events = units.shuffled(using: &random).prefix(60).flatMap { self.events(of: $0) }
        .sorted { ($0.time, $0.transition.unit) < ($1.time, $1.transition.unit) }
      let recorder = try begin(number)
      if !hasStopped, written >= transitions / 2 {
        hasStopped = true
        hand(events[..<(events.count / 2)], to: recorder)
        try recorder.flush()
        atHalf()
        hand(events[(events.count / 2)...], to: recorder)
      } else {
        hand(events[...], to: recorder)
      }
      if number % 11 == 10 {
        try recorder.flush()
      } else {
        try recorder.close(at: (events.last?.time ?? 0) + 1_000)
      }
      written += events.count
      number += 1
    }
  }
}

let arguments = CommandLine.arguments
guard (4...5).contains(arguments.count), let count = Int(arguments[2]),
  let seed = UInt64(arguments[3]),
  arguments.count == 4 || ["scrolled", "dense"].contains(arguments[4])
else {
  print(
    "usage: fleet-history FILE TRANSITIONS SEED, or fleet-history FILE SESSIONS SEED scrolled|dense"
  )
  exit(64)
}
var history = try FleetHistory(file: arguments[1], seed: seed)
if arguments.count == 5 {
  try history.runScrolled(sessions: count, isDense: arguments[4] == "dense")
} else {
  try history.run(transitions: count, units: (100..<300).map { try AdUnitID("unit-\($0)") }) {
    print("half")
    fflush(nil)
    _ = readLine()
  }
}
