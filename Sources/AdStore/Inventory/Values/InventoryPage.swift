// SPDX-License-Identifier: MIT
public import AdModel

/// A page of the inventory with what the lazy-loading manager needs to know about it.
public struct InventoryPage: Hashable, Identifiable, Sendable {
  /// The page's name.
  public var id: PageID
  /// How far from the viewport its ads are fetched, displayed and unloaded.
  public var thresholds: LoadingThresholds
  /// Distances in percent of the viewport's height, which win over ``thresholds`` where they are set.
  public var remote: RemoteThresholds?
  /// Where ads stand among its entries, where it is a feed.
  public var feedPattern: FeedPattern
  /// How many web views may live at once, 1 to 100; nil leaves that to the settings.
  public var liveViews: Int?
  /// What becomes of a slot for which there is no ad; nil leaves that to the settings.
  public var noFill: NoFillBehavior?

  /// Describes a page; what is not named has the seeds' default.
  public init(
    id: PageID, thresholds: LoadingThresholds = .standard, remote: RemoteThresholds? = nil,
    feedPattern: FeedPattern = .standard, liveViews: Int? = nil,
    noFill: NoFillBehavior? = nil
  ) {
    self.id = id
    self.thresholds = thresholds
    self.remote = remote
    self.feedPattern = feedPattern
    self.liveViews = liveViews
    self.noFill = noFill
  }
}
