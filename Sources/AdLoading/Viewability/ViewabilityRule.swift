// SPDX-License-Identifier: MIT
package import AdModel

/// How much of a creative must be visible, and how long, for an impression to count as viewable.
///
/// Source: MRC Viewable Ad Impression Measurement Guidelines; Google's Active View follows them.
/// Only an accredited vendor counts officially, so that what follows from these rules here is an
/// estimate.
package struct ViewabilityRule: Hashable, Sendable {
  /// The area from which a display creative counts as large, in square points: 970 by 250.
  package static let largeArea = 242_500.0

  /// Half of the creative for 1 second; 30 percent of it where it is large.
  package static let display = ViewabilityRule(
    leastFraction: 0.5, leastFractionOfLarge: 0.3, duration: 1_000)
  /// Half of the creative for 2 seconds.
  package static let video = ViewabilityRule(
    leastFraction: 0.5, leastFractionOfLarge: 0.5, duration: 2_000)

  /// The visible part that is enough, from 0 to 1.
  let leastFraction: Double
  let leastFractionOfLarge: Double
  /// How long it must be visible without a gap, in milliseconds.
  package let duration: Int64

  /// The visible part of a creative, and whether it is enough.
  ///
  /// Nothing of a creative or a viewport without area, or that is not known, is visible.
  package func judge(creative: AdRect?, viewport: AdRect?) -> (fraction: Double, isEnough: Bool) {
    guard let creative, let viewport, creative.isFinite, viewport.isFinite,
      let visible = creative.intersection(viewport)
    else { return (0, false) }
    let area = creative.size.area
    let fraction = min(visible.size.area / area, 1)
    let least = area >= Self.largeArea ? leastFractionOfLarge : leastFraction
    // Half of a creative at a fractional position may come out a rounding error below one half.
    return (fraction, fraction >= least - 1e-9)
  }
}
