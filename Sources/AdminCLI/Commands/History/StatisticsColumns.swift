// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// How statistics are shown.
enum StatisticsColumns {
  static func all(for grouping: StatisticsGrouping) -> [Column<StatisticsGroup>] {
    [
      Column(
        key(of: grouping), title(of: grouping),
        meaning: grouping == .unit
          ? "The ad unit; with --by, page, session, appVersion or day stands here instead."
          : "What is counted together."
      ) { .text($0.key) },
      Column("sessions", "Sessions", .trailing, meaning: "How many sessions.") {
        .integer(Int64($0.sessions))
      },
      count("fetches", "Fetches", "How many ads were fetched.") { $0.fetches },
      count("displays", "Displays", "How many ads came to be displayed.") { $0.displays },
      count("wastedFetches", "Wasted", "Fetches that never came to be displayed.") {
        $0.wastedFetches
      },
      count("lateDisplays", "Late", "Displays of ads that were visible already.") {
        $0.lateDisplays
      },
      count("churn", "Churn", "Fetches within 30 seconds of an unload.") { $0.churn },
      latency("latencyP50Ms", "p50 ms", 50), latency("latencyP95Ms", "p95 ms", 95),
      latency("latencyP99Ms", "p99 ms", 99),
      Column(
        "timeDisplayedMs", "Shown ms", .trailing,
        meaning: "For how long ads were displayed, all together."
      ) {
        .integer(Int64($0.statistics.timeDisplayed))
      },
      Column(
        "viewableRate", "Viewable (est.)", .trailing,
        meaning: "The share of displays that came to be viewable, by our estimate."
      ) { group in
        .optional(
          number: group.statistics.estimatedViewableRate.map { ($0 * 1000).rounded() / 1000 })
      },
      Column("peakLoaded", "Peak", .trailing, meaning: "The most ads that were loaded at once.") {
        .optional(integer: $0.statistics.peakLoaded)
      },
      count("unloads", nil, "How many ads were unloaded.") { $0.unloads },
      count("personalized", nil, "Fetches for personalized ads.") { $0.personalizedFetches },
      count("nonPersonalized", nil, "Fetches for ads that are not personalized.") {
        $0.nonPersonalizedFetches
      },
      count("limited", nil, "Fetches for limited ads.") { $0.limitedFetches },
      Column("lost", "Lost", .trailing, meaning: "Transitions that were not stored.") {
        .integer(Int64($0.lost))
      },
    ]
  }

  private static func key(of grouping: StatisticsGrouping) -> String {
    grouping == .unit ? "adUnitId" : grouping.rawValue
  }

  private static func title(of grouping: StatisticsGrouping) -> String {
    switch grouping {
    case .unit: "Unit"
    case .page: "Page"
    case .session: "Session"
    case .appVersion: "Version"
    case .day: "Day"
    }
  }

  private static func count(
    _ key: String, _ title: String?, _ meaning: String,
    _ value: @escaping @Sendable (LoadStatistics) -> Int
  ) -> Column<StatisticsGroup> {
    Column(key, title, .trailing, meaning: meaning) { .integer(Int64(value($0.statistics))) }
  }

  private static func latency(
    _ key: String, _ title: String, _ percent: Double
  ) -> Column<StatisticsGroup> {
    let share = percent == 50 ? "Half" : "\(Int(percent)) of 100"
    return Column(
      key, title, .trailing,
      meaning: "\(share) of the displays came at most so long after their fetch."
    ) { group in
      .optional(integer: group.statistics.latencyPercentiles([percent]).first)
    }
  }
}
