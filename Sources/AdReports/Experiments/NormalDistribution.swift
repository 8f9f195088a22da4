// SPDX-License-Identifier: MIT

/// The normal distribution.
enum NormalDistribution {
  /// How much of it lies above so many standard deviations.
  /// - Parameter value: 0 or more.
  static func above(_ value: Double) -> Double {
    RealFunctions.erfc(value / 2.0.squareRoot()) / 2
  }

  /// Above how many standard deviations a share of it lies.
  /// - Parameter share: Above 0, at most a half.
  static func quantile(above share: Double) -> Double {
    // Newton's steps from 0 never pass the end, for the tail is convex.
    var value = 0.0
    for _ in 0..<100 {
      let density = RealFunctions.exp(-value * value / 2) / 2.5066282746310002
      let step = (above(value) - share) / density
      guard step > 1e-15 * (1 + value) else { break }
      value += step
    }
    return value
  }

  /// How many standard deviations to each side hold a share of it, for example 1.96 for 0.95.
  static func quantile(within confidence: Double) -> Double {
    quantile(above: (1 - confidence) / 2)
  }
}
