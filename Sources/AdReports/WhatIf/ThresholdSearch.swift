// SPDX-License-Identifier: MIT
package import AdLoading
package import AdModel

/// Tries thresholds over many recorded sessions: finds those that no others beat on wasted fetches,
/// missing ads, viewable impressions and memory at once, and those that serve a goal.
package struct ThresholdSearch: Sendable {
  /// What one setting came to over all sessions.
  package struct Result: Hashable, Sendable {
    /// The thresholds; `nil` for those that each session had.
    package let thresholds: LoadingThresholds?
    /// The counts of all sessions; of the peaks the highest.
    package fileprivate(set) var statistics = LoadStatistics()
    /// The sums of all sessions.
    package fileprivate(set) var sum = TrialSum()
    /// How many further settings came to exactly the same.
    package fileprivate(set) var alike = 0
    /// The sums of the sessions, shared out in turn: those with even numbers choose, the others check.
    fileprivate var parts: [TrialSum] = []

    fileprivate mutating func add(_ session: TrialOutcome) {
      let part = sum.sessions % (2 * Bootstrap.parts)
      if part == parts.count { parts.append(TrialSum()) }
      parts[part].add(session)
      sum.add(session)
      // A search tells no times, and they are many.
      var counts = session.statistics
      counts.leadTimes = []
      counts.timesToAd = []
      statistics.add(counts)
    }

    /// The parts of one half.
    func half(isHeldOut: Bool) -> [TrialSum] {
      parts.indices.filter { $0.isMultiple(of: 2) != isHeldOut }.map { parts[$0] }
    }

    /// The result as a trial, for whoever shows trials.
    /// - Returns: The trial, without bytes.
    package func trial(own: LoadingThresholds) -> ThresholdTrial {
      ThresholdTrial(thresholds: thresholds ?? own, statistics: statistics, bytes: nil)
    }

    /// Whether it is as good as another in all four measures, and better in one.
    package func beats(_ other: Result) -> Bool {
      var isBetter = false
      for (cost, theirs) in zip(sum.costs, other.sum.costs) {
        if cost > theirs { return false }
        if cost < theirs { isBetter = true }
      }
      return isBetter
    }
  }

  /// What each session had, then the settings that are tried.
  package private(set) var results: [Result]
  /// By how much of today's the most ads loaded at once may grow on average for a goal.
  let greatestGrowth: Double

  /// Prepares a search.
  /// - Parameters:
  ///   - count: How many settings are tried beside the sessions' own, at least 1: the presets, today's with a
  ///     lead, then settings drawn at random, every other one near today's.
  ///   - base: Today's thresholds; they give the throttle, which is not searched.
  ///   - greatestGrowth: By how much of today's memory may grow for a goal, measured by the most ads loaded at
  ///     once.
  ///   - random: Draws the settings; the same source draws the same ones.
  package init(
    trying count: Int, base: LoadingThresholds = .standard,
    greatestGrowth: Double = SearchGoal.standardGrowth,
    using random: inout some RandomNumberGenerator
  ) {
    self.greatestGrowth = greatestGrowth
    var settings = ThresholdPreset.allCases.map { $0.applied(to: base) }
    settings += Self.leads.filter { $0 != base.prediction }.map { lead in
      var leading = base
      leading.prediction = lead
      return leading
    }
    while settings.count < count {
      let drawn = Self.draw(base, isNear: settings.count.isMultiple(of: 2), &random)
      guard let drawn, !settings.contains(drawn) else { continue }
      settings.append(drawn)
    }
    results =
      [Result(thresholds: nil)] + settings.prefix(max(count, 1)).map { Result(thresholds: $0) }
  }

  /// Runs one session under every setting.
  /// - Returns: What each came to, in the order of ``results``.
  package func trials(of session: TrialSession) -> [TrialOutcome] {
    results.map { session.run(with: $0.thresholds) }
  }

  /// Adds what a session came to under every setting.
  package mutating func add(_ trials: [TrialOutcome]) {
    for (place, trial) in zip(results.indices, trials) { results[place].add(trial) }
  }

  /// Gives up the settings that cannot be proposed any more: all but today's and those that serve a goal
  /// best on the half of the sessions that chooses, so that many sessions may check them.
  package mutating func narrow(to goal: SearchGoal) {
    let kept = Set(ranked(for: goal).prefix(Self.checked).map(\.thresholds))
    results.removeAll { $0.thresholds != nil && !kept.contains($0.thresholds) }
  }

  /// The settings, those that came to exactly the same as one, the first of them.
  var different: [Result] {
    var places: [TrialSum: Int] = [:]
    var found: [Result] = []
    for result in results {
      // What the sessions had stands for itself.
      if result.thresholds != nil, let place = places[result.sum] {
        found[place].alike += 1
      } else {
        if result.thresholds != nil { places[result.sum] = found.count }
        found.append(result)
      }
    }
    return found
  }

  /// The settings that no other beats, by wasted fetches, then missing ads; the sessions' own is
  /// among them only where none beats it.
  package var front: [Result] {
    let different = different
    let best = different.filter { result in !different.contains { $0.beats(result) } }
    return best.sorted { first, second in
      first.sum.costs.lexicographicallyPrecedes(second.sum.costs)
    }
  }

  /// Predictions that are tried whatever is drawn, in milliseconds: what comes in from the side is reached by
  /// these alone.
  private static let leads: [Int64] = [300, 500, 1_000]

  /// Draws distances that a page could have: fetched 0 to 4000 points ahead, most of them near; or some
  /// that are between half and twice as far as today's. Every other one leads, by 100 to 2000 ms of scroll.
  private static func draw(
    _ base: LoadingThresholds, isNear: Bool, _ random: inout some RandomNumberGenerator
  ) -> LoadingThresholds? {
    func step(_ distance: Double) -> Double { (distance / 50).rounded() * 50 }
    let share = Double.random(in: 0...1, using: &random)
    let fetch =
      isNear
      ? step(max(base.fetch, 100) * Double.random(in: 0.5...2, using: &random))
      : step(4_000 * share * share)
    let display = step(fetch * Double.random(in: 0...1, using: &random))
    let isUnloading = isNear ? base.unloadingEnabled : Bool.random(using: &random)
    let unload = step(fetch + 200 + 3_000 * Double.random(in: 0...1, using: &random))
    let delay = Int64.random(in: 1...8, using: &random) * 500
    let isLeading = Bool.random(using: &random)
    let ahead = Int64.random(in: 1...20, using: &random) * 100
    return try? LoadingThresholds(
      fetch: fetch, display: min(display, fetch), unload: unload, unloadingEnabled: isUnloading,
      throttle: base.throttle, stabilityDelay: isNear ? base.stabilityDelay : delay,
      prediction: isLeading ? ahead : isNear ? base.prediction : 0)
  }
}
