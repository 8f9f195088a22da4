// SPDX-License-Identifier: MIT
public import AdModel

/// Where one item of a grid stands.
public struct GridItemLayout: Hashable, Sendable {
  /// The item's place in the list that was laid out.
  public let index: Int
  /// Whether it is an ad.
  public let isAd: Bool
  /// Its place in the grid, in points from the grid's top left.
  public let frame: AdRect
}

/// A row of a grid: items side by side at one height.
public struct RowLayout: Hashable, Sendable {
  /// The items from left to right; never empty.
  public let items: [GridItemLayout]
  /// The distance of the row from the grid's top, in points.
  public let y: Double
  /// The height of the row and of every item in it, in points.
  public let height: Double
}
