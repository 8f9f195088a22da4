// SPDX-License-Identifier: MIT

/// Between what a figure lies, had other sessions like these been recorded.
package struct Interval: Hashable, Sendable {
  package let low: Double
  package let high: Double

  package init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }
}

/// Draws parts of what was recorded again and again, with those that come twice, and sees how figures
/// vary: the percentile bootstrap.
package enum Bootstrap {
  /// How often is drawn.
  package static let draws = 1_000
  /// Into how many parts sessions are shared out at most: many sessions vary as their parts do.
  package static let parts = 200

  /// The intervals of several figures.
  /// - Parameters:
  ///   - parts: How many parts there are.
  ///   - confidence: How many of 1 the intervals are to hold, for example 0.95.
  ///   - figures: Computes the figures where each part was drawn so many times; one that there is not
  ///     then, is not a number.
  /// - Returns: An interval for each figure; nil for one that there never was.
  /// - Complexity: O(draws · parts), and that of the figures.
  package static func intervals(
    parts: Int, confidence: Double = 0.95, using random: inout some RandomNumberGenerator,
    _ figures: (_ times: [Int]) -> [Double]
  ) -> [Interval?] {
    intervals(parts: parts, 0, confidence: confidence, using: &random) { times, _ in
      figures(times)
    }
  }

  /// The intervals of several figures of two samples, which are drawn apart.
  /// - Parameters:
  ///   - parts: How many parts the first sample has.
  ///   - others: How many parts the second one has.
  ///   - confidence: How many of 1 the intervals are to hold.
  ///   - figures: Computes the figures where each part was drawn so many times.
  /// - Returns: An interval for each figure; nil for one that there never was.
  package static func intervals(
    parts: Int, _ others: Int, confidence: Double, using random: inout some RandomNumberGenerator,
    _ figures: (_ times: [Int], _ others: [Int]) -> [Double]
  ) -> [Interval?] {
    func draw(_ count: Int) -> [Int] {
      var times = Array(repeating: 0, count: count)
      for _ in 0..<count { times[Int.random(in: 0..<count, using: &random)] += 1 }
      return times
    }
    var drawn: [[Double]] = []
    for _ in 0..<(parts > 0 ? draws : 0) {
      let values = figures(draw(parts), draw(others))
      if drawn.isEmpty { drawn = Array(repeating: [], count: values.count) }
      for (place, value) in values.enumerated() where value.isFinite { drawn[place].append(value) }
    }
    return drawn.map { values in
      guard !values.isEmpty else { return nil }
      let sorted = values.sorted()
      func value(at share: Double) -> Double {
        sorted[min(max(Int(share * Double(sorted.count)), 0), sorted.count - 1)]
      }
      let tail = (1 - confidence) / 2
      return Interval(low: value(at: tail), high: value(at: 1 - tail))
    }
  }
}
