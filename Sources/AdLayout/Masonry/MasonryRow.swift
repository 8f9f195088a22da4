// SPDX-License-Identifier: MIT
import AdModel

/// One row being decided: how many of the candidates it takes, how wide each, how high all.
struct MasonryRow {
  private(set) var widths: [Double] = []
  private(set) var height = 0.0
  private let items: ArraySlice<GridItem>

  /// Decides a row of one or more candidates with at most one ad among them.
  init(_ items: ArraySlice<GridItem>, in grid: MasonryLayoutCalculator, meta: GridMeta) {
    self.items = items
    if let ad = items.firstIndex(where: \.isAd) {
      takeAround(items[ad], at: ad - items.startIndex, in: grid, meta: meta)
    } else {
      take(in: grid, least: meta.itemMinWidth)
    }
  }

  /// The row with every item in its place.
  func layout(from first: Int, y: Double, spacing: Double) -> RowLayout {
    var x = 0.0
    var placed: [GridItemLayout] = []
    placed.reserveCapacity(widths.count)
    for (offset, width) in widths.enumerated() {
      let frame = AdRect(x: x, y: y, width: width, height: height)
      let isAd = items[items.startIndex + offset].isAd
      placed.append(GridItemLayout(index: first + offset, isAd: isAd, frame: frame))
      x += width + spacing
    }
    return RowLayout(items: placed, y: y, height: height)
  }

  /// Takes the number of items, and the whole height, whose widths come nearest to the container's.
  private mutating func take(in grid: MasonryLayoutCalculator, least: Double) {
    var best = Double.infinity
    var count = 0
    var ratios = 0.0
    for (offset, item) in items.enumerated() {
      ratios += item.ratio
      let room = grid.room(for: offset + 1)
      for rounded in [(room / ratios).rounded(.down), (room / ratios).rounded(.up)] {
        let candidate = min(max(rounded, grid.minRowHeight), grid.maxRowHeight)
        let leftover = abs(room - ratios * candidate)
        // One item alone is the last resort: it is stretched most.
        if leftover < best || count == 1 && offset == 1 {
          (best, count, height) = (leftover, offset + 1, candidate)
        }
      }
    }
    let natural = items.prefix(count).map { $0.ratio * height }
    widths = fill(grid.room(for: count), natural, least: least)
  }

  /// Takes an ad and as many items beside it as fit best at its height.
  private mutating func takeAround(
    _ ad: GridItem, at place: Int, in grid: MasonryLayoutCalculator, meta: GridMeta
  ) {
    let narrowest = ad.size.width * (1 - meta.adMaxResizePercent / 100)
    var best = Double.infinity
    var count = 0
    var beside = 0.0
    for (offset, item) in items.enumerated() {
      beside += item.isAd ? 0 : item.ratio * ad.size.height
      guard offset >= max(place, 1) else { continue }
      let room = grid.room(for: offset + 1)
      guard room - narrowest >= Double(offset) * max(meta.itemMinWidth, 1) else { continue }
      let leftover = abs(room - ad.size.width - beside)
      if leftover < best { (best, count) = (leftover, offset + 1) }
    }
    if count == 0 {
      takeFirstAlone(in: grid)
      return
    }
    let others = Double(count - 1)
    let room = grid.room(for: count)
    let adWidth = min(ad.size.width, room - others * max(meta.itemMinWidth, 1))
    height = ad.size.height * (adWidth / ad.size.width)
    let natural = items.prefix(count).filter { !$0.isAd }.map { $0.ratio * height }
    widths = fill(room - adWidth, natural, least: max(meta.itemMinWidth, 1))
    widths.insert(adWidth, at: place)
  }

  /// Takes the first item where an ad leaves no room beside itself: media filling the row, or the
  /// ad as it is, made to fit.
  private mutating func takeFirstAlone(in grid: MasonryLayoutCalculator) {
    guard let first = items.first else { return }
    if first.isAd {
      let width = min(first.size.width, grid.containerWidth)
      widths = [width]
      height = first.size.height * (width / first.size.width)
    } else {
      widths = [grid.containerWidth]
      height = min(max(grid.containerWidth / first.ratio, grid.minRowHeight), grid.maxRowHeight)
    }
  }
}

extension MasonryLayoutCalculator {
  /// The width that so many items share.
  fileprivate func room(for count: Int) -> Double {
    containerWidth - Double(count - 1) * horizontalSpacing
  }
}

/// Shares room in proportion to natural widths, none below the least where the room allows it.
private func fill(_ room: Double, _ natural: [Double], least: Double) -> [Double] {
  let least = min(least, room / Double(natural.count))
  var isRaised = [Bool](repeating: false, count: natural.count)
  // Each round raises at least one more item, so there are at most as many rounds as items.
  while true {
    var free = room
    var sum = 0.0
    for (width, raised) in zip(natural, isRaised) {
      if raised { free -= least } else { sum += width }
    }
    let scale = free / sum
    let narrow = natural.indices.filter { !isRaised[$0] && natural[$0] * scale < least }
    if narrow.isEmpty || narrow.count == natural.count {
      return natural.indices.map { isRaised[$0] ? least : natural[$0] * scale }
    }
    for index in narrow { isRaised[index] = true }
  }
}
