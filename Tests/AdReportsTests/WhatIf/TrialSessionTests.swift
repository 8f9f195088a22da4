// SPDX-License-Identifier: MIT
import AdModel
import HostingSchedules
import TestSupport
import Testing

@testable import AdLoading
@testable import AdReports

/// The quick run of a session against the plain one: the manager and every meter, event by event.
@Suite struct TrialSessionTests {
  private static func recorded(_ seed: UInt64, _ random: SeededRandom) throws -> SessionTrack {
    var session = RandomSession(random, adCount: 1 + Int(seed % 20), isQuiet: seed % 4 == 0)
    var writer = TrackWriter()
    writer.begin(
      under: LoadingTerms(thresholds: session.thresholds(), gate: .open(.under(1))))
    writer.append(.viewport(session.viewport), at: 0)
    writer.append(.layout(session.layout()), at: 0)
    for _ in 0..<250 {
      let (event, time) = session.next()
      writer.append(event, at: time)
    }
    return try SessionTrack(writer.takeBytes())
  }

  private static func plain(
    _ track: SessionTrack, with thresholds: LoadingThresholds?, videoUnits: Set<AdUnitID>
  ) throws -> LoadStatistics {
    var terms = track.terms
    if let thresholds {
      terms.thresholds = thresholds
      terms.remoteThresholds = nil
    }
    var engine = LoadingEngine(under: terms)
    var viewability = PageViewability(videoUnits: videoUnits)
    var statistics = SessionStatistics(isMeasured: true)
    func see(_ updates: [PageViewability.Update]) {
      for update in updates where update.update.becameViewable {
        statistics.becomeViewable(update.unit)
      }
    }
    for step in track.steps {
      var event = step.event
      switch event {
      case .thresholds where thresholds != nil, .remoteThresholds where thresholds != nil:
        event = .tick
      default: break
      }
      for change in try engine.handle(event, at: step.time) {
        see(viewability.follow(change))
        statistics.count(change)
      }
      see(viewability.follow(event, at: step.time))
    }
    let end = track.steps.last?.time ?? 0
    see(viewability.follow(.tick, at: end))
    return statistics.ended(at: end)
  }

  @Test func `a quick run counts what the plain one counts, under any thresholds`() throws {
    var viewable = 0
    try Fuzz.forEachSeed(60) { seed, random in
      let track = try Self.recorded(seed, random)
      let videoUnits: Set = [RandomSession.unit(1), RandomSession.unit(3)]
      let session = TrialSession(track, videoUnits: videoUnits)
      var search = ThresholdSearch(trying: 6, using: &random)
      let trials = search.trials(of: session)
      for (result, trial) in zip(search.results, trials) {
        let expected = try Self.plain(track, with: result.thresholds, videoUnits: videoUnits)
        #expect(trial.withSortedLatencies == expected.withSortedLatencies, "seed \(seed)")
        viewable += trial.viewableDisplays
      }
      search.add(trials)
      #expect(search.results.allSatisfy { $0.sessions == 1 })
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
      for result in search.results where !front.contains(result) {
        #expect(front.contains { $0.beats(result) })
      }
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
  fileprivate var withSortedLatencies: LoadStatistics {
    var sorted = self
    sorted.latencies.sort()
    return sorted
  }
}
