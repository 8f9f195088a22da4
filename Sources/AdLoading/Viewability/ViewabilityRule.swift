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
  /// - Parameters:
  ///   - parts: What of the creative is neither clipped nor covered, from its top left corner; nil for
  ///     all of it.
  ///   - obstructions: What of the viewport is covered, from its top left corner.
  package func judge(
    creative: AdRect?, viewport: AdRect?, parts: [AdRect]? = nil, obstructions: [AdRect] = []
  ) -> (fraction: Double, isEnough: Bool) {
    guard let creative, let viewport, creative.isFinite, viewport.isFinite,
      let visible = creative.intersection(viewport)
    else { return (0, false) }
    let area = creative.size.area
    var seen = visible.size.area
    if parts != nil || !obstructions.isEmpty {
      seen = RectUnion.area(
        of: parts?.compactMap { $0.moved(byOriginOf: creative).intersection(visible) } ?? [visible],
        without: obstructions.compactMap {
          $0.moved(byOriginOf: viewport).intersection(visible)
        })
      // What is left between edges that meet is a rounding error, and nothing that anybody sees.
      if seen < area * 1e-9 { seen = 0 }
    }
    let fraction = min(seen / area, 1)
    let least = area >= Self.largeArea ? leastFractionOfLarge : leastFraction
    // Half of a creative at a fractional position may come out a rounding error below one half.
    return (fraction, fraction >= least - 1e-9)
  }
}

extension AdRect {
  /// The same rectangle, told from where another one's origin is counted from.
  func moved(byOriginOf other: AdRect) -> AdRect {
    AdRect(x: x + other.x, y: y + other.y, width: width, height: height)
  }
}
