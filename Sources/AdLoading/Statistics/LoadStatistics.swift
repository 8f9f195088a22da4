// SPDX-License-Identifier: MIT
import AdModel

/// Counts of loads: how many, how fast, how many for nothing.
///
/// Filled by ``AdLifecycle``, one for each ad of a session. Counts of several ads, sessions or days add
/// up with ``add(_:)``.
public struct LoadStatistics: Hashable, Sendable {
  /// How soon an unloaded ad must be fetched again to count as churn: 30,000 milliseconds.
  ///
  /// Source: Google Publisher Policies; refreshing an ad sooner is not allowed.
  package static let churnWindow: Int64 = 30_000

  /// How many times an ad was fetched.
  public internal(set) var fetches = 0
  /// How many of the fetches came personalized; a fetch whose mode is not known is in none of the
  /// three.
  public internal(set) var personalizedFetches = 0
  /// How many of the fetches came not personalized.
  public internal(set) var nonPersonalizedFetches = 0
  /// How many of the fetches came limited.
  public internal(set) var limitedFetches = 0
  /// How many times an ad was displayed.
  public internal(set) var displays = 0
  /// How many times an ad was unloaded.
  public internal(set) var unloads = 0
  /// How many fetches were given back, or stood at the end, without having been displayed.
  public internal(set) var wastedFetches = 0
  /// How many fetches came within ``churnWindow`` after the same ad was unloaded.
  public internal(set) var churn = 0
  /// How many ads were visible already when they were displayed: a person saw them missing.
  public internal(set) var lateDisplays = 0
  /// How long ads were displayed, added up, in milliseconds.
  public internal(set) var timeDisplayed: Int64 = 0
  /// How many displays were in sessions that measured viewability.
  public internal(set) var measuredDisplays = 0
  /// How many of the measured displays became viewable.
  public internal(set) var viewableDisplays = 0
  /// The most ads that were loaded at once in one session; `nil` where nobody counted.
  public internal(set) var peakLoaded: Int?
  /// Milliseconds from fetch to display, in no order.
  package var latencies: [Int32] = []

  /// Makes empty statistics.
  public init() {}

  /// The estimated share of measured displays that became viewable, from 0 to 1; `nil` where none
  /// was measured.
  ///
  /// An estimate, for only an accredited vendor counts officially.
  public var estimatedViewableRate: Double? {
    measuredDisplays == 0 ? nil : Double(viewableDisplays) / Double(measuredDisplays)
  }

  /// The share of fetches that were wasted, from 0 to 1; `nil` where nothing was loaded.
  public var wastedRate: Double? { fetches == 0 ? nil : Double(wastedFetches) / Double(fetches) }

  /// The least latency from fetch to display that a share of the displays did not exceed, by the
  /// nearest-rank method.
  /// - Parameter percents: The shares, each above 0 and at most 100, for example `[50, 95, 99]`.
  /// - Returns: One latency in milliseconds for each share; empty where nothing was displayed.
  /// - Complexity: O(n log n) in the displays.
  public func latencyPercentiles(_ percents: [Double]) -> [Int64] {
    guard !latencies.isEmpty else { return [] }
    let sorted = latencies.sorted()
    return percents.map { percent in
      let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
      return Int64(sorted[min(max(Int(rank), 1), sorted.count) - 1])
    }
  }

  /// How many displays came within each of some latencies, and not within the one before it; the
  /// last number is that of those beyond all.
  /// - Parameter edges: The latencies in milliseconds, ascending.
  /// - Returns: One number more than there are edges.
  /// - Complexity: O(n · edges) in the displays.
  package func latencyCounts(upTo edges: [Int64]) -> [Int] {
    var counts = Array(repeating: 0, count: edges.count + 1)
    for latency in latencies {
      counts[edges.firstIndex { Int64(latency) <= $0 } ?? edges.count] += 1
    }
    return counts
  }

  /// Counts a fetch.
  mutating func countFetch(_ mode: ServingMode?) {
    fetches += 1
    switch mode {
    case .personalized: personalizedFetches += 1
    case .nonPersonalized: nonPersonalizedFetches += 1
    case .limited: limitedFetches += 1
    case nil: break
    }
  }

  /// Adds the counts of other ads, sessions or days; of the peaks, the higher one stays.
  package mutating func add(_ other: LoadStatistics) {
    fetches += other.fetches
    personalizedFetches += other.personalizedFetches
    nonPersonalizedFetches += other.nonPersonalizedFetches
    limitedFetches += other.limitedFetches
    displays += other.displays
    unloads += other.unloads
    wastedFetches += other.wastedFetches
    churn += other.churn
    lateDisplays += other.lateDisplays
    timeDisplayed += other.timeDisplayed
    measuredDisplays += other.measuredDisplays
    viewableDisplays += other.viewableDisplays
    latencies += other.latencies
    if let peak = other.peakLoaded { notePeak(peak) }
  }

  /// Keeps a peak where it is the highest so far.
  /// - Parameter loaded: How many ads were loaded at once in one session.
  package mutating func notePeak(_ loaded: Int) {
    peakLoaded = max(peakLoaded ?? 0, loaded)
  }
}
