// SPDX-License-Identifier: MIT
public import AdModel

/// The units of a page and the thresholds by which they are loaded.
public struct LoadingPlan: Hashable, Sendable {
  /// The units that may be loaded.
  public var served: Set<AdUnitID>
  /// The units that are paused or archived: they may be placed, and stay `notLoaded`.
  public var withheld: Set<AdUnitID>
  /// The units whose ads are video, which `PageViewability` measures by another rule.
  public var videoUnits: Set<AdUnitID>
  /// The page's distances and durations.
  public var thresholds: LoadingThresholds
  /// The percentages that the page's template gave, where it gave some.
  public var remoteThresholds: RemoteThresholds?
  /// The most ads that may be loaded at once, 1 to `greatestLoadedAds`.
  public var loadedAdsLimit: Int

  /// The ``loadedAdsLimit`` where nobody says another: each live web view is a process of some 70 MB.
  public static let standardLoadedAds = 8

  /// The largest value of ``loadedAdsLimit``.
  package static let greatestLoadedAds = 100

  /// Describes a page.
  ///
  /// An ad that is neither served nor withheld may be placed and is loaded like a served one: an
  /// app may show what the inventory does not have yet.
  public init(
    served: Set<AdUnitID> = [], withheld: Set<AdUnitID> = [],
    thresholds: LoadingThresholds = .standard, remoteThresholds: RemoteThresholds? = nil,
    loadedAdsLimit: Int = standardLoadedAds, videoUnits: Set<AdUnitID> = []
  ) {
    self.videoUnits = videoUnits
    self.loadedAdsLimit = loadedAdsLimit
    self.served = served
    self.withheld = withheld
    self.thresholds = thresholds
    self.remoteThresholds = remoteThresholds
  }

  /// What an engine under this plan has to be told to be under another.
  /// - Returns: The events, in an order that does not depend on chance.
  package func events(to other: LoadingPlan) -> [LoadingEvent] {
    var events: [LoadingEvent] = []
    if other.thresholds != thresholds { events.append(.thresholds(other.thresholds)) }
    if other.remoteThresholds != remoteThresholds {
      events.append(.remoteThresholds(other.remoteThresholds))
    }
    if other.loadedAdsLimit != loadedAdsLimit {
      events.append(.loadedAds(atMost: other.loadedAdsLimit))
    }
    events += other.withheld.subtracting(withheld).sorted().map { .hold($0, .unitPaused) }
    events += withheld.subtracting(other.withheld).sorted().map { .release($0) }
    return events
  }
}
