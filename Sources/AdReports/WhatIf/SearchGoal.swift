// SPDX-License-Identifier: MIT

/// What a search of thresholds is for. Whatever it is, viewable impressions do not become fewer and
/// memory grows by no more than a search allows, ``standardGrowth`` where nobody says.
package enum SearchGoal: Hashable, Sendable {
  /// Places are on the screen without their ads for the least time.
  case fewestLate
  /// The fewest requests of which nobody sees anything.
  case fewestWasted
  /// The most viewable impressions.
  case mostViewable
  /// The most money: what a viewable impression brings, and what a request costs, in one currency.
  case mostEarned(perImpression: Double, perRequest: Double)

  /// By how much of today's the most ads loaded at once may grow on average: a tenth.
  package static let standardGrowth = 0.1

  /// How good sums are for it, the more the better.
  package func score(_ sum: TrialSum) -> Double {
    switch self {
    case .fewestLate: -Double(sum.timeMissing)
    case .fewestWasted: -Double(sum.wastedFetches)
    case .mostViewable: Double(sum.viewableImpressions)
    case .mostEarned(let perImpression, let perRequest):
      Double(sum.viewableImpressions) * perImpression - Double(sum.fetches) * perRequest
    }
  }

  /// Whether sums keep what no goal may cost, measured by those of today's thresholds over the same
  /// sessions.
  /// - Parameter growth: By how much of today's the most ads loaded at once may grow on average.
  func isGuarded(_ sum: TrialSum, today: TrialSum, growth: Double) -> Bool {
    sum.viewableImpressions >= today.viewableImpressions
      && sum.averagePeak <= today.averagePeak * (1 + growth)
  }
}
