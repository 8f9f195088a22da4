// SPDX-License-Identifier: MIT
public import AdModel

/// The least and greatest size of an ad that a layout can place, in points.
public struct AdSizeRange: Hashable, Sendable {
  /// The narrowest and lowest ad.
  public let least: CreativeSize
  /// The widest and highest ad.
  public let greatest: CreativeSize

  /// Sets the range.
  /// - Parameters:
  ///   - least: The narrowest and lowest ad, in points, 50 by 50 by default.
  ///   - greatest: The widest and highest ad, in points, none below the least; Klipy's own grids
  ///     ask for the container's width less 20 points, by 200 points.
  /// - Throws: `InvalidValue` for a side that is not within 1 to 100,000, or a greatest side below
  ///   the least.
  public init(
    least: CreativeSize = CreativeSize(width: 50, height: 50), greatest: CreativeSize
  ) throws(InvalidValue) {
    try checkRange("least ad width", least.width, 1...100_000)
    try checkRange("least ad height", least.height, 1...100_000)
    try checkRange("greatest ad width", greatest.width, least.width...100_000)
    try checkRange("greatest ad height", greatest.height, least.height...100_000)
    self.least = least
    self.greatest = greatest
  }

  /// The four required parameters, in whole points that stay within the range.
  var parameters: [AdRequestParameter] {
    [
      .init("ad-min-width", least.width.rounded(.up).formatted),
      .init("ad-max-width", greatest.width.rounded(.down).formatted),
      .init("ad-min-height", least.height.rounded(.up).formatted),
      .init("ad-max-height", greatest.height.rounded(.down).formatted),
    ]
  }
}
