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
    ] + figures.map { column in column.of { $0.statistics } } + [
      Column("lost", "Lost", .trailing, meaning: "Transitions that were not stored.") { $0.lost }
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

  /// Some of the figures that loads come to, for rows that have them.
  static func figures<Row>(
    _ keys: String..., of statistics: @escaping @Sendable (Row) -> LoadStatistics
  ) -> [Column<Row>] {
    figures.filter { keys.contains($0.key) }.map { $0.of(statistics) }
  }

  /// The figures that loads come to.
  private static let figures: [Column<LoadStatistics>] = [
    Column("fetches", "Fetches", .trailing, meaning: "How many ads were fetched.") { $0.fetches },
    Column("displays", "Displays", .trailing, meaning: "How many ads came to be displayed.") {
      $0.displays
    },
    Column("impressions", "Seen", .trailing, meaning: "How many creatives were there.") {
      $0.impressions
    },
    Column("blankDisplays", "Blank", .trailing, meaning: "Displays whose creative never came.") {
      $0.blankDisplays
    },
    Column("wastedFetches", "Wasted", .trailing, meaning: "Fetches of which nobody saw anything.") {
      $0.wastedFetches
    },
    Column(
      "lateDisplays", "Late", .trailing, meaning: "Ads whose places were on the screen before them."
    ) { $0.lateDisplays },
    Column("churn", "Churn", .trailing, meaning: "Fetches within 30 seconds of an unload.") {
      $0.churn
    },
    leadTime("leadTimeP50Ms", "Lead p50 ms", 50), leadTime("leadTimeP5Ms", nil, 5),
    timeToAd("timeToAdP50Ms", "To ad p50 ms", 50), timeToAd("timeToAdP75Ms", nil, 75),
    timeToAd("timeToAdP95Ms", "To ad p95 ms", 95),
    Column(
      "timeDisplayedMs", "Shown ms", .trailing,
      meaning: "For how long creatives were there, all together."
    ) { $0.timeDisplayed },
    Column(
      "viewableRate", "Viewable (est.)", .trailing,
      meaning: "The share of impressions that came to be viewable, by our estimate."
    ) { statistics in statistics.estimatedViewableRate.map { ($0 * 1000).rounded() / 1000 } },
    Column("peakLoaded", "Peak", .trailing, meaning: "The most ads that were loaded at once.") {
      $0.peakLoaded
    },
    Column("unloads", nil, .trailing, meaning: "How many ads were unloaded.") { $0.unloads },
    Column("personalized", nil, .trailing, meaning: "Fetches for personalized ads.") {
      $0.personalizedFetches
    },
    Column("nonPersonalized", nil, .trailing, meaning: "Fetches for ads that are not personalized.")
    { $0.nonPersonalizedFetches },
    Column("limited", nil, .trailing, meaning: "Fetches for limited ads.") { $0.limitedFetches },
  ]

  /// More is better, so that what a share has at least is told.
  private static func leadTime(
    _ key: String, _ title: String?, _ percent: Double
  ) -> Column<LoadStatistics> {
    let share = percent == 50 ? "Half" : "\(Int(100 - percent)) of 100"
    return Column(
      key, title, .trailing,
      meaning: "\(share) of the displayed ads were fetched at least so long before."
    ) { $0.leadTimePercentiles([percent]).first }
  }

  private static func timeToAd(
    _ key: String, _ title: String?, _ percent: Double
  ) -> Column<LoadStatistics> {
    let share = percent == 50 ? "Half" : "\(Int(percent)) of 100"
    return Column(
      key, title, .trailing,
      meaning: "\(share) of the ads came at most so long after their place was on the screen."
    ) { $0.timeToAdPercentiles([percent]).first }
  }
}
