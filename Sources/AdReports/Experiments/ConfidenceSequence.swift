// SPDX-License-Identifier: MIT

/// Intervals that hold at all looks at once, however often and whenever somebody looks: an asymptotic
/// confidence sequence, Robbins' normal mixture over the variance of the estimate.
///
/// Source: Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas: Time-uniform central limit theory and
/// asymptotic confidence sequences, Annals of Statistics 52(6), 2024, theorem 2.2, with the choice of rho
/// of its appendix B.2. What is time there, is information here: one divided by the variance.
package struct ConfidenceSequence: Hashable, Sendable {
  /// Such a difference is found this often, of 1, by the time it is planned for.
  package static let power = 0.9

  /// How often, of 1, all looks may be wrong.
  package let error: Double
  /// The variance of the difference at which the intervals are narrowest for what they could be: that
  /// at which the planned difference is found.
  package let plannedVariance: Double
  /// The mixture's own information at the planned size, in units of its prior's.
  package let scale: Double

  /// Plans a sequence.
  /// - Parameters:
  ///   - error: How often, of 1, all looks may be wrong.
  ///   - difference: The difference that shall be found, in units of what is estimated.
  package init(error: Double, difference: Double) {
    let logarithm = -2 * RealFunctions.log(error)
    // c + 1 = 1 - 2 ln(error) + ln(c + 1): the lower branch of Lambert's W.
    var next = 1 + logarithm
    for _ in 0..<100 { next = 1 + logarithm + RealFunctions.log(next) }
    self.error = error
    scale = next - 1
    let widths =
      Self.widths(relative: scale, error: error)
      + NormalDistribution.quantile(above: 1 - Self.power)
    plannedVariance = (difference / widths) * (difference / widths)
  }

  /// To each side of an estimate, how far its interval goes.
  /// - Parameters:
  ///   - variance: The variance of the estimate, above 0.
  ///   - unit: What a 1 of the planned difference is, where that is a share of a figure.
  package func margin(variance: Double, unit: Double = 1) -> Double {
    let planned = plannedVariance * unit * unit
    return variance.squareRoot()
      * Self.widths(relative: scale * planned / variance, error: error)
  }

  /// How many standard deviations it goes.
  private static func widths(relative information: Double, error: Double) -> Double {
    ((1 + 1 / information) * RealFunctions.log((1 + information) / (error * error))).squareRoot()
  }
}
