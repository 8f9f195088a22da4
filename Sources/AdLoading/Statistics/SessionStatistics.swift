// SPDX-License-Identifier: MIT
public import AdModel

/// Counts the transitions of one session as they happen, as `simulate` and a live display want it.
public struct SessionStatistics: Sendable {
  private let isMeasured: Bool
  private var lives: [AdUnitID: AdLifecycle] = [:]
  private var counts = LoadStatistics()
  private var loaded = LoadedCount()

  /// Begins a session in which nothing is loaded.
  /// - Parameter isMeasured: Whether ``becomeViewable(_:)`` will be called for ads that are seen.
  public init(isMeasured: Bool) {
    self.isMeasured = isMeasured
  }

  /// Counts a transition.
  /// - Parameter transition: The next one in order of time.
  public mutating func count(_ transition: Transition) {
    loaded.set(transition.unit, becomes: transition.to)
    var life = lives[transition.unit] ?? AdLifecycle(isMeasured: isMeasured)
    switch transition.to {
    case .notLoaded: life.end(at: transition.time, into: &counts)
    case .fetched: life.fetch(at: transition.time, mode: transition.permit?.mode, into: &counts)
    case .displayed:
      life.display(
        at: transition.time, isVisible: transition.frame.overlaps(transition.viewport),
        into: &counts)
    case .unloaded: life.unload(at: transition.time, into: &counts)
    }
    lives[transition.unit] = life
  }

  /// Counts that a displayed ad became viewable.
  /// - Parameter unit: The ad unit.
  public mutating func becomeViewable(_ unit: AdUnitID) {
    lives[unit]?.becomeViewable(into: &counts)
  }

  /// Ends the lives of all ads at a time and counts.
  /// - Parameter time: The end, in milliseconds.
  /// - Returns: The statistics; this value can go on counting.
  /// - Complexity: O(n) in the ads.
  public func ended(at time: Int64) -> LoadStatistics {
    var result = counts
    for var life in lives.values { life.end(at: time, into: &result) }
    result.notePeak(loaded.peak)
    return result
  }
}
