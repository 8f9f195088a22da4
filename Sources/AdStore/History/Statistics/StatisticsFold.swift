// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// Adds up the events of many ads in many sessions in one pass.
///
/// Events come sorted by an outer key, the unit or the session, and within it by time; the inner key
/// is the other one. A change of the outer key ends the lives that it held, so only one unit's or
/// one session's ads are in memory at a time. Both keys are small numbers without gaps, so that
/// nothing has to be hashed.
struct StatisticsFold {
  /// One ad in one session, while its events come.
  private struct Entry {
    let inner: Int
    let group: Int
    let end: Int64
    var life: AdLifecycle
  }

  /// The counts, by group.
  private(set) var groups: [LoadStatistics] = []
  private var entries: [Entry] = []
  /// By inner key: the place in `entries`, or -1.
  private var places: [Int32] = []
  private var outer = -1
  private var current = -1

  /// Makes room for another group and returns its number.
  mutating func addGroup() -> Int {
    groups.append(LoadStatistics())
    return groups.count - 1
  }

  /// Turns to the ad of the next event; false where it is new and has to `begin`.
  mutating func turn(outer: Int, inner: Int) -> Bool {
    if outer != self.outer {
      endLives()
      self.outer = outer
    } else if entries[current].inner == inner {
      // Events of one ad in one session mostly follow one another.
      return true
    }
    guard inner < places.count, places[inner] >= 0 else { return false }
    current = Int(places[inner])
    return true
  }

  /// Begins the life of the ad that `turn` found to be new.
  mutating func begin(inner: Int, group: Int, end: Int64, isMeasured: Bool) {
    current = entries.count
    while places.count <= inner { places.append(-1) }
    places[inner] = Int32(current)
    entries.append(
      Entry(inner: inner, group: group, end: end, life: AdLifecycle(isMeasured: isMeasured)))
  }

  mutating func fetch(at time: Int64, mode: ServingMode?) {
    entries[current].life.fetch(at: time, mode: mode, into: &groups[entries[current].group])
  }

  mutating func display(at time: Int64, isVisible: Bool) {
    entries[current].life.display(
      at: time, isVisible: isVisible, into: &groups[entries[current].group])
  }

  mutating func becomeViewable() {
    entries[current].life.becomeViewable(into: &groups[entries[current].group])
  }

  mutating func unload(at time: Int64) {
    entries[current].life.unload(at: time, into: &groups[entries[current].group])
  }

  /// Ends a life: the ad's view is gone.
  mutating func end(at time: Int64) {
    entries[current].life.end(at: time, into: &groups[entries[current].group])
  }

  mutating func notePeak(_ loaded: Int, of group: Int) { groups[group].notePeak(loaded) }

  /// Ends the lives that have begun, each when its session ended.
  mutating func endLives() {
    for var entry in entries {
      entry.life.end(at: entry.end, into: &groups[entry.group])
      places[entry.inner] = -1
    }
    entries.removeAll(keepingCapacity: true)
    outer = -1
  }

  /// Adds the counts of another pass.
  /// - Parameters:
  ///   - other: The other pass, whose lives have ended.
  ///   - apart: Whether its groups are others than these; otherwise they have the same numbers.
  mutating func add(_ other: StatisticsFold, apart: Bool) {
    guard !apart else {
      groups += other.groups
      return
    }
    for group in groups.indices { groups[group].add(other.groups[group]) }
  }
}
