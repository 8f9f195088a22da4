// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// `history compare BEFORE AFTER`.
enum HistoryCompare {
  static let before = Argument(
    SessionChoice.kind("BEFORE"),
    "The sessions to compare with: \(SessionChoice.kind.shape.expected).")
  static let after = Argument(SessionChoice.kind("AFTER"), "Those that are judged, as BEFORE.")

  private static let columns: [Column<HistoryComparison.Change>] = [
    Column("measure", "Figure", meaning: "What is compared.") { $0.measure.key },
    Column("title", meaning: "The same for people.") { $0.measure.title },
    value("before", "Before", "The figure of the first sessions.", \.before),
    value("after", "After", "The figure of the others.", \.after),
    value("change", "Change", "The difference.") { $0.after - $0.before },
    value("changeLow", "Low", "The lower end of its interval.") {
      $0.interval?.low ?? .nan
    },
    value("changeHigh", "High", "The upper end of its interval.") {
      $0.interval?.high ?? .nan
    },
    Column(
      "verdict", "Verdict",
      meaning: "worse or better, beyond the interval; same, which may be chance; unknown."
    ) { change -> Cell in
      switch change.verdict {
      case .worse: .toned(change.verdict.rawValue, .bad)
      case .better: .toned(change.verdict.rawValue, .good)
      case .same, .unknown: .text(change.verdict.rawValue)
      }
    },
  ]

  private static func value(
    _ key: String, _ title: String, _ meaning: String,
    _ value: @escaping @Sendable (HistoryComparison.Change) -> Double
  ) -> Column<HistoryComparison.Change> {
    Column(key, title, .trailing, meaning: meaning) { change in
      let value = value(change)
      return value.isFinite ? (value * 100_000).rounded() / 100_000 : nil
    }
  }

  static let command = Command(
    answering: "compare",
    "Say what got worse or better between two sets of sessions: versions, or periods.",
    details:
      "Differences are judged by intervals over sessions, so wide that in 95 of 100 comparisons of "
      + "what did not change no figure at all is called worse or better. Exit 1 where something got "
      + "worse, so that CI can ask. Shares are of 1: late and blank of displays, wasted and churn of "
      + "loads.",
    effect: .reads, output: .keys(of: columns), arguments: [before, after],
    options: [HistoryOptions.unit, SimulationSearch.seed],
    examples: [
      Example("history compare app-version=5.1 app-version=5.2", "Two versions."),
      Example(
        "history compare experiment=near,arm=today experiment=near,arm=wide",
        "Two arms, looked at once; 'experiment show' may be asked every day."),
      Example("history compare since=14d,until=7d since=7d", "The last week and the one before."),
    ]
  ) { run in
    let unit = run.input[HistoryOptions.unit]
    let (old, new) = try run.withDatabase(.readOnly) { database in
      try (
        sums(of: run.input[before], unit, in: database, run),
        sums(of: run.input[after], unit, in: database, run)
      )
    }
    let least = HistoryComparison.leastSessions
    guard min(old.sessions, new.sessions) >= least else {
      throw Failure(
        .notFound,
        "too few to compare: \(old.sessions.counted("session")) before and \(new.sessions) after; at "
          + "least \(least) are needed on each side.", try: "adview-admin history sessions")
    }
    var random = SeededNumbers(seed: UInt64(run.input[SimulationSearch.seed] ?? 1))
    let comparison = HistoryComparison(old, new, using: &random)
    try run.note(
      "\(old.sessions.counted("session")) before, \(new.sessions.counted("session")) after")
    try run.list(comparison.changes, columns)
    return comparison.changes.contains { $0.verdict == .worse } ? .answerIsNo : .done
  }

  private static func sums(
    of choice: SessionChoice, _ unit: AdUnitID?, in database: AdDatabase, _ run: CommandRun
  ) throws -> SessionSums {
    var filter = choice.filter(at: run.now)
    filter.unit = unit
    var sums = SessionSums()
    for group in try HistoryRepository(database).statistics(by: .session, filter: filter) {
      try run.checkInterruption()
      sums.add(group.statistics)
    }
    return sums
  }
}
