// SPDX-License-Identifier: MIT
package import AdModel

/// What the stores of one arm came to.
package struct ArmSum: Hashable, Sendable {
  /// The share of times to ad that its figure is about.
  static let percentile = 0.75
  /// The metrics that are counted for each session.
  private static let counted = ExperimentMetric.allCases.filter { $0 != .timeToAd }

  private var stores: [StoreSum] = []
  private var moments = Array(repeating: RatioMoments(), count: counted.count)

  /// Begins without a store.
  package init() {}

  /// How many stores it has.
  package var storeCount: Int { stores.count }
  /// How many sessions these have.
  package var sessions: Int { stores.reduce(0) { $0 + $1.sessions } }

  /// Counts a store.
  /// - Returns: Its place, under which more of its sessions can be added.
  @discardableResult
  package mutating func add(_ store: StoreSum) -> Int {
    stores.append(store)
    count(store, times: 1)
    return stores.count - 1
  }

  /// Adds sessions to a store that was counted before.
  package mutating func add(_ more: StoreSum, toStoreAt place: Int) {
    count(stores[place], times: -1)
    stores[place].add(more)
    count(stores[place], times: 1)
  }

  private mutating func count(_ store: StoreSum, times: Double) {
    for (place, metric) in Self.counted.enumerated() {
      moments[place].add(
        Double(store.count(of: metric)), of: Double(store.sessions), times: times)
    }
  }

  /// The figure of a metric; nil where there are too few stores, or nothing was counted.
  package func figure(of metric: ExperimentMetric) -> ArmFigure? {
    guard let place = Self.counted.firstIndex(of: metric) else { return timeToAd }
    // Seconds are counted in milliseconds, whose sums are exact in any order.
    return moments[place].figure(stores: stores.count, unit: metric == .late ? 1_000 : 1)
  }

  /// The percentile of all times to ad, by the nearest rank, with the variance of its rank over stores
  /// brought onto the times by order statistics.
  ///
  /// Source: Deng, Knoblich, Lu: Applying the Delta Method in Metric Analytics, KDD 2018, section 4.
  private var timeToAd: ArmFigure? {
    let sorted = stores.flatMap(\.times).sorted()
    guard !sorted.isEmpty else { return nil }
    func value(at share: Double) -> Double {
      let rank = (share * Double(sorted.count)).rounded(.up)
      return Double(sorted[min(max(Int(rank), 1), sorted.count) - 1])
    }
    let percentile = value(at: Self.percentile)
    var within = RatioMoments()
    for store in stores {
      let count = store.times.reduce(0) { Double($1) <= percentile ? $0 + 1 : $0 }
      within.add(Double(count), of: Double(store.times.count))
    }
    guard let share = within.figure(stores: stores.count) else { return nil }
    let widths = ArmFigure.widths
    let reach = widths * share.variance.squareRoot()
    let width = value(at: Self.percentile + reach) - value(at: Self.percentile - reach)
    let error = width / (2 * widths)
    return ArmFigure(value: percentile, variance: error * error)
  }
}
