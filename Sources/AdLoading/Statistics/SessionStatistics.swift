// SPDX-License-Identifier: MIT
package import AdModel

/// Counts the transitions of one session as they happen, as `simulate` and a live display want it.
package struct SessionStatistics: Sendable {
  private let isMeasured: Bool
  private var lives: [AdUnitID: AdLifecycle] = [:]
  private var counts = LoadStatistics()
  private var loaded = LoadedCount()

  /// Begins a session in which nothing is loaded.
  /// - Parameter isMeasured: Whether ``count(_:of:at:)`` will be called for what becomes of ads.
  package init(isMeasured: Bool) {
    self.isMeasured = isMeasured
  }

  /// Counts a transition.
  /// - Parameter transition: The next one in order of time.
  package mutating func count(_ transition: LoadTransition) {
    var life = lives[transition.unit] ?? AdLifecycle(isMeasured: isMeasured)
    loaded.count(transition.to, wasLoaded: life.isLoaded)
    life.count(transition, into: &counts)
    lives[transition.unit] = life
  }

  /// Counts what became of a loaded ad.
  /// - Parameter time: When, in milliseconds.
  package mutating func count(_ event: AdEvent, of unit: AdUnitID, at time: Int64) {
    lives[unit]?.count(event, at: time, into: &counts)
  }

  /// Ends the lives of all ads at a time and counts.
  /// - Parameter time: The end, in milliseconds.
  /// - Returns: The statistics; this value can go on counting.
  /// - Complexity: O(n) in the ads.
  package func ended(at time: Int64) -> LoadStatistics {
    var result = counts
    for var life in lives.values { life.end(at: time, into: &result) }
    result.notePeak(loaded.peak)
    return result
  }
}
