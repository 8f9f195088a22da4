// SPDX-License-Identifier: MIT
import AdHosting
import AdLoading
import AdModel
import HostingSchedules
import TestSupport
import Testing

@testable import AdReports

/// Made-up readers whose best thresholds are known.
@Suite struct ThresholdProposalTests {
  private static func search(
    _ seed: UInt64, own: LoadingThresholds, loadTime: Int64, sessions: Int = 80, tries: Int = 40,
    narrowingAfter narrowing: Int? = nil
  ) throws -> ThresholdSearch {
    var random = SeededRandom(seed: seed)
    var search = ThresholdSearch(trying: tries, base: own, using: &random)
    var reader = SyntheticReader(random)
    let times = LoadTimes(always: LoadTime(page: loadTime))
    for number in 0..<sessions {
      let session = TrialSession(try reader.session(under: own), loadTimes: times)
      search.add(search.trials(of: session))
      if number + 1 == narrowing { search.narrow(to: .fewestLate) }
    }
    return search
  }

  /// Fetched two screens too early and displayed too late: whoever fetches nearer and displays farther
  /// wins everything.
  private static func clumsy() throws -> LoadingThresholds {
    try LoadingThresholds(
      fetch: 3_000, display: 0, unload: 6_000, unloadingEnabled: false, throttle: 67,
      stabilityDelay: 2_000)
  }

  /// What several tests ask, by the seed of its readers: made once, for it takes seconds.
  private static let searches = Result {
    try Dictionary(
      uniqueKeysWithValues: Fuzz.seeds(2).map { ($0, try search($0, own: clumsy(), loadTime: 300)) }
    )
  }

  private static func wholeSearch(_ seed: UInt64) throws -> ThresholdSearch {
    try #require(searches.get()[seed])
  }

  @Test func `a search that narrows down after a while proposes the same, from a few settings`()
    throws
  {
    for seed in Fuzz.seeds(2) {
      func proposed(_ narrowing: Int?) throws -> (settings: Int, LoadingThresholds?) {
        let search =
          try narrowing == nil
          ? Self.wholeSearch(seed)
          : Self.search(seed, own: Self.clumsy(), loadTime: 300, narrowingAfter: narrowing)
        #expect(search.results[0].thresholds == nil)
        #expect(search.results.allSatisfy { $0.sum.sessions == 80 })
        var random = SeededRandom(seed: seed)
        let found = search.proposals(for: .fewestLate, using: &random)
        return (search.results.count, found.first?.result.thresholds)
      }
      let (all, few) = (try proposed(nil), try proposed(40))
      #expect(all.settings == 41 && few.settings <= 11, "seed \(seed)")
      #expect(few.1 == all.1 && all.1 != nil, "seed \(seed)")
    }
  }

