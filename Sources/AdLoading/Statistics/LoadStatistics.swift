// SPDX-License-Identifier: MIT
import AdModel

/// Counts of loads: how many, how fast, how many for nothing.
///
/// Filled by `AdLifecycle`, one for each ad of a session. Counts of several ads, sessions or days add
/// up with `add(_:)`.
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
  /// How many fetches nobody saw anything of: their creatives were never on the screen. Where nobody
  /// measured that, those that were not displayed.
  public internal(set) var wastedFetches = 0
  /// How many fetches came within `churnWindow` after the same ad was unloaded.
  public internal(set) var churn = 0
  /// How many ads a person saw missing: their places were on the screen before them. Where nobody
  /// measured that, those whose places were as they were displayed.
  public internal(set) var lateDisplays = 0
  /// How long creatives were there, added up, in milliseconds. Where nobody measured that, how long
  /// ads were displayed.
  public internal(set) var timeDisplayed: Int64 = 0
  /// How many creatives were there, in sessions that measured it.
  public internal(set) var impressions = 0
  /// How many displays ended without a creative, in sessions that measured it.
  public internal(set) var blankDisplays = 0
  /// How many of the impressions became viewable.
  public internal(set) var viewableImpressions = 0
  /// The most ads that were loaded at once in one session; `nil` where nobody counted.
  public internal(set) var peakLoaded: Int?
  /// Milliseconds from fetch to display, in no order.
  package var leadTimes: [Int32] = []
  /// For how many milliseconds a place was on the screen before its ad, in no order.
  package var timesToAd: [Int32] = []
  /// For how many milliseconds places were on the screen of loads of which nobody saw anything, added up.
  package var timeMissed: Int64 = 0

  /// Makes empty statistics.
  public init() {}

  /// The estimated share of impressions that became viewable, from 0 to 1; `nil` where there was
  /// none.
  ///
  /// An estimate, for only an accredited vendor counts officially.
  public var estimatedViewableRate: Double? {
    impressions == 0 ? nil : Double(viewableImpressions) / Double(impressions)
  }

  /// The share of fetches that were wasted, from 0 to 1; `nil` where nothing was loaded.
  public var wastedRate: Double? { fetches == 0 ? nil : Double(wastedFetches) / Double(fetches) }

  /// The least lead time, from fetch to display zone, that a share of the displays did not exceed, by
  /// the nearest-rank method. It is how early ads were asked for: more is better, so that the share
  /// of 5 says what 95 of 100 displays had at least.
  /// - Parameter percents: The shares, each above 0 and at most 100, for example `[5, 50]`.
  /// - Returns: One time in milliseconds for each share; empty where nothing was displayed.
  /// - Complexity: O(n log n) in the displays.
  public func leadTimePercentiles(_ percents: [Double]) -> [Int64] {
    Self.percentiles(percents, of: leadTimes)
  }

  /// The least time to ad, from the moment its place was on the screen until its creative was there,
  /// that a share of the ads that came on screen did not exceed, by the nearest-rank method; 0 where
  /// the creative was there first.
  /// - Parameter percents: The shares, each above 0 and at most 100, for example `[50, 75, 95]`.
  /// - Returns: One time in milliseconds for each share; empty where nothing came on screen.
  /// - Complexity: O(n log n) in the ads that came on screen.
  public func timeToAdPercentiles(_ percents: [Double]) -> [Int64] {
    Self.percentiles(percents, of: timesToAd)
  }

  private static func percentiles(_ percents: [Double], of times: [Int32]) -> [Int64] {
    guard !times.isEmpty else { return [] }
    let sorted = times.sorted()
    return percents.map { percent in
      let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
      return Int64(sorted[min(max(Int(rank), 1), sorted.count) - 1])
    }
  }

  /// How many ads were there within each of some times, and not within the one before it; the last
  /// number is that of those beyond all.
  /// - Parameter edges: The times to ad in milliseconds, ascending.
  /// - Returns: One number more than there are edges.
  /// - Complexity: O(n · edges) in the ads that came on screen.
  package func timeToAdCounts(upTo edges: [Int64]) -> [Int] {
    var counts = Array(repeating: 0, count: edges.count + 1)
    for time in timesToAd {
      counts[edges.firstIndex { Int64(time) <= $0 } ?? edges.count] += 1
    }
    return counts
  }

  /// The longest time to ad that nobody notices, in milliseconds, and the longest that keeps a reader:
  /// what lies between is fair, what is longer poor.
  ///
  /// Source: Nielsen's response time limits, a tenth of a second and a second.
  package static let timeToAdLimits: (good: Int64, fair: Int64) = (100, 1_000)

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
    impressions += other.impressions
    blankDisplays += other.blankDisplays
    viewableImpressions += other.viewableImpressions
    leadTimes += other.leadTimes
    timesToAd += other.timesToAd
    timeMissed += other.timeMissed
    if let peak = other.peakLoaded { notePeak(peak) }
  }

  /// Keeps a peak where it is the highest so far.
  /// - Parameter loaded: How many ads were loaded at once in one session.
  package mutating func notePeak(_ loaded: Int) {
    peakLoaded = max(peakLoaded ?? 0, loaded)
  }
}
