// SPDX-License-Identifier: MIT

/// A figure of an arm and how far chance moves it, where stores, not sessions, were drawn.
package struct ArmFigure: Hashable, Sendable {
  /// How often, of 1, an interval for a single look holds.
  package static let confidence = 0.95
  /// How many standard deviations such an interval goes to each side.
  package static let widths = NormalDistribution.quantile(within: confidence)

  /// The figure.
  package let value: Double
  /// Its variance.
  package let variance: Double
}

/// Sums over stores, of which the ratio of two counts and its variance are made by the delta method.
///
/// Source: Deng, Knoblich, Lu: Applying the Delta Method in Metric Analytics, KDD 2018, section 3.1.
struct RatioMoments: Hashable, Sendable {
  private var part = 0.0
  private var whole = 0.0
  private var partSquares = 0.0
  private var wholeSquares = 0.0
  private var products = 0.0

  /// Counts a store, or with a minus takes it out again.
  mutating func add(_ part: Double, of whole: Double, times count: Double = 1) {
    self.part += part * count
    self.whole += whole * count
    partSquares += part * part * count
    wholeSquares += whole * whole * count
    products += part * whole * count
  }

  /// The ratio; nil where fewer than two stores were counted, or nothing.
  /// - Parameter unit: How many of what was counted make one of the figure.
  func figure(stores: Int, unit: Double = 1) -> ArmFigure? {
    guard stores > 1, whole > 0 else { return nil }
    let ratio = part / whole
    let rests = partSquares - 2 * ratio * products + ratio * ratio * wholeSquares
    let count = Double(stores)
    return ArmFigure(
      value: ratio / unit,
      variance: count / (count - 1) * max(rests, 0) / (whole * whole) / (unit * unit))
  }
}
