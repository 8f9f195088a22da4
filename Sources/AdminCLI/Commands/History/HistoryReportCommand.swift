// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// `history report`.
enum HistoryReportCommand {
  static let command = Command(
    "report", "Write one HTML page about many sessions: figures, pictures, the worst sessions.",
    details:
      "Latency, waste, viewability, churn, memory and serving modes by day, every ad unit, and "
      + "the sessions with the most wasted, late and churned loads, each with its timeline. The page "
      + "needs nothing else, runs no script, asks the network for nothing, and prints.",
    effect: .reads, output: .document("HTML"),
    options: [
      HistoryStats.page, HistoryStats.appVersion, HistoryOptions.since, HistoryOptions.until,
    ],
    examples: [
      Example("history report --out report.html", "Everything."),
      Example(
        "history report --page article --since 2026-11-01T00:00:00Z --out article.html",
        "A page's month."),
    ]
  ) { run in
    var filter = StatisticsFilter()
    filter.page = run.input[HistoryStats.page]
    filter.appVersion = run.input[HistoryStats.appVersion]
    filter.since = run.time(HistoryOptions.since)
    filter.until = run.time(HistoryOptions.until)
    let html = try run.withDatabase(.readOnly) { database in
      try report(of: filter, in: database, run).html
    }
    try run.print(html)
  }

  private static func report(
    of filter: StatisticsFilter, in database: AdDatabase, _ run: CommandRun
  ) throws -> HistoryReport {
    let history = HistoryRepository(database)
    func groups(_ grouping: StatisticsGrouping) throws -> [StatisticsGroup] {
      try run.checkInterruption()
      return try history.statistics(by: grouping, filter: filter)
    }
    let days = try groups(.day)
    if days.isEmpty, let page = filter.page {
      try InventoryRepository(database).read { _ = try $0.page(page) }
    }
    let worst = try groups(.session)
      .filter { HistoryReport.badness(of: $0.statistics) > 0 }
      .sorted {
        (HistoryReport.badness(of: $1.statistics), $0.key)
          < (HistoryReport.badness(of: $0.statistics), $1.key)
      }
      .prefix(HistoryReport.greatestSessions)
    return HistoryReport(
      title: "Ad loads" + (filter.page.map { " of page \($0)" } ?? ""),
      subtitle: words(for: filter, run),
      days: days.map(reported), units: try groups(.unit).map(reported),
      sessions: try worst.map { try session($0, in: database) },
      lost: days.reduce(0) { $0 + $1.lost })
  }

  private static func reported(_ group: StatisticsGroup) -> HistoryGroup {
    HistoryGroup(
      key: group.key, sessions: group.sessions, statistics: group.statistics)
  }

  private static func session(
    _ group: StatisticsGroup, in database: AdDatabase
  ) throws -> HistoryReport.Session {
    let (stored, timeline) = try HistoryTimeline.read(SessionID(group.key), in: database)
    let summary = stored.session
    return HistoryReport.Session(
      title: "Session \(summary.id), page \(summary.page)",
      subtitle: [
        "\(summary.startedAt)", summary.appVersion.isEmpty ? "" : "app \(summary.appVersion)",
        summary.device.isEmpty ? "" : "device \(summary.device)",
        summary.lost > 0 ? "\(summary.lost) transitions are missing" : "",
      ].filter { !$0.isEmpty }.joined(separator: ", "),
      statistics: group.statistics, timeline: timeline,
      notes: TimelineWords(session: summary, timeline: timeline).notes)
  }

  private static func words(for filter: StatisticsFilter, _ run: CommandRun) -> String {
    var parts: [String] = []
    if let version = filter.appVersion { parts.append("app version \(version)") }
    if let since = filter.since { parts.append("sessions from \(since)") }
    if let until = filter.until { parts.append("sessions before \(until)") }
    if parts.isEmpty { parts.append("all recorded sessions") }
    return parts.joined(separator: ", ") + "; made at \(run.now)"
  }
}