  @Test func `the setting that wins everything is proposed, whatever the readers`() throws {
    for seed in Fuzz.seeds(2) {
      let search = try Self.wholeSearch(seed)
      let own = search.results[0].sum
      for goal in [SearchGoal.fewestLate, .fewestWasted] {
        var random = SeededRandom(seed: seed)
        let proposals = search.proposals(for: goal, using: &random)
        let first = try #require(proposals.first, "seed \(seed)")
        #expect(first.result.sum.timeMissing < own.timeMissing, "seed \(seed)")
        #expect(first.result.sum.wastedFetches < own.wastedFetches, "seed \(seed)")
        #expect(
          first.result.sum.viewableImpressions >= own.viewableImpressions, "seed \(seed)")
        #expect(first.result.sum.averagePeak <= own.averagePeak * 1.1, "seed \(seed)")
        #expect(try #require(first.changes.goal.interval).low > 0)
      }
    }
  }

  @Test func `no setting is proposed that loses impressions or memory`() throws {
    var proposed = 0
    for seed in Fuzz.seeds(2) {
      for own in [try Self.clumsy(), .standard, ThresholdPreset.viewability.applied(to: .standard)]
      {
        let search = try Self.search(seed, own: own, loadTime: 900, sessions: 40, tries: 25)
        let today = search.results[0].sum
        for goal in [
          SearchGoal.fewestLate, .fewestWasted, .mostViewable,
          .mostEarned(perImpression: 1, perRequest: 0.8),
        ] {
          var random = SeededRandom(seed: seed)
          let proposals = search.proposals(for: goal, using: &random)
          #expect(proposals.count <= 3)
          for proposal in proposals {
            proposed += 1
            let sum = proposal.result.sum
            #expect(sum.viewableImpressions >= today.viewableImpressions, "seed \(seed)")
            #expect(sum.averagePeak <= today.averagePeak * 1.1 + 1e-9, "seed \(seed)")
            #expect(goal.score(sum) > goal.score(today), "seed \(seed)")
          }
        }
      }
    }
    #expect(proposed > 0)
  }

  @Test func `loads that take long make a setting win that loads early`() throws {
    let own = ThresholdPreset.viewability.applied(to: .standard)
    let search = try Self.search(7, own: own, loadTime: 2_000)
    var random = SeededRandom(seed: 7)
    // Memory is bounded: what is fetched earlier stays longer.
    let proposals = search.proposals(for: .fewestLate, using: &random)
    let without = try Self.search(7, own: own, loadTime: 0)
    let best = (search.results.min { $0.sum.timeMissing < $1.sum.timeMissing })
    #expect(search.results[0].sum.timeMissing > without.results[0].sum.timeMissing)
    #expect((best?.thresholds?.fetch ?? 0) > own.fetch)
    for proposal in proposals {
      #expect(try #require(proposal.result.thresholds).fetch >= own.fetch)
    }
  }

  @Test func `few sessions propose nothing, and the same seed the same intervals`() throws {
    var random = SeededRandom(seed: 1)
    let few = try Self.search(1, own: Self.clumsy(), loadTime: 300, sessions: 19)
    #expect(few.proposals(for: .fewestLate, using: &random).isEmpty)
    let search = try Self.wholeSearch(Fuzz.seeds(2).lowerBound)
    var (one, other) = (SeededRandom(seed: 5), SeededRandom(seed: 5))
    #expect(
      search.proposals(for: .fewestLate, using: &one)
        == search.proposals(for: .fewestLate, using: &other))
  }

  /// Somebody swipes through a carousel card by card, and rests between.
  private static func carousel(
    under own: LoadingThresholds, _ random: inout SeededRandom
  ) throws -> SessionTrack {
    var writer = TrackWriter()
    writer.begin(under: LoadingTerms(thresholds: own, gate: .open(.under(1))))
    writer.append(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)), at: 0)
    var (offset, time) = (0.0, Int64(0))
    func cards() -> LoadingEvent {
      .layout(
        (0..<8).map {
          AdFrame(
            unit: SyntheticReader.unit($0),
            frame: AdRect(x: 36 + Double($0) * 340 - offset, y: 200, width: 320, height: 320))
        })
    }
    writer.append(cards(), at: 0)
    for card in 1..<8 {
      time += Int64(random.int(400...2_500))
      for frame in 1...10 {
        let share = Double(frame) / 10
        time += 32
        offset = (Double(card) - 1 + share * (2 - share)) * 340
        writer.append(cards(), at: time)
      }
    }
    writer.append(.tick, at: time + 3_000)
    return try SessionTrack(writer.takeBytes())
  }

  /// Where ads are unloaded, a lead has more cards loaded at once than the bound of a tenth allows.
  @Test(arguments: [(false, SearchGoal.standardGrowth), (true, 1)])
  func `carousels are proposed a lead, where memory may grow`(
    isUnloading: Bool, growth: Double
  ) throws {
    var own = LoadingThresholds.standard
    own.unloadingEnabled = isUnloading
    for seed in Fuzz.seeds(1) {
      var random = SeededRandom(seed: seed)
      var search = ThresholdSearch(trying: 6, base: own, greatestGrowth: growth, using: &random)
      let times = LoadTimes(always: LoadTime(page: 600))
      for _ in 0..<24 {
        let track = try Self.carousel(under: own, &random)
        search.add(search.trials(of: TrialSession(track, loadTimes: times)))
      }
      let first = try #require(
        search.proposals(for: .fewestLate, using: &random).first, "seed \(seed)")
      let found = try #require(first.result.thresholds)
      var led = own
      led.prediction = found.prediction
      #expect(found == led && found.prediction >= 300, "seed \(seed)")
      let today = search.results[0].sum
      #expect(first.result.sum.timeMissing * 2 < today.timeMissing, "seed \(seed)")
      #expect(
        isUnloading == (first.result.sum.averagePeak > today.averagePeak * 1.1), "seed \(seed)")
    }
  }

  @Test func `settings that come to the same are one row`() throws {
    var random = SeededRandom(seed: 2)
    var search = ThresholdSearch(trying: 30, using: &random)
    // A page with nothing on it.
    var writer = TrackWriter()
    writer.begin(under: LoadingTerms(gate: .open(.under(1))))
    writer.append(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)), at: 0)
    search.add(search.trials(of: TrialSession(try SessionTrack(writer.takeBytes()))))
    #expect(search.front.filter { $0.thresholds != nil }.map(\.alike) == [29])
  }
}
