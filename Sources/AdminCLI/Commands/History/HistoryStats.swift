// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdStore

/// `history stats`.
enum HistoryStats {
  static let by = Option(
    "by",
    ValueKind<StatisticsGrouping>(
      "GROUP", expected: "unit, page, session, appVersion, day, arm or the name of an attribute",
      completion: .words(["unit", "page", "session", "appVersion", "day", "arm"])
    ) { try StatisticsGrouping($0) },
    "unit, page, session, appVersion, day, arm, or an attribute of sessions.",
    defaultDescription: "unit"
  )

  static let command = Command(
    "stats",
    "Count what became of loads: lead time, time to ad, waste, churn, time displayed, viewability.",
    details: "Time to ad is how long a place was on the screen before its creative, lead time how "
      + "long before its display an ad was fetched: more is better. Wasted are fetches of which nobody "
      + "saw anything, blank are displays whose creative never came, late are ads whose places were on "
      + "the screen before them, churn are fetches within 30 seconds of an unload. The viewable rate is an estimate: only an accredited vendor counts "
      + "officially. Simulations that were kept are left out unless asked for.",
    effect: .reads, output: .keys(of: StatisticsColumns.all(for: .unit)),
    options: [
      by, HistoryOptions.unit, HistoryOptions.page, HistoryOptions.session,
      HistoryOptions.appVersion, HistoryOptions.attribute, HistoryOptions.since,
      HistoryOptions.until, HistoryOptions.utcOffset, HistoryOptions.simulated,
    ] + ListOptions.all,
    examples: [
      Example("history stats", "By unit."),
      Example("history stats --sort -wastedFetches --limit 10", "The most wasteful units."),
      Example("history stats --by network --attribute system=iOS18", "Cohorts of one system."),
      Example("history stats --by arm", "The arms of experiments, side by side."),
      Example("history stats --by day --since 2026-11-01T00:00:00Z", "A month, day by day."),
      Example("history stats --by day --utc-offset +01:00", "By the days of Berlin in winter."),
    ]
  ) { run in
    var filter = run.sessionFilter
    filter.unit = run.input[HistoryOptions.unit]
    filter.session = run.input[HistoryOptions.session]
    filter.utcOffset = run.input[HistoryOptions.utcOffset]?.minutes ?? 0
    let grouping = run.input[by] ?? .unit
    let (groups, empty) = try run.withDatabase(.readOnly) { database in
      let history = HistoryRepository(database)
      let groups = try history.statistics(by: grouping, filter: filter)
      // Neither history nor inventory knows a page that is misspelt.
      if groups.isEmpty, let page = filter.page {
        try InventoryRepository(database).read { _ = try $0.page(page) }
      }
      return (groups, try run.nothing("no transitions", in: history))
    }
    try run.listChosen(groups, StatisticsColumns.all(for: grouping), empty: empty)
  }
}
