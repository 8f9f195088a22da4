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
          ? "The ad unit; with --by, page, session, appVersion, day, arm or an attribute stands here instead."
          : "What is counted together."
      ) { $0.key },
      Column("sessions", "Sessions", .trailing, meaning: "How many sessions.") { $0.sessions },
      count("fetches", "Fetches", "How many ads were fetched.") { $0.fetches },
      count("displays", "Displays", "How many ads came to be displayed.") { $0.displays },
      count("impressions", "Seen", "How many creatives were there.") { $0.impressions },
      count("blankDisplays", "Blank", "Displays whose creative never came.") {
        $0.blankDisplays
      },
      count("wastedFetches", "Wasted", "Fetches of which nobody saw anything.") {
        $0.wastedFetches
      },
      count("lateDisplays", "Late", "Ads whose places were on the screen before them.") {
        $0.lateDisplays
      },
      count("churn", "Churn", "Fetches within 30 seconds of an unload.") { $0.churn },
      leadTime("leadTimeP50Ms", "Lead p50 ms", 50), leadTime("leadTimeP5Ms", nil, 5),
      timeToAd("timeToAdP50Ms", "To ad p50 ms", 50), timeToAd("timeToAdP75Ms", nil, 75),
      timeToAd("timeToAdP95Ms", "To ad p95 ms", 95),
      Column(
        "timeDisplayedMs", "Shown ms", .trailing,
        meaning: "For how long creatives were there, all together."
      ) { $0.statistics.timeDisplayed },
      Column(
        "viewableRate", "Viewable (est.)", .trailing,
        meaning: "The share of impressions that came to be viewable, by our estimate."
      ) { group in group.statistics.estimatedViewableRate.map { ($0 * 1000).rounded() / 1000 } },
      Column("peakLoaded", "Peak", .trailing, meaning: "The most ads that were loaded at once.") {
        $0.statistics.peakLoaded
      },
      count("unloads", nil, "How many ads were unloaded.") { $0.unloads },
      count("personalized", nil, "Fetches for personalized ads.") { $0.personalizedFetches },
      count("nonPersonalized", nil, "Fetches for ads that are not personalized.") {
        $0.nonPersonalizedFetches
      },
      count("limited", nil, "Fetches for limited ads.") { $0.limitedFetches },
      Column("lost", "Lost", .trailing, meaning: "Transitions that were not stored.") { $0.lost },
    ]
  }

  private static func key(of grouping: StatisticsGrouping) -> String {
    grouping == .unit ? "adUnitId" : grouping.word
  }

  private static func title(of grouping: StatisticsGrouping) -> String {
    switch grouping {
    case .unit: "Unit"
    case .page: "Page"
    case .session: "Session"
    case .appVersion: "Version"
    case .day: "Day"
    case .arm: "Arm"
    case .attribute(let name): name
    }
  }

  private static func count(
    _ key: String, _ title: String?, _ meaning: String,
    _ value: @escaping @Sendable (LoadStatistics) -> Int
  ) -> Column<StatisticsGroup> {
    Column(key, title, .trailing, meaning: meaning) { value($0.statistics) }
  }

  /// More is better, so that what a share has at least is told.
  private static func leadTime(
    _ key: String, _ title: String?, _ percent: Double
  ) -> Column<StatisticsGroup> {
    let share = percent == 50 ? "Half" : "\(Int(100 - percent)) of 100"
    return Column(
      key, title, .trailing,
      meaning: "\(share) of the displayed ads were fetched at least so long before."
    ) { group in group.statistics.leadTimePercentiles([percent]).first }
  }

  private static func timeToAd(
    _ key: String, _ title: String?, _ percent: Double
  ) -> Column<StatisticsGroup> {
    let share = percent == 50 ? "Half" : "\(Int(percent)) of 100"
    return Column(
      key, title, .trailing,
      meaning: "\(share) of the ads came at most so long after their place was on the screen."
    ) { group in group.statistics.timeToAdPercentiles([percent]).first }
  }
}
