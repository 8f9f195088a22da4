// SPDX-License-Identifier: MIT
public import AdModel

/// Places pictures and ads in rows that fill a container's width.
///
/// Items keep their order. Pictures of a row share one height between ``minRowHeight`` and
/// ``maxRowHeight`` and keep their shapes where the limits allow it. A picture that is left alone
/// is not stretched to the width: it keeps its shape, unless that would break the least height or
/// the least width. An ad
/// * stands in the first or second place of its row, and no row has two;
/// * sets the row's height to its own, and keeps its size unless the items beside it would fall
///   below the least width: then it shrinks, in shape, by the permitted percentage at most;
/// * that leaves no room for others stands alone, never enlarged.
///
/// So it is with ``MasonryMethod/greedy`` and ``MasonryMethod/optimal``; ``MasonryMethod/seed`` has
/// the rules of Klipy's masonry grid, from which these come (its iOS demo's README, "Ad
/// Integration").
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
  /// How rows break.
  public let method: MasonryMethod

  /// Makes a calculator for one container.
  /// - Parameters:
  ///   - containerWidth: The width to be filled, in points, 1 to 100,000.
  ///   - horizontalSpacing: The space between items and between rows, in points, 0 or more; the
  ///     spaces of a full row must leave a point to each item.
  ///   - minRowHeight: The least height of a row without ad, in points, at least 1.
  ///   - maxRowHeight: The greatest height of a row without ad, in points, at most 100,000.
  ///   - maxItemsPerRow: How many items a row may hold, 1 to 100.
  ///   - method: How rows break.
  /// - Throws: `InvalidValue` that names the parameter out of range.
  public init(
    containerWidth: Double, horizontalSpacing: Double = 1, minRowHeight: Double = 50,
    maxRowHeight: Double = 180, maxItemsPerRow: Int = 4, method: MasonryMethod = .greedy
  ) throws(InvalidValue) {
    try checkRange("containerWidth", containerWidth, 1...100_000)
    try checkRange("maxItemsPerRow", Double(maxItemsPerRow), 1...100)
    try checkRange("minRowHeight", minRowHeight, 1...100_000)
    try checkRange("maxRowHeight", maxRowHeight, minRowHeight...100_000)
    let items = Double(maxItemsPerRow)
    let mostSpacing = max(0, (containerWidth - items) / max(items - 1, 1))
    try checkRange("horizontalSpacing", horizontalSpacing, 0...mostSpacing)
    self.containerWidth = containerWidth
    self.horizontalSpacing = horizontalSpacing
    self.minRowHeight = minRowHeight
    self.maxRowHeight = maxRowHeight
    self.maxItemsPerRow = maxItemsPerRow
    self.method = method
  }

  /// Places items in rows.
  /// - Parameters:
  ///   - items: The items in their order.
  ///   - meta: The least item width and the ads' leeway.
  /// - Returns: The rows from top to bottom; none for no items.
  /// - Throws: `InvalidValue` whose field is the item's side (`items[3].width`) or the number of
  ///   `meta` that no grid can hold, such as an ad wider than the container however far it shrinks.
  /// - Complexity: Linear in the number of items.
  public func rows(from items: [GridItem], meta: GridMeta) throws(InvalidValue) -> [RowLayout] {
    try check(items, meta)
    return place(items, meta: meta, from: 0, y: 0)
  }

  /// Places items that were checked.
  func place(_ items: [GridItem], meta: GridMeta, from firstIndex: Int, y: Double) -> [RowLayout] {
    let limits = MasonryLimits(
      containerWidth: containerWidth, spacing: horizontalSpacing, minRowHeight: minRowHeight,
      maxRowHeight: maxRowHeight, maxItemsPerRow: maxItemsPerRow, meta: meta)
    var placing = RowPlacing(items, from: firstIndex, y: y, in: limits)
    switch method {
    case .seed:
      while placing.next < items.count {
        placing.place(SeedRow(from: placing.next, of: items, in: limits))
      }
    case .greedy:
      for row in MasonryBreaks(greedily: items, in: limits).rows { placing.place(row) }
    case .optimal:
      for row in MasonryBreaks(optimally: items, in: limits).rows { placing.place(row) }
    }
    return placing.rows
  }

  /// The sides that an item may have.
  private static let sides = 0.001...1_000_000

  /// Refuses items and numbers that no grid can hold.
  func check(_ items: [GridItem], _ meta: GridMeta) throws(InvalidValue) {
    try checkRange("meta.itemMinWidth", meta.itemMinWidth, 0...containerWidth)
    try checkRange("meta.adMaxResizePercent", meta.adMaxResizePercent, 0...100)
    for (index, item) in items.enumerated() {
      // The name of the field is only made for the one that is wrong.
      if !Self.sides.contains(item.size.width) {
        try checkRange("items[\(index)].width", item.size.width, Self.sides)
      }
      if !Self.sides.contains(item.size.height) {
        try checkRange("items[\(index)].height", item.size.height, Self.sides)
      }
      guard item.isAd, method != .seed else { continue }
      let narrowest = item.size.width * (1 - meta.adMaxResizePercent / 100)
      // A hair for the rounding of the percentage.
      guard narrowest <= containerWidth * (1 + 1e-12) else {
        throw InvalidValue(
          .contradiction, field: "items[\(index)].width",
          reason: "is \(item.size.width.formatted), an ad that adMaxResizePercent lets shrink to "
            + "\(narrowest.formatted), wider than the container of \(containerWidth.formatted)")
      }
    }
  }
}
