// SPDX-License-Identifier: MIT
public import AdModel

/// Places pictures and ads in rows that fill a container's width exactly.
///
/// Items keep their order. A row takes as many of the next ``maxItemsPerRow`` items as fit the
/// width best at a whole height between ``minRowHeight`` and ``maxRowHeight``, two at least where
/// there are two; what is left over is shared in proportion to the items' widths. An ad
/// * stands in the first or second place of its row: one further on cuts the row to two items, and
///   a second ad begins another row;
/// * sets the row's height to its own, and keeps its width unless the items beside it would fall
///   below the least width: then it shrinks, in shape, by the permitted percentage at most;
/// * that leaves no room for others stands alone, never stretched, and shrunk only to the container.
///
/// The rules are those of Klipy's masonry grid (its iOS demo's README, "Ad Integration").
public struct MasonryLayoutCalculator: Hashable, Sendable {
  /// The width to be filled, in points.
  public let containerWidth: Double
  /// The space between items and between rows, in points.
  public let horizontalSpacing: Double
  /// The least height of a row without ad, in points.
  public let minRowHeight: Double
  /// The greatest height of a row without ad, in points.
  public let maxRowHeight: Double
  /// How many items a row may hold.
  public let maxItemsPerRow: Int

  /// Makes a calculator for one container.
  /// - Parameters:
  ///   - containerWidth: The width to be filled, in points, 1 to 100,000.
  ///   - horizontalSpacing: The space between items and between rows, in points, 0 or more; the
  ///     spaces of a full row must leave a point to each item.
  ///   - minRowHeight: The least height of a row without ad, in points, at least 1.
  ///   - maxRowHeight: The greatest height of a row without ad, in points, at most 100,000.
  ///   - maxItemsPerRow: How many items a row may hold, 1 to 100.
  /// - Throws: `InvalidValue` that names the number out of range.
  public init(
    containerWidth: Double, horizontalSpacing: Double = 1, minRowHeight: Double = 50,
    maxRowHeight: Double = 180, maxItemsPerRow: Int = 4
  ) throws(InvalidValue) {
    try checkRange("container width", containerWidth, 1...100_000)
    try checkRange("most items per row", Double(maxItemsPerRow), 1...100)
    try checkRange("least row height", minRowHeight, 1...100_000)
    try checkRange("greatest row height", maxRowHeight, minRowHeight...100_000)
    let items = Double(maxItemsPerRow)
    let mostSpacing = max(0, (containerWidth - items) / max(items - 1, 1))
    try checkRange("spacing", horizontalSpacing, 0...mostSpacing)
    self.containerWidth = containerWidth
    self.horizontalSpacing = horizontalSpacing
    self.minRowHeight = minRowHeight
    self.maxRowHeight = maxRowHeight
    self.maxItemsPerRow = maxItemsPerRow
  }

  /// Places items in rows.
  ///
  /// When items are appended to a list, a row that had ``maxItemsPerRow`` items to choose from
  /// stays as it was, so that a page loaded later moves only the last rows.
  /// - Parameters:
  ///   - items: The items in their order.
  ///   - meta: The least item width and the ads' leeway.
  /// - Returns: The rows from top to bottom; none for no items.
  /// - Throws: `InvalidValue` that names the item, or the number of `meta`, out of range.
  /// - Complexity: Linear in the number of items.
  public func rows(from items: [GridItem], meta: GridMeta) throws(InvalidValue) -> [RowLayout] {
    try checkRange("least item width", meta.itemMinWidth, 0...containerWidth)
    try checkRange("greatest resize of an ad in percent", meta.adMaxResizePercent, 0...100)
    for (index, item) in items.enumerated() {
      try checkRange("width of item \(index)", item.size.width, Self.sides)
      try checkRange("height of item \(index)", item.size.height, Self.sides)
    }
    var rows: [RowLayout] = []
    var next = 0
    var y = 0.0
    while next < items.count {
      let candidates = candidates(items[next...])
      let row = MasonryRow(candidates, in: self, meta: meta)
      rows.append(row.layout(from: next, y: y, spacing: horizontalSpacing))
      next += row.widths.count
      y += row.height + horizontalSpacing
    }
    return rows
  }

  /// The sides that an item may have.
  private static let sides = 0.001...1_000_000

  /// The items that the next row may choose from: at most one ad, in the first two places.
  private func candidates(_ rest: ArraySlice<GridItem>) -> ArraySlice<GridItem> {
    let window = rest.prefix(maxItemsPerRow)
    guard let ad = window.firstIndex(where: \.isAd) else { return window }
    if ad - window.startIndex > 1 { return window.prefix(2) }
    let second = window[(ad + 1)...].firstIndex(where: \.isAd) ?? window.endIndex
    return window[..<second]
  }
}
