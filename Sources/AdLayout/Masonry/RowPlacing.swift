// SPDX-License-Identifier: MIT
import AdModel

/// Puts decided rows below each other, and says of each what became of its items.
struct RowPlacing {
  private(set) var rows: [RowLayout] = []
  /// The item that the next row begins with.
  private(set) var next = 0
  private var y: Double
  private let items: [GridItem]
  private let limits: MasonryLimits
  private let firstIndex: Int

  /// Begins below what stands already.
  /// - Parameters:
  ///   - firstIndex: The place of the first of them in the whole list.
  ///   - y: Where the first row stands.
  ///   - limits: What the rows keep to.
  init(_ items: [GridItem], from firstIndex: Int, y: Double, in limits: MasonryLimits) {
    self.items = items
    self.firstIndex = firstIndex
    self.y = y
    self.limits = limits
  }

  mutating func place(_ row: MasonryBreaks.Row) {
    let fit = row.fit
    let sizes = items[row.first..<row.first + row.count].map { item in
      let width =
        item.isAd
        ? item.size.width * fit.adScale
        : max(item.ratio * fit.widthPerRatio, limits.leastWidth)
      return CreativeSize(width: width, height: fit.height)
    }
    place(sizes, height: fit.height, faults: [])
  }

  mutating func place(_ row: SeedRow) {
    place(row.sizes, height: row.height, faults: faults(of: row))
  }

  private mutating func place(_ sizes: [CreativeSize], height: Double, faults: [RowFault]) {
    var x = 0.0
    var distortion = 0.0
    var placed: [GridItemLayout] = []
    placed.reserveCapacity(sizes.count)
    for (offset, size) in sizes.enumerated() {
      let item = items[next + offset]
      let frame = AdRect(x: x, y: y, width: size.width, height: size.height)
      let isDrawn = size.width > 0 && size.height > 0
      let shape = isDrawn ? shapeFactor(size.width / size.height, item.ratio) : .infinity
      let scale = size.width / item.size.width
      placed.append(
        GridItemLayout(
          index: firstIndex + next + offset, isAd: item.isAd, frame: frame, distortion: shape,
          shrinkPercent: item.isAd ? max(0, 1 - scale) * 100 : 0))
      let shrunk = item.isAd && isDrawn ? max(1, 1 / scale) : 1
      let empty = sizes.count == 1 && isDrawn ? max(1, limits.containerWidth / size.width) : 1
      distortion += shape * shrunk * empty - 1
      x += size.width + limits.spacing
    }
    rows.append(
      RowLayout(items: placed, y: y, height: height, distortion: distortion, faults: faults))
    next += sizes.count
    y += height + limits.spacing
  }

  private func faults(of row: SeedRow) -> [RowFault] {
    var faults: [RowFault] = []
    let sum = row.sizes.reduce(0) { $0 + $1.width }
    let missing = limits.room(for: row.sizes.count) - sum
    // Less than this is the rounding of sums.
    let rounding = 1e-6 * limits.containerWidth
    if missing < -rounding { faults.append(.overflow(points: -missing)) }
    if missing > rounding, row.sizes.count > 1 {
      faults.append(.gap(points: missing, ad: firstIndex + next))
    }
    for (offset, size) in row.sizes.enumerated() where !(size.width > 0 && size.height > 0) {
      faults.append(.noSide(item: firstIndex + next + offset))
    }
    return faults
  }
}
