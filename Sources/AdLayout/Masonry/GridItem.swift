// SPDX-License-Identifier: MIT
public import AdModel

/// What a grid is asked to place: a picture, a clip or an ad, by its own size.
public struct GridItem: Hashable, Sendable {
  /// The size as delivered, in points for an ad and in any unit for media, whose shape alone counts.
  public let size: CreativeSize
  /// Whether this is an ad, which keeps its shape and is never enlarged.
  public let isAd: Bool

  /// Describes an item; the layout checks its size.
  public init(size: CreativeSize, isAd: Bool = false) {
    self.size = size
    self.isAd = isAd
  }

  /// Width per height.
  var ratio: Double { size.width / size.height }
}

/// What the server of a page of items says about its layout.
public struct GridMeta: Hashable, Sendable {
  /// The narrowest that an item may become, in points.
  public let itemMinWidth: Double
  /// How much narrower than delivered an ad may become, in percent, 0 to 100.
  public let adMaxResizePercent: Double

  /// Describes a page of items; the layout checks the numbers.
  ///
  /// The two numbers stand beside each other in Klipy's `meta` and are easily exchanged: 50 points
  /// and 20 percent are usual.
  public init(itemMinWidth: Double, adMaxResizePercent: Double) {
    self.itemMinWidth = itemMinWidth
    self.adMaxResizePercent = adMaxResizePercent
  }
}
