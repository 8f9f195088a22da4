// SPDX-License-Identifier: MIT
import AdModel

/// The limits of the rows of one grid.
struct MasonryLimits {
  let containerWidth: Double
  let spacing: Double
  let minRowHeight: Double
  let maxRowHeight: Double
  let maxItemsPerRow: Int
  /// As the server said it; ``leastWidth`` is what holds.
  let meta: GridMeta

  /// The least width of every item but an ad that was delivered narrower: a point where no more is
  /// asked for, so that no side comes to nothing.
  var leastWidth: Double { max(meta.itemMinWidth, 1) }

  /// What remains at least of an ad's width, as a fraction.
  var leastOfAd: Double { 1 - meta.adMaxResizePercent / 100 }

  /// The height that is preferred among heights that distort alike.
  var middleHeight: Double { (minRowHeight + maxRowHeight) / 2 }

  /// The width that so many items share.
  func room(for count: Int) -> Double { containerWidth - Double(count - 1) * spacing }

  /// The least fraction to which an ad may shrink for the sake of its neighbours: no further than
  /// permitted, nor below the least width or a height of one point unless it came so.
  func leastScale(of ad: CreativeSize) -> Double {
    max(leastOfAd, min(1, leastWidth / ad.width), min(1, 1 / ad.height))
  }
}

/// How many times wider or higher one shape is than another: 1 for the same.
func shapeFactor(_ one: Double, _ other: Double) -> Double {
  one > other ? one / other : other / one
}
