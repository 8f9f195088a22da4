// SPDX-License-Identifier: MIT
import AdModel

/// A row as Klipy's calculator decides it.
///
/// Every whole height of the range is tried with every number of items; the first that comes
/// nearest to the container's width wins, a single item only where there is no other. An ad in the
/// first or second place fixes the height, one further on cuts the row to two items. What is left
/// over or too much is shared equally among the media. Where media beside an ad were delivered
/// below the least width, all that come out below it are raised to it and the ad shrinks; where it
/// may not shrink enough, they give the rest back.
struct SeedRow {
  private(set) var sizes: [CreativeSize]
  private(set) var height: Double
  private let items: ArraySlice<GridItem>

  /// Decides the row that begins at an item.
  init(from first: Int, of items: [GridItem], in limits: MasonryLimits) {
    var window = items[first...].prefix(limits.maxItemsPerRow)
    var ad = window.firstIndex(where: \.isAd)
    if let place = ad, place - first > 1 {
      window = window.prefix(2)
      ad = nil
    }
    let heights =
      ad.map { Int(window[$0].size.height)...Int(window[$0].size.height) }
      ?? Int(limits.minRowHeight)...Int(limits.maxRowHeight)
    let (count, chosen, leftover) = Self.choose(window, heights, limits)
    self.items = window.prefix(count)
    height = Double(chosen)
    let media = self.items.count { !$0.isAd }
    let share = media == 0 ? 0 : leftover / Double(media)
    sizes = self.items.map { item in
      let width = Self.width(of: item, at: chosen)
      return CreativeSize(width: item.isAd ? width : width + share, height: Double(chosen))
    }
    if let ad, ad - first < count { makeRoom(besideAdAt: ad - first, limits) }
  }

  /// Which number of items at which height comes nearest to the container's width.
  private static func choose(
    _ window: ArraySlice<GridItem>, _ heights: ClosedRange<Int>, _ limits: MasonryLimits
  ) -> (count: Int, height: Int, leftover: Double) {
    var best = (count: 0, height: 0, leftover: Double.greatestFiniteMagnitude)
    for height in heights {
      var widths = 0.0
      for (offset, item) in window.enumerated() {
        widths += width(of: item, at: height)
        let leftover = limits.containerWidth - (widths + Double(offset) * limits.spacing)
        let isNearer = abs(leftover) < abs(best.leftover) || best.count == 1 && offset > 0
        if isNearer, offset > 0 || best.count == 0 { best = (offset + 1, height, leftover) }
      }
    }
    return best
  }

  private static func width(of item: GridItem, at height: Int) -> Double {
    item.isAd
      ? item.size.width : (item.size.width * Double(height) / item.size.height).rounded()
  }

  private mutating func makeRoom(besideAdAt place: Int, _ limits: MasonryLimits) {
    let least = limits.meta.itemMinWidth
    let media = zip(sizes.indices, items).filter { !$1.isAd }.map(\.0)
    // The source looks at the widths as delivered here, not at those just decided.
    let narrow = media.count { items[items.startIndex + $0].size.width < least }
    guard narrow > 0 else { return }
    for index in media where sizes[index].width < least { sizes[index].width = least }
    let row =
      sizes.reduce(0) { $0 + $1.width } + Double(sizes.count - 1) * limits.spacing
    guard row > limits.containerWidth else { return }
    let delivered = sizes[place].width
    let leastOfAd = delivered * (100 - limits.meta.adMaxResizePercent) / 100
    var shrunk = delivered - (row - limits.containerWidth)
    if shrunk < leastOfAd {
      let missing = (leastOfAd - shrunk) / Double(narrow)
      for index in media where sizes[index].width == least { sizes[index].width -= missing }
      shrunk = leastOfAd
    }
    height *= shrunk / delivered
    sizes[place] = CreativeSize(width: shrunk, height: height)
    for index in media { sizes[index].height = height }
  }
}
