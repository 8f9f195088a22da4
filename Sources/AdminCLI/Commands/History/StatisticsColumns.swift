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
          ? "The ad unit; with --by, page, session, appVersion or day stands here instead." : nil
      ) { .text($0.key) },
      Column("sessions", "Sessions", .trailing) { .integer(Int64($0.sessions)) },
      count("fetches", "Fetches") { $0.fetches },
      count("displays", "Displays") { $0.displays },
      count("wastedFetches", "Wasted") { $0.wastedFetches },
      count("lateDisplays", "Late") { $0.lateDisplays },
      count("churn", "Churn") { $0.churn },
      latency("latencyP50Ms", "p50 ms", 50), latency("latencyP95Ms", "p95 ms", 95),
      latency("latencyP99Ms", "p99 ms", 99),
      Column("timeDisplayedMs", "Shown ms", .trailing) {
        .integer(Int64($0.statistics.timeDisplayed))
      },
      Column("viewableRate", "Viewable (est.)", .trailing) { group in
        .optional(
          number: group.statistics.estimatedViewableRate.map { ($0 * 1000).rounded() / 1000 })
      },
      Column("peakLoaded", "Peak", .trailing) { .optional(integer: $0.statistics.peakLoaded) },
      count("unloads", nil) { $0.unloads },
      count("personalized", nil) { $0.personalizedFetches },
      count("nonPersonalized", nil) { $0.nonPersonalizedFetches },
      count("limited", nil) { $0.limitedFetches },
      Column("lost", "Lost", .trailing) { .integer(Int64($0.lost)) },
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
    _ key: String, _ title: String?, _ value: @escaping @Sendable (LoadStatistics) -> Int
  ) -> Column<StatisticsGroup> {
    Column(key, title, .trailing) { .integer(Int64(value($0.statistics))) }
  }

  private static func latency(
    _ key: String, _ title: String, _ percent: Double
  ) -> Column<StatisticsGroup> {
    Column(key, title, .trailing) { group in
      .optional(integer: group.statistics.latencyPercentiles([percent]).first)
    }
  }
}
