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
      "Experiments that run, time to ad, waste, viewability, churn, memory and serving modes by day, "
      + "versions of the app side by side, why loads were late or wasted, every ad unit, the sessions with "
      + "the greatest share of such loads, each with its timeline, and at the end what to change, and what "
      + "it would bring. Causes and changes are found in the sessions that were recorded with their "
      + "scroll; of very many some are drawn, and the page says how many. It needs nothing else, runs no "
      + "script, asks the network for nothing, and prints.",
    effect: .reads, output: .document("HTML"),
    options: [
      HistoryOptions.page, HistoryOptions.appVersion, HistoryOptions.attribute,
      HistoryOptions.since,
      HistoryOptions.until, HistoryOptions.utcOffset,
      HistoryOptions.simulated, JudgedExperiment.sessions,
    ],
    examples: [
      Example("history report --out report.html", "Everything."),
      Example(
        "history report --page article --since 2026-11-01T00:00:00Z --out article.html",
        "A page's month."),
    ]
  ) { run in
    var filter = run.sessionFilter
    filter.utcOffset = run.input[HistoryOptions.utcOffset]?.minutes ?? 0
    let html = try run.withDatabase(.readOnly) { database in
      try run.withProgress("reading", "transitions") { show in
        try report(of: filter, in: database, run, show).html
      }
    }
    try run.print(html)
  }

  /// How often the report reads all of its transitions: by day, by session and by unit.
  private static let passes: Int64 = 3

  private static func report(
    of filter: StatisticsFilter, in database: AdDatabase, _ run: CommandRun,
    _ show: (_ done: Int64, _ total: Int64?) throws -> Void
  ) throws -> HistoryReport {
    let history = HistoryRepository(database)
    let transitions = try history.sessions(matching: filter).reduce(0) {
      $0 + Int64($1.transitions)
    }
    var done: Int64 = 0
    func groups(_ grouping: StatisticsGrouping) throws -> [StatisticsGroup] {
      let groups = try history.statistics(by: grouping, filter: filter)
      done += transitions
      try show(done, passes * transitions)
      return groups
    }
    let days = try groups(.day)
    if days.isEmpty, let page = filter.page {
      try InventoryRepository(database).read { _ = try $0.page(page) }
    }
    let bySession = try groups(.session)
    let worst =
      bySession
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
      sessions: try worst.map { group in
        try run.checkInterruption()
        return try session(group, in: database)
      },
      lost: days.reduce(0) { $0 + $1.lost },
      advice: try advice(on: bySession, of: filter, in: history, run),
      experiments: try experiments(onPage: filter.page, in: database, run),
      zone: run.input[HistoryOptions.utcOffset].map { "at \($0)" } ?? "in UTC")
  }

  /// The experiments that run, with their sessions here and in the files that were named.
  private static func experiments(
    onPage page: PageID?, in database: AdDatabase, _ run: CommandRun
  ) throws -> [ReportedExperiment] {
    let running = try InventoryRepository(database).read { try $0.experiments() }
      .filter { $0.state == .running && (page == nil || $0.page == nil || $0.page == page) }
    return try running.compactMap { experiment in
      guard let plan = ExperimentPlan(experiment) else { return nil }
      var sessions = ExperimentSessions(of: experiment.id)
      try sessions.add(database, run)
      return ReportedExperiment(name: experiment.id.rawValue, plan: plan, records: sessions.records)
    }
  }

  /// How many settings are tried.
  private static let settings = 40

  /// Says why, and what would change it.
  private static func advice(
    on groups: [StatisticsGroup], of filter: StatisticsFilter, in history: HistoryRepository,
    _ run: CommandRun
  ) throws -> HistoryAdvice {
    let sessions = try history.sessions(matching: filter)
    var random = SeededNumbers(seed: 1)
    var advice = HistoryAdvice()
    let versions = Dictionary(
      sessions.map { ($0.id.rawValue, $0.appVersion) }, uniquingKeysWith: { $1 })
    var sums: [String: SessionSums] = [:]
    for group in groups {
      sums[versions[group.key] ?? "", default: SessionSums()].add(group.statistics)
    }
    var newest: [String: Timestamp] = [:]
    for session in sessions {
      newest[session.appVersion] = max(
        newest[session.appVersion] ?? session.startedAt, session.startedAt)
    }
    for (version, sums) in sums.sorted(by: {
      (newest[$0.key]?.milliseconds ?? 0, $0.key) < (newest[$1.key]?.milliseconds ?? 0, $1.key)
    }) {
      advice.versions.append(
        HistoryAdvice.Version(
          name: version, sessions: sums.sessions,
          figures: HistoryComparison.figures(of: sums, using: &random)))
    }
    let whole = sessions.filter { $0.track == .whole }
    guard !whole.isEmpty else { return advice }
    let found = try RecordedSearch(
      over: whole, in: history, trying: settings, seed: 1, loadTime: nil,
      narrowingTo: .fewestLate, run)
    advice.reasons = found.reasons
    advice.diagnosed = found.sessions
    advice.recorded = whole.count
    advice.search = HistoryAdvice.Search(
      found.search.proposals(for: .fewestLate, using: &random), settings: settings,
      sessions: found.sessions, own: found.own)
    return advice
  }

  private static func reported(_ group: StatisticsGroup) -> HistoryGroup {
    HistoryGroup(key: group.key, sessions: group.sessions, statistics: group.statistics)
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
        summary.lost > 0 ? "\(summary.lost.counted("transition")) missing" : "",
      ].filter { !$0.isEmpty }.joined(separator: ", "),
      statistics: group.statistics, timeline: timeline,
      notes: TimelineWords(session: summary, timeline: timeline).notes)
  }

  private static func words(for filter: StatisticsFilter, _ run: CommandRun) -> String {
    var parts: [String] = []
    if let version = filter.appVersion { parts.append("app version \(version)") }
    for (name, value) in filter.attributes.sorted(by: { $0.key < $1.key }) {
      parts.append("\(name) \(value)")
    }
    if let since = filter.since { parts.append("sessions from \(since)") }
    if let until = filter.until { parts.append("sessions before \(until)") }
    if let offset = run.input[HistoryOptions.utcOffset] { parts.append("days at \(offset)") }
    if filter.simulated { parts.append("simulated sessions") }
    if parts.isEmpty { parts.append("all recorded sessions") }
    return parts.joined(separator: ", ") + "; made at \(run.now)"
  }
}
