// SPDX-License-Identifier: MIT
package import AdLoading
package import AdModel

/// Looks for the thresholds that no others beat on wasted fetches, late displays, viewable rate and
/// memory at once, over many recorded sessions.
package struct ThresholdSearch: Sendable {
  /// What one setting came to over all sessions.
  package struct Result: Hashable, Sendable {
    /// The thresholds; `nil` for those that each session had.
    package let thresholds: LoadingThresholds?
    /// The counts of all sessions; of the peaks the highest.
    package internal(set) var statistics = LoadStatistics()
    /// The peaks of all sessions, added up.
    var peaks = 0
    /// How many sessions were counted.
    package internal(set) var sessions = 0

    /// The most ads that were loaded at once, on average over the sessions; it stands for memory.
    package var averagePeak: Double { sessions == 0 ? 0 : Double(peaks) / Double(sessions) }

    mutating func add(_ session: LoadStatistics) {
      peaks += session.peakLoaded ?? 0
      sessions += 1
      // A search tells no times, and they are many.
      var counts = session
      counts.leadTimes = []
      counts.timesToAd = []
      statistics.add(counts)
    }

    mutating func add(_ other: Result) {
      peaks += other.peaks
      sessions += other.sessions
      statistics.add(other.statistics)
    }

    /// The result as a trial, for whoever shows trials.
    /// - Returns: The trial, without bytes.
    package func trial(own: LoadingThresholds) -> ThresholdTrial {
      ThresholdTrial(thresholds: thresholds ?? own, statistics: statistics, bytes: nil)
    }

    /// The four measures, the smaller the better.
    private var costs: [Double] {
      [
        Double(statistics.wastedFetches), Double(statistics.lateDisplays),
        -(statistics.estimatedViewableRate ?? 0), averagePeak,
      ]
    }

    /// Whether it is as good as another in all four measures, and better in one.
    package func beats(_ other: Result) -> Bool {
      var isBetter = false
      for (cost, theirs) in zip(costs, other.costs) {
        if cost > theirs { return false }
        if cost < theirs { isBetter = true }
      }
      return isBetter
    }
  }

  /// What each session had, then the settings that are tried.
  package private(set) var results: [Result]

  /// Prepares a search.
  /// - Parameters:
  ///   - count: How many settings are tried beside the sessions' own, at least 1: the presets, then
  ///     settings drawn at random.
  ///   - base: Gives the throttle, which is not searched.
  ///   - random: Draws the settings; the same source draws the same ones.
  package init(
    trying count: Int, base: LoadingThresholds = .standard,
    using random: inout some RandomNumberGenerator
  ) {
    var settings = ThresholdPreset.allCases.map { $0.applied(to: base) }
    while settings.count < count {
      guard let drawn = Self.draw(base, &random), !settings.contains(drawn) else { continue }
      settings.append(drawn)
    }
    results =
      [Result(thresholds: nil)] + settings.prefix(max(count, 1)).map { Result(thresholds: $0) }
  }

  /// Runs one session under every setting.
  /// - Returns: What each came to, in the order of ``results``.
  package func trials(of session: TrialSession) -> [LoadStatistics] {
    results.map { session.run(with: $0.thresholds) }
  }

  /// Adds what a session came to under every setting.
  package mutating func add(_ trials: [LoadStatistics]) {
    for (place, trial) in zip(results.indices, trials) { results[place].add(trial) }
  }

  /// Adds another search over other sessions with the same settings.
  package mutating func add(_ other: ThresholdSearch) {
    for (place, result) in zip(results.indices, other.results) { results[place].add(result) }
  }

  /// The settings that no other beats, by wasted fetches, then late displays; the sessions' own is
  /// among them only where none beats it.
  package var front: [Result] {
    let best = results.filter { result in !results.contains { $0.beats(result) } }
    return best.sorted { first, second in
      let (one, two) = (first.statistics, second.statistics)
      return (one.wastedFetches, one.lateDisplays, first.averagePeak)
        < (two.wastedFetches, two.lateDisplays, second.averagePeak)
    }
  }

  /// Draws distances that a page could have: fetched 0 to 4000 points ahead, most of them near.
  private static func draw(
    _ base: LoadingThresholds, _ random: inout some RandomNumberGenerator
  ) -> LoadingThresholds? {
    func step(_ distance: Double) -> Double { (distance / 50).rounded() * 50 }
    let share = Double.random(in: 0...1, using: &random)
    let fetch = step(4_000 * share * share)
    let display = step(fetch * Double.random(in: 0...1, using: &random))
    let isUnloading = Bool.random(using: &random)
    let unload = step(fetch + 200 + 3_000 * Double.random(in: 0...1, using: &random))
    let delay = Int64.random(in: 1...8, using: &random) * 500
    return try? LoadingThresholds(
      fetch: fetch, display: min(display, fetch), unload: unload, unloadingEnabled: isUnloading,
      throttle: base.throttle, stabilityDelay: delay)
  }
}
