// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// Adds up the events of many ads in many sessions in one pass.
///
/// Events come ad by ad, each in one session, and within it by time: so only one life is in memory at
/// a time.
struct StatisticsFold {
  /// The counts, by group.
  private(set) var groups: [LoadStatistics] = []
  private var group = -1
  private var end: Int64 = 0
  private var life = AdLifecycle(isMeasured: false)

  /// Makes room for another group and returns its number.
  mutating func addGroup() -> Int {
    groups.append(LoadStatistics())
    return groups.count - 1
  }

  /// Begins the life of an ad in a session that ends at a time.
  mutating func begin(group: Int, end: Int64, isMeasured: Bool) {
    endLife()
    self.group = group
    self.end = end
    life = AdLifecycle(isMeasured: isMeasured)
  }

  /// Ends the life that was begun, when its session ended.
  mutating func endLife() {
    guard group >= 0 else { return }
    life.end(at: end, into: &groups[group])
    group = -1
  }

  mutating func append(_ kind: TransitionKind, at time: Int64) {
    switch kind.to {
    case .notLoaded: life.end(at: time, into: &groups[group])
    case .fetched: life.fetch(at: time, mode: kind.mode, into: &groups[group])
    case .displayed: life.display(at: time, isVisible: kind.isVisible, into: &groups[group])
    case .unloaded: life.unload(at: time, into: &groups[group])
    }
  }

  mutating func append(_ event: AdEvent, at time: Int64) {
    life.count(event, at: time, into: &groups[group])
  }

  mutating func notePeak(_ loaded: Int, of group: Int) { groups[group].notePeak(loaded) }

  /// Adds the counts of a group of another pass, whose lives have ended.
  mutating func add(_ other: LoadStatistics, to group: Int) { groups[group].add(other) }
}
