// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `history sessions`.
enum HistorySessions {
  static let limit = Option(
    "limit", .whole(in: 1...1_000_000), "How many at most.", defaultDescription: "100")

  static let columns: [Column<SessionSummary>] = [
    Column("session", "Session") { .text($0.id.rawValue) },
    Column("page", "Page") { .text($0.page.rawValue) },
    Column("startedAt", "Started") { .text($0.startedAt.description) },
    Column("lastAt", "Last") { .text($0.lastAt.description) },
    Column("transitions", "Transitions", .trailing) { .integer(Int64($0.transitions)) },
    Column("lost", "Lost", .trailing) { .integer(Int64($0.lost)) },
    Column("peakLoaded", "Peak loaded", .trailing) { .integer(Int64($0.peakLoaded)) },
    Column("closed", "Closed") { .flag($0.isClosed) },
    Column("appVersion") { .text($0.appVersion) },
    Column("device") { .text($0.device) },
    Column("simulated") { .flag($0.isSimulated) },
    Column("track") { .text($0.track.rawValue) },
  ]

  static let command = Command(
    "sessions", "List recorded sessions, those that began last first.",
    details: "A session that is not closed still runs, or its process was killed.",
    effect: .reads, output: .keys(Column.keys(of: columns)),
    options: [limit, HistoryOptions.simulated] + ListOptions.shape,
    examples: [Example("history sessions --limit 10", "The last ten.")]
  ) { run in
    let sessions = try run.withDatabase(.readOnly) { database in
      try HistoryRepository(database).sessions(
        limit: run.input[limit] ?? 100, simulated: run.input[HistoryOptions.simulated])
    }
    try run.listChosen(sessions, columns, empty: "no recorded sessions")
  }
}
