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
  /// How many times wider or higher it is than its own shape: 1 where the shape is kept.
  public let distortion: Double
  /// How much narrower than delivered an ad is, in percent; 0 for media, whose size is free.
  public let shrinkPercent: Double
}

/// A row of a grid: items side by side at one height.
public struct RowLayout: Hashable, Sendable {
  /// The items from left to right; never empty.
  public let items: [GridItemLayout]
  /// The distance of the row from the grid's top, in points.
  public let y: Double
  /// The height of the row, in points.
  public let height: Double
  /// What a layout keeps small: how far the items' distortions are above 1, added up.
  ///
  /// An ad that was shrunk counts as though it had been distorted as much, and an item that stands
  /// alone counts the width that it leaves empty as though it had been stretched over it.
  public let distortion: Double
  /// The faults of the row; only ``MasonryMethod/seed`` makes such rows.
  public let faults: [RowFault]
}

/// What the rules of ``MasonryMethod/seed`` did to a row that no row should suffer.
/// Cases may be added: `switch` over it with a `default`.
public enum RowFault: Hashable, Sendable, CustomStringConvertible {
  /// The row is wider than its container, by so many points.
  case overflow(points: Double)
  /// A row of ads, which are not stretched, leaves so many points empty; the ad is the row's first.
  case gap(points: Double, ad: Int)
  /// An item, by its place in the list, is no wider or no higher than nothing.
  case noSide(item: Int)

  /// The fault in a few words, with hundredths of points.
  public var description: String {
    switch self {
    case .overflow(let points): "\(Self.words(points)) wider than the container"
    case .gap(let points, let ad):
      "\(Self.words(points)) empty: ad \(ad) is not stretched"
    case .noSide(let item): "item \(item) has a side of nothing"
    }
  }

  private static func words(_ points: Double) -> String {
    ((points * 100).rounded() / 100).inPoints
  }
}
