// SPDX-License-Identifier: MIT
import AdHosting
import AdModel
import HostingSchedules
import TestSupport
import Testing

@testable import AdLoading
@testable import AdReports

/// The quick run of a session against the plain one: the manager that runs in apps, event by event.
@Suite struct TrialSessionTests {
  private static func recorded(
    _ seed: UInt64, _ random: SeededRandom, videoUnits: Set<AdUnitID> = []
  ) throws -> SessionTrack {
    var session = RandomSession(random, adCount: 1 + Int(seed % 20), isQuiet: seed % 4 == 0)
    var writer = TrackWriter()
    writer.begin(
      under: LoadingTerms(
        thresholds: session.thresholds(), gate: .open(.under(1)), videoUnits: videoUnits))
    writer.append(.viewport(session.viewport), at: 0)
    writer.append(.layout(session.layout()), at: 0)
    for number in 0..<250 {
      let (event, time) = session.next()
      // What happens in one millisecond has an order that a quick run does not know.
      writer.append(event, at: time + Int64(number))
    }
    return try SessionTrack(writer.takeBytes())
  }

  private static func plain(
    _ track: SessionTrack, with thresholds: LoadingThresholds?
  ) throws -> LoadStatistics {
    var lines = Trace(track).steps.map { (time: $0.time, event: $0.event) }
    if thresholds != nil {
      for place in lines.indices {
        switch lines[place].event {
        case .start(var terms):
          terms.remoteThresholds = nil
          lines[place].event = .start(terms)
        case .remote, .loading(.remoteThresholds): lines[place].event = .loading(.tick)
        default: break
        }
      }
    }
    let plan = LoadingPlan(thresholds: thresholds ?? track.terms.thresholds)
    var replay = TraceReplay(
      Trace(events: lines), on: PageContent(plan: plan), keepsThresholds: thresholds == nil,
      loadsAnew: true)
    var statistics = SessionStatistics(isMeasured: true)
    let end = track.steps.last?.time ?? 0
    func count(_ events: [RecordedEvent]) {
      for event in events {
        switch event {
        case .changed(let change) where change.time <= end: statistics.count(change)
        case .became(let event, let unit, let time) where time <= end:
          statistics.count(event, of: unit, at: time)
        default: break
        }
      }
    }
    _ = replay.run(until: end, following: count)
    count(replay.missed)
    return statistics.ended(at: end)
  }

  @Test func `a quick run counts what the plain one counts, under any thresholds`() throws {
    var viewable = 0
    try Fuzz.forEachSeed(60) { seed, random in
      let track = try Self.recorded(
        seed, random, videoUnits: [RandomSession.unit(1), RandomSession.unit(3)])
      let session = TrialSession(track)
      var search = ThresholdSearch(trying: 6, using: &random)
      let trials = search.trials(of: session)
      for (result, trial) in zip(search.results, trials) {
        let expected = try Self.plain(track, with: result.thresholds)
        #expect(trial.statistics.withSortedTimes == expected.withSortedTimes, "seed \(seed)")
        viewable += trial.statistics.viewableImpressions
      }
      search.add(trials)
      #expect(search.results.allSatisfy { $0.sum.sessions == 1 })
    }
    #expect(viewable > 20)
  }

  @Test func `the front is what no other beats, and everything else is beaten by one of it`() throws
  {
    try Fuzz.forEachSeed(5) { seed, random in
      var search = ThresholdSearch(trying: 40, using: &random)
      for session in 0..<6 {
        search.add(
          search.trials(of: TrialSession(try Self.recorded(seed * 10 + UInt64(session), random))))
      }
      let front = search.front
      #expect(!front.isEmpty)
      for result in front { #expect(!search.results.contains { $0.beats(result) }) }
      for result in search.results where !front.contains(where: { $0.sum == result.sum }) {
        #expect(front.contains { $0.beats(result) })
      }
      #expect(Set(front.map(\.sum)).count == front.count)
    }
  }

  @Test func `the same seed tries the same settings, the presets first`() {
    var first = SeededRandom(seed: 4)
    var second = SeededRandom(seed: 4)
    let search = ThresholdSearch(trying: 50, using: &first)
    #expect(search.results == ThresholdSearch(trying: 50, using: &second).results)
    #expect(search.results.count == 51 && search.results[0].thresholds == nil)
    #expect(
      search.results[1...3].map(\.thresholds)
        == ThresholdPreset.allCases.map { $0.applied(to: .standard) })
    #expect(Set(search.results.map(\.thresholds)).count == 51)
  }
}

extension LoadStatistics {
  fileprivate var withSortedTimes: LoadStatistics {
    var sorted = self
    sorted.leadTimes.sort()
    sorted.timesToAd.sort()
    return sorted
  }
}
