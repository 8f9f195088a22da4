// SPDX-License-Identifier: MIT
package import AdLoading

/// The figures of some sessions, in numbers that add up.
struct SessionSum: Hashable, Sendable {
  private(set) var sessions = 0
  private(set) var fetches = 0
  private(set) var wastedFetches = 0
  private(set) var churn = 0
  private(set) var displays = 0
  private(set) var blankDisplays = 0
  private(set) var lateDisplays = 0
  private(set) var viewableImpressions = 0
  private(set) var peaks = 0
  /// How many times to ad lie in each class of ``edges``.
  private(set) var times = Array(repeating: 0, count: edges.count + 1)

  /// The upper ends of the classes of times to ad, in milliseconds: 0, then an eighth more each.
  private static let edges: [Double] = {
    var edges = [0.0, 10]
    while let last = edges.last, last < 60_000 { edges.append(last * 1.125) }
    return edges
  }()

  /// Adds a session, or several that were counted together.
  mutating func add(_ statistics: LoadStatistics, sessions count: Int = 1) {
    sessions += count
    fetches += statistics.fetches
    wastedFetches += statistics.wastedFetches
    churn += statistics.churn
    displays += statistics.displays
    blankDisplays += statistics.blankDisplays
    lateDisplays += statistics.lateDisplays
    viewableImpressions += statistics.viewableImpressions
    peaks += statistics.peakLoaded ?? 0
    for time in statistics.timesToAd {
      var (low, high) = (0, Self.edges.count)
      while low < high {
        let middle = (low + high) / 2
        if Double(time) <= Self.edges[middle] { high = middle } else { low = middle + 1 }
      }
      times[low] += 1
    }
  }

  /// Adds other sessions, as if each were there so many times.
  mutating func add(_ other: SessionSum, times count: Int = 1) {
    sessions += other.sessions * count
    fetches += other.fetches * count
    wastedFetches += other.wastedFetches * count
    churn += other.churn * count
    displays += other.displays * count
    blankDisplays += other.blankDisplays * count
    lateDisplays += other.lateDisplays * count
    viewableImpressions += other.viewableImpressions * count
    peaks += other.peaks * count
    for place in times.indices { times[place] += other.times[place] * count }
  }

  /// The time to ad that a share of the ads did not exceed, within its class by proportion; not a
  /// number where none came.
  func timeToAd(_ share: Double) -> Double {
    let wanted = share * Double(times.reduce(0, +))
    guard wanted > 0 else { return .nan }
    var sum = 0.0
    for (place, count) in times.enumerated() where count > 0 {
      let next = sum + Double(count)
      if next >= wanted {
        let low = place == 0 ? 0 : Self.edges[place - 1]
        let high = place < Self.edges.count ? Self.edges[place] : low
        return low + (high - low) * (wanted - sum) / Double(count)
      }
      sum = next
    }
    return .nan
  }
}

/// The sessions of one side of a comparison, shared out into parts that are drawn.
package struct SessionSums: Hashable, Sendable {
  private(set) var parts: [SessionSum] = []
  /// How many sessions there are.
  package private(set) var sessions = 0

  /// Begins without any.
  package init() {}

  /// Adds a session.
  package mutating func add(_ session: LoadStatistics) {
    let part = sessions % Bootstrap.parts
    if part == parts.count { parts.append(SessionSum()) }
    parts[part].add(session)
    sessions += 1
  }

  /// All of them, each part so many times.
  func total(_ times: [Int]? = nil) -> SessionSum {
    var total = SessionSum()
    for (place, part) in parts.enumerated() { total.add(part, times: times?[place] ?? 1) }
    return total
  }
}
