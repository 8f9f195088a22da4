// SPDX-License-Identifier: MIT
public import AdModel

/// What a run of transitions cost and gave, counted as they come.
public struct LoadTally: Hashable, Sendable {
  /// A fetch this soon after an unload of the same unit is churn, in milliseconds.
  public static let churnWindow: Int64 = 30_000

  /// How many ads were fetched.
  public private(set) var fetches = 0
  /// How many of them were displayed.
  public private(set) var displays = 0
  /// How many were already in the viewport when they were displayed.
  public private(set) var lateDisplays = 0
  /// How many were unloaded.
  public private(set) var unloads = 0
  /// How many fetches came within ``churnWindow`` of the unit's last unload.
  public private(set) var churn = 0
  /// The most ads loaded at once.
  public private(set) var peakLoaded = 0

  private var loaded: Set<AdUnitID> = []
  private var unloadedAt: [AdUnitID: Int64] = [:]

  /// Makes an empty tally.
  public init() {}

  /// How many fetches were never displayed, so far.
  public var wastedFetches: Int { fetches - displays }

  /// Counts a transition; they come in order of time.
  /// - Parameter change: The next transition.
  public mutating func count(_ change: Transition) {
    switch change.to {
    case .notLoaded: break
    case .fetched:
      fetches += 1
      loaded.insert(change.unit)
      peakLoaded = max(peakLoaded, loaded.count)
      if let unloaded = unloadedAt[change.unit], change.time - unloaded <= Self.churnWindow {
        churn += 1
      }
    case .displayed:
      displays += 1
      if change.frame.overlaps(change.viewport) { lateDisplays += 1 }
    case .unloaded:
      unloads += 1
      loaded.remove(change.unit)
      unloadedAt[change.unit] = change.time
    }
  }

  /// Counts that an ad's view is gone, whatever its state was.
  /// - Parameter unit: The ad unit.
  public mutating func countRemoval(of unit: AdUnitID) { loaded.remove(unit) }
}
