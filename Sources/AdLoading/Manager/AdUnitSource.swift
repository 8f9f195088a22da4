// SPDX-License-Identifier: MIT
public import AdModel

/// Where a ``LazyLoadingManager`` learns what stands on a page; the store is one.
public protocol AdUnitSource {
  /// The units of a page and the thresholds that hold there, as of one moment.
  /// - Parameter page: The page.
  /// - Returns: The plan of the page.
  /// - Throws: The source's own errors, for example that there is no such page.
  func loadingPlan(of page: PageID) throws -> LoadingPlan
}

/// The units of a page and the thresholds by which they are loaded.
public struct LoadingPlan: Hashable, Sendable {
  /// The units that may be loaded.
  public var served: Set<AdUnitID>
  /// The units that are paused or archived: they may be placed, and stay `notLoaded`.
  public var withheld: Set<AdUnitID>
  /// The page's distances and durations.
  public var thresholds: LoadingThresholds
  /// The percentages that the page's template gave, where it gave some.
  public var remoteThresholds: RemoteThresholds?

  /// Describes a page.
  ///
  /// An ad that is neither served nor withheld may be placed and is loaded like a served one: an
  /// app may show what the inventory does not have yet.
  public init(
    served: Set<AdUnitID> = [], withheld: Set<AdUnitID> = [],
    thresholds: LoadingThresholds = .standard, remoteThresholds: RemoteThresholds? = nil
  ) {
    self.served = served
    self.withheld = withheld
    self.thresholds = thresholds
    self.remoteThresholds = remoteThresholds
  }
}
