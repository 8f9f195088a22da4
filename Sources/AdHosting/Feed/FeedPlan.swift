// SPDX-License-Identifier: MIT
public import AdLayout
public import AdModel

/// What an app's own feed shows between its items: banners of an ad SDK, from a pool.
///
/// Where ads stand among the items is the page's `feedPattern`.
public struct FeedPlan: Sendable {
  let pool: BannerPool

  /// Describes a feed.
  /// - Parameters:
  ///   - unit: The ad unit that all banners show, at most 100 bytes long.
  ///   - banners: How many banners are kept loaded ahead, 1 to 100.
  ///   - timing: How long ads are valid and when they are refreshed.
  /// - Throws: `InvalidValue` for a count or a length out of range.
  public init(
    unit: AdUnitID, banners: Int = 3, timing: BannerTiming = .standard
  ) throws(InvalidValue) {
    pool = try BannerPool(unit: unit, count: banners, timing: timing)
  }
}
