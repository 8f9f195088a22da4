// SPDX-License-Identifier: MIT

/// What changed between two sets of sessions, say of two versions of an app, and which of it is more
/// than chance.
package struct HistoryComparison: Sendable {
  /// Whether a figure changed.
  package enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// It got worse, beyond its interval.
    case worse
    /// It got better, beyond its interval.
    case better
    /// What changed may be chance.
    case same
    /// One side has nothing to count.
    case unknown
  }

  /// One figure on both sides.
  package struct Change: Sendable {
    package let measure: HistoryMeasure
    /// The figures; not numbers where nothing was counted.
    package let before: Double
    package let after: Double
    /// Between what the difference lies.
    package let interval: Interval?

    package var verdict: Verdict {
      guard let interval, before.isFinite, after.isFinite else { return .unknown }
      if interval.low > 0 { return measure.lessIsBetter ? .worse : .better }
      if interval.high < 0 { return measure.lessIsBetter ? .better : .worse }
      return .same
    }
  }

  /// So many sessions a side must have before differences are judged.
  package static let leastSessions = 20
  /// How often, of 1, no figure at all is called worse or better where nothing changed: each interval is
  /// wider for there being several.
  package static let confidence = 0.95

  /// The figures, in the order of ``HistoryMeasure/all``.
  package let changes: [Change]

  /// Compares sessions.
  /// - Parameter random: Draws the intervals; the same source draws the same ones.
  package init(
    _ before: SessionSums, _ after: SessionSums, using random: inout some RandomNumberGenerator
  ) {
    let measures = HistoryMeasure.all
    func values(_ sums: SessionSums, _ times: [Int]? = nil) -> [Double] {
      let total = sums.total(times)
      return measures.map { $0.value(total) }
    }
    let (old, new) = (values(before), values(after))
    let intervals = Bootstrap.intervals(
      parts: before.parts.count, after.parts.count,
      confidence: 1 - (1 - Self.confidence) / Double(measures.count), using: &random
    ) { times, others in
      zip(values(after, others), values(before, times)).map { $0 - $1 }
    }
    changes = measures.indices.map { place in
      Change(
        measure: measures[place], before: old[place], after: new[place],
        interval: place < intervals.count ? intervals[place] : nil)
    }
  }

  /// The figures of one set of sessions, each with its interval at 95 of 100; without one where there are
  /// too few sessions to draw from, of which one alone would be certain of itself.
  package static func figures(
    of sums: SessionSums, using random: inout some RandomNumberGenerator
  ) -> [(value: Double, interval: Interval?)] {
    let measures = HistoryMeasure.all
    let values = measures.map { $0.value(sums.total()) }
    guard sums.parts.count >= leastSessions else { return values.map { ($0, nil) } }
    let intervals = Bootstrap.intervals(parts: sums.parts.count, using: &random) { times in
      let total = sums.total(times)
      return measures.map { $0.value(total) }
    }
    return values.indices.map { (values[$0], $0 < intervals.count ? intervals[$0] : nil) }
  }
}
