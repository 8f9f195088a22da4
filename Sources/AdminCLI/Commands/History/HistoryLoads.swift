// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdStore

/// `history loads`.
enum HistoryLoads {
  static let late = Flag("late", "Those that were late.")
  static let wasted = Flag("wasted", "Those of which nobody saw anything.")
  static let churn = Flag("churn", "Those soon after an unload of the same ad.")
  static let why = Option<FaultCause>(
    "why", .choice("CAUSE"), "Only those that were so for this reason.", repeats: true)
  static let limit = Option(
    "limit", .whole(in: 1...100_000_000), "How many at most.", defaultDescription: "100")

  /// The columns of the export; people see what was wrong.
  private static let columns: [Column<ExportedLoad>] = {
    let titles = [
      "session": "Session", "adUnitId": "Unit", "fetchedAt": "Fetched", "leadTimeMs": "Lead ms",
      "timeToAdMs": "To ad ms", "why": "Why",
    ]
    var columns = HistoryColumns.loads.map { $0.titled(titles[$0.key]) }
    let place = columns.firstIndex { $0.key == "why" } ?? columns.endIndex
    columns.insert(
      Column("fault", "Fault", meaning: "Whether it was late, else wasted, else churn.") {
        $0.fault.map { Cell.toned($0.kind.rawValue, .bad) }
      }, at: place)
    columns.append(
      Column("advice", "What would have done", meaning: "The remedy in words.") {
        $0.fault?.remedy?.words
      })
    return columns
  }()

  static let command = Command(
    "loads", "List loads, what was wrong with each, why, and what would have done.",
    details: details, effect: .reads, output: .keys(of: columns),
    options: [
      late, wasted, churn, why, HistoryOptions.unit, HistoryOptions.session, HistoryOptions.page,
      HistoryOptions.appVersion, HistoryOptions.attribute, HistoryOptions.since,
      HistoryOptions.until,
      HistoryOptions.simulated, limit,
    ] + ListOptions.shape,
    examples: [
      Example("history loads --late", "What readers waited for."),
      Example("history loads --why outrunLead --unit div-gpt-ad-mobile_1", "One cause."),
      Example("history loads --wasted --since 7d --format csv", "For a spreadsheet."),
    ]
  ) { run in
    var filter = run.sessionFilter
    filter.unit = run.input[HistoryOptions.unit]
    filter.session = run.input[HistoryOptions.session]
    let kinds: [(isAsked: Bool, isSo: (ExportedLoad) -> Bool)] = [
      (run.input[late], \.isLate), (run.input[wasted], \.isWasted), (run.input[churn], \.isChurn),
    ]
    let asked = kinds.filter(\.isAsked).map(\.isSo)
    let causes = Set(run.input.all(why))
    let most = run.input[limit] ?? 100
    let (loads, empty) = try run.withDatabase(.readOnly) { database in
      let history = HistoryRepository(database)
      let loads = try history.loads(matching: filter, limit: most) { load in
        try run.checkInterruption()
        return (asked.isEmpty || asked.contains { $0(load) })
          && (causes.isEmpty || load.fault?.cause.map(causes.contains) ?? false)
      }
      return (loads, try run.nothing("no such loads", in: history))
    }
    try run.listChosen(loads, columns, empty: empty)
    if loads.count == most { try run.note("there may be more: --limit \(most * 10)") }
  }

  private static let details =
    "Sessions that began last come first, the loads of each in order of time. Why a load was late, "
    + "wasted or churn, and what would have done, is known of sessions that were recorded with their "
    + "scroll. Causes: "
    + FaultCause.allCases.map { "\($0.rawValue), \($0.words)" }.joined(separator: "; ") + "."
}
