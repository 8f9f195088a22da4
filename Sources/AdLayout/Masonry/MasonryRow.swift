// SPDX-License-Identifier: MIT
import AdModel

/// The row that begins at one item, while the next items are tried in it one by one.
struct MasonryRow {
  /// How the row looks with the items that it holds.
  struct Fit {
    /// The height of all items.
    var height: Double
    /// The width of an item of media per unit of its ratio; the least width goes before.
    var widthPerRatio: Double
    /// What is left of the ad's size, as a fraction.
    var adScale = 1.0
    /// See ``RowLayout/distortion``.
    var distortion: Double
    /// Whether further items can only make the row worse.
    var isFull: Bool
  }

  private let items: [GridItem]
  private let limits: MasonryLimits
  let first: Int
  private(set) var count = 0
  private var ad: CreativeSize?
  /// The sum of the ratios of all media, and the least of them.
  private var ratios = 0.0
  private var leastRatio = Double.infinity

  init(from first: Int, of items: [GridItem], in limits: MasonryLimits) {
    self.first = first
    self.items = items
    self.limits = limits
  }

  /// Takes in the next item, if there is one that may stand here: at most one ad, in the first or
  /// second place, and everything at its least width.
  mutating func takeNext() -> Bool {
    let next = first + count
    guard next < items.count, count < limits.maxItemsPerRow else { return false }
    let item = items[next]
    if item.isAd {
      guard ad == nil, count < 2, holds(media: count, beside: item.size) else { return false }
      ad = item.size
    } else {
      guard holds(media: count + (ad == nil ? 1 : 0), beside: ad) else { return false }
      ratios += item.ratio
      leastRatio = min(leastRatio, item.ratio)
    }
    count += 1
    return true
  }

  /// Whether one more picture would find room, if there were one.
  var hasRoom: Bool {
    count < limits.maxItemsPerRow && holds(media: count + (ad == nil ? 1 : 0), beside: ad)
  }

  private func holds(media: Int, beside ad: CreativeSize?) -> Bool {
    // An item alone is made to fit the container.
    guard media + (ad == nil ? 0 : 1) > 1 else { return true }
    let needed = Double(media) * limits.leastWidth
    guard let ad else { return needed <= limits.room(for: media) }
    return needed <= limits.room(for: media + 1) - ad.width * limits.leastScale(of: ad)
  }

  /// The height and the widths that suit the items in the row best.
  func fit() -> Fit {
    guard let ad else { return count == 1 ? lonePicture() : pictures() }
    return count == 1 ? loneAd(ad) : pictures(beside: ad)
  }

  private func lonePicture() -> Fit {
    let exact = limits.containerWidth / ratios
    let height = min(max(exact, limits.minRowHeight), limits.maxRowHeight)
    return Fit(
      height: height, widthPerRatio: min(exact, height),
      distortion: shapeFactor(exact, height) - 1, isFull: exact <= limits.middleHeight)
  }

  private func loneAd(_ ad: CreativeSize) -> Fit {
    let scale = min(1, limits.containerWidth / ad.width)
    return Fit(
      height: ad.height * scale, widthPerRatio: 0, adScale: scale,
      distortion: shapeFactor(limits.containerWidth, ad.width) - 1, isFull: scale < 1)
  }

  private func pictures() -> Fit {
    let exact = limits.room(for: count) / ratios
    guard leastRatio * exact >= limits.leastWidth else { return narrowPictures() }
    let height = min(max(exact, limits.minRowHeight), limits.maxRowHeight)
    return Fit(
      height: height, widthPerRatio: exact,
      distortion: Double(count) * (shapeFactor(exact, height) - 1),
      isFull: exact <= limits.middleHeight)
  }

  /// Pictures of which some would be narrower than the least width.
  private func narrowPictures() -> Fit {
    let widthPerRatio = shared(limits.room(for: count))
    let height = min(
      max(balancedHeight(widthPerRatio), limits.minRowHeight), limits.maxRowHeight)
    return Fit(
      height: height, widthPerRatio: widthPerRatio,
      distortion: distortion(widthPerRatio, at: height), isFull: true)
  }

  private func pictures(beside ad: CreativeSize) -> Fit {
    let room = limits.room(for: count)
    let others = Double(count - 1)
    let scale = min(1, (room - others * limits.leastWidth) / ad.width)
    let height = ad.height * scale
    let rest = room - ad.width * scale
    let exact = rest / ratios
    let shrunk = 1 / scale - 1
    guard leastRatio * exact >= limits.leastWidth else {
      let widthPerRatio = shared(rest)
      return Fit(
        height: height, widthPerRatio: widthPerRatio, adScale: scale,
        distortion: distortion(widthPerRatio, at: height) + shrunk, isFull: true)
    }
    return Fit(
      height: height, widthPerRatio: exact, adScale: scale,
      distortion: others * (shapeFactor(exact, height) - 1) + shrunk,
      isFull: exact <= height || scale < 1)
  }

  /// Shares a width among the media, in proportion to their ratios, none below the least width.
  /// - Returns: The width per ratio of those that are not at the least width.
  private func shared(_ room: Double) -> Double {
    var widthPerRatio = room / ratios
    var raisedBefore = 0
    // Each round raises one item more at least, so there are at most as many rounds as items.
    while true {
      var raised = 0
      var sum = 0.0
      for item in items[first..<first + count] where !item.isAd {
        if item.ratio * widthPerRatio < limits.leastWidth { raised += 1 } else { sum += item.ratio }
      }
      // No more than before: by rounding it may even be less.
      if raised <= raisedBefore || sum == 0 { return widthPerRatio }
      raisedBefore = raised
      widthPerRatio = (room - Double(raised) * limits.leastWidth) / sum
    }
  }

  /// The height at which pictures, some of them raised to the least width, distort least together.
  ///
  /// The others keep their shape at a height of `widthPerRatio`, each raised one at a greater height
  /// of its own. Up to the first of these heights a point more costs and wins so much that the sum
  /// is least at a root; beyond it, that item is one of those that lose.
  private func balancedHeight(_ widthPerRatio: Double) -> Double {
    var lowest = widthPerRatio
    var losing = 0.0
    var winning = 0.0
    for item in items[first..<first + count] {
      let own = ownHeight(of: item, widthPerRatio)
      if own > lowest { winning += own } else { losing += 1 / own }
    }
    while true {
      let height = (winning / losing).squareRoot()
      var next = Double.infinity
      for item in items[first..<first + count] {
        let own = ownHeight(of: item, widthPerRatio)
        if own > lowest { next = min(next, own) }
      }
      guard next < height else { return max(height, lowest) }
      lowest = next
      for item in items[first..<first + count] where ownHeight(of: item, widthPerRatio) == next {
        winning = max(0, winning - next)
        losing += 1 / next
      }
    }
  }

  /// The height at which an item keeps its shape.
  private func ownHeight(of item: GridItem, _ widthPerRatio: Double) -> Double {
    max(widthPerRatio, limits.leastWidth / item.ratio)
  }

  private func distortion(_ widthPerRatio: Double, at height: Double) -> Double {
    var sum = 0.0
    for item in items[first..<first + count] where !item.isAd {
      let width = max(item.ratio * widthPerRatio, limits.leastWidth)
      sum += shapeFactor(width, item.ratio * height) - 1
    }
    return sum
  }
}
