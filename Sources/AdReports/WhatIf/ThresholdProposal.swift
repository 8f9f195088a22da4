// SPDX-License-Identifier: MIT

/// A setting that serves a goal better than today's, with what it would bring: measured on sessions that
/// had no part in choosing it.
package struct ThresholdProposal: Hashable, Sendable {
  /// By how much a figure would change.
  package struct Change: Hashable, Sendable {
    /// The change itself.
    package let value: Double
    /// Between what it lies, at 95 of 100.
    package let interval: Interval?
  }

  /// The figures that change, each the difference to today's thresholds over the sessions that check.
  package struct Changes: Hashable, Sendable {
    /// For how long places are on the screen without their ads, in milliseconds for 100 sessions.
    package let timeMissing: Change
    /// Requests of which nobody sees anything, for 100 sessions.
    package let wastedFetches: Change
    /// Viewable impressions, for 100 sessions.
    package let viewableImpressions: Change
    /// The most ads loaded at once, on average.
    package let averagePeak: Change
    /// How much better the goal is served, the more the better, for 100 sessions.
    package let goal: Change
  }

  /// The setting, and what it came to over all sessions.
  package let result: ThresholdSearch.Result
  /// What it would bring.
  package let changes: Changes
}

extension ThresholdSearch {
  /// The most settings that are proposed.
  package static let greatestProposals = 3
  /// So many sessions must have been tried before any setting is proposed.
  package static let leastSessions = 20
  /// How many settings may stand the check, so that none is found by trying often enough.
  static let checked = 10

  /// The settings that serve a goal better than today's: at most ``greatestProposals``, chosen on one
  /// half of the sessions and kept where the other half agrees, the best first. None of them is beaten
  /// by another.
  ///
  /// In both halves viewable impressions are no fewer and memory has grown by no more than is allowed, and
  /// the other half's interval of the gain lies above nothing.
  /// - Parameter random: Draws the intervals; the same source draws the same ones.
  package func proposals(
    for goal: SearchGoal, using random: inout some RandomNumberGenerator
  ) -> [ThresholdProposal] {
    let own = results[0]
    guard own.sum.sessions >= Self.leastSessions else { return [] }
    let today = own.half(isHeldOut: true).total
    var found: [ThresholdProposal] = []
    for result in ranked(for: goal).prefix(Self.checked)
    where found.count < Self.greatestProposals {
      guard !found.contains(where: { $0.result.beats(result) }),
        goal.isGuarded(result.half(isHeldOut: true).total, today: today, growth: greatestGrowth)
      else { continue }
      let changes = ThresholdProposal.Changes(of: result, from: own, for: goal, using: &random)
      guard let gain = changes.goal.interval, gain.low > 0 else { continue }
      found.append(ThresholdProposal(result: result, changes: changes))
    }
    return found
  }

  /// The settings that serve a goal better than today's on the half that chooses, the best first.
  func ranked(for goal: SearchGoal) -> [Result] {
    let settings = different
    let today = settings[0].half(isHeldOut: false).total
    return settings.dropFirst()
      .map { (result: $0, sum: $0.half(isHeldOut: false).total) }
      .filter {
        goal.isGuarded($0.sum, today: today, growth: greatestGrowth)
          && goal.score($0.sum) > goal.score(today)
      }
      .sorted { goal.score($0.sum) > goal.score($1.sum) }
      .map(\.result)
  }
}

extension ThresholdProposal.Changes {
  /// Compares two settings session by session, over those that check.
  fileprivate init(
    of result: ThresholdSearch.Result, from own: ThresholdSearch.Result, for goal: SearchGoal,
    using random: inout some RandomNumberGenerator
  ) {
    let (new, old) = (result.half(isHeldOut: true), own.half(isHeldOut: true))
    func figures(_ times: [Int]) -> [Double] {
      var (then, now) = (TrialSum(), TrialSum())
      for (place, times) in times.enumerated() where times > 0 {
        then.add(new[place], times: times)
        now.add(old[place], times: times)
      }
      func per100(_ figure: (TrialSum) -> Double) -> Double {
        100 * (figure(then) - figure(now)) / Double(now.sessions)
      }
      return [
        per100 { Double($0.timeMissing) }, per100 { Double($0.wastedFetches) },
        per100 { Double($0.viewableImpressions) }, then.averagePeak - now.averagePeak,
        per100(goal.score),
      ]
    }
    let values = figures(Array(repeating: 1, count: new.count))
    let intervals = Bootstrap.intervals(parts: new.count, using: &random, figures)
    func change(_ place: Int) -> ThresholdProposal.Change {
      ThresholdProposal.Change(value: values[place], interval: intervals[place])
    }
    timeMissing = change(0)
    wastedFetches = change(1)
    viewableImpressions = change(2)
    averagePeak = change(3)
    self.goal = change(4)
  }
}

extension [TrialSum] {
  /// All of them added up.
  fileprivate var total: TrialSum { reduce(into: TrialSum()) { $0.add($1) } }
}
