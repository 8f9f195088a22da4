// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// `history export`.
enum HistoryExportCommand {
  enum Form: String, CaseIterable {
    case ndjson, csv
  }

  static let loads = Flag("loads", "A row for each load, from its fetch to its end.")
  static let sessions = Flag("sessions", "A row for each session.")
  static let form = Option<Form>(
    "format", .choice("FORMAT"), "ndjson or csv.", defaultDescription: "ndjson")

  static let command = Command(
    "export", "Export what was stored after a cursor, for an analysis elsewhere.",
    details:
      "Without --loads or --sessions, a row for each transition; simulations that were kept only with "
      + "--simulated, which needs cursors of its own. Store, session and sequence "
      + "together identify a transition, with the unit a load; store and session identify a session. Of rows that "
      + "come twice, the one with the greater revision holds. Loads that have ended come "
      + "once; those that have not, and their sessions, come again as they go on.\n\n"
      + "The new cursor goes to standard error, and into the cursor file once all rows are written. "
      + "It belongs to its database and to its kind of rows, and is refused elsewhere. 'fleet "
      + "clickhouse' and 'fleet duckdb' print tables and statistics for loads and sessions.",
    effect: .reads,
    output: .forms([
      OutputForm("without --loads and --sessions", .keys(of: HistoryColumns.transitions)),
      OutputForm("with --loads", .keys(of: HistoryColumns.loads)),
      OutputForm("with --sessions", .keys(of: HistoryColumns.sessions)),
    ]),
    options: [loads, sessions] + CursorOptions.all + [form, HistoryOptions.simulated],
    examples: [
      Example(
        "history export --loads --cursor-file loads > loads.ndjson", "What is new since last time."),
      Example("history export --sessions > sessions.ndjson", "Every session."),
      Example("history export --format csv > all.csv", "Every transition."),
    ]
  ) { run in
    let cursor = try CursorOptions.start(of: stream(run), run)
    let form: OutputFormat = run.input[form] == .csv ? .csv : .ndjson
    let simulated = run.input[HistoryOptions.simulated]
    let end = try run.withDatabase(.readOnly) { database in
      let history = HistoryRepository(database)
      return switch cursor.stream {
      case .loads:
        try CursorOptions.write(HistoryColumns.loads, as: form, after: cursor, run) {
          try history.exportLoads(after: $0, limit: $1, simulated: simulated, unfinished: true)
        }
      case .sessions:
        try CursorOptions.write(HistoryColumns.sessions, as: form, after: cursor, run) {
          try history.exportSessions(after: $0, limit: $1, simulated: simulated, unfinished: true)
        }
      default:
        try CursorOptions.write(HistoryColumns.transitions, as: form, after: cursor, run) {
          try history.export(after: $0, limit: $1, simulated: simulated)
        }
      }
    }
    CursorOptions.keep(end, run)
  }

  private static func stream(_ run: CommandRun) throws(Failure) -> ExportStream {
    switch (run.input[loads], run.input[sessions]) {
    case (true, true):
      throw Failure(.usage, "give --loads or --sessions: each is an export of its own.")
    case (true, false): return .loads
    case (false, true): return .sessions
    case (false, false): return .transitions
    }
  }
}
