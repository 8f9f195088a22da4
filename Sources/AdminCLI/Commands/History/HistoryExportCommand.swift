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
  static let after = Option(
    "after",
    ValueKind<ExportCursor>("CURSOR", expected: "a cursor that history export has named") {
      try ExportCursor($0)
    }, "Only what was stored after this cursor.")
  static let cursorFile = Option(
    "cursor-file", .writtenFile,
    "Go on where this file says, and write there how far the export came.")
  static let limit = Option(
    "limit", .whole(in: 1...100_000_000), "How many rows at most.", defaultDescription: "all")
  static let form = Option<Form>(
    "format", .choice("FORMAT"), "ndjson or csv.", defaultDescription: "ndjson")

  private static let batchSize = 10_000

  static let command = Command(
    "export", "Export what was stored after a cursor, for an analysis elsewhere.",
    details:
      "Without --loads or --sessions, a row for each transition; simulations that were kept only with "
      + "--simulated, which needs cursors of its own. Store, session and sequence "
      + "together name a transition, with the unit a load, store and session a session; a row that "
      + "comes twice is the same, or the one with the greater revision holds. Loads that have ended come "
      + "once; those that stand, and their sessions, come again as they go on.\n\n"
      + "The new cursor goes to standard error, and into the cursor file once all rows are written. "
      + "It belongs to its database and to its kind of rows, and is refused elsewhere. 'fleet "
      + "clickhouse' and 'fleet duckdb' print tables and statistics for loads and sessions.",
    effect: .reads,
    output: .forms([
      OutputForm("without --loads and --sessions", keys(HistoryColumns.transitions)),
      OutputForm("with --loads", keys(HistoryColumns.loads)),
      OutputForm("with --sessions", keys(HistoryColumns.sessions)),
    ]),
    options: [loads, sessions, after, cursorFile, limit, form, HistoryOptions.simulated],
    examples: [
      Example(
        "history export --loads --cursor-file loads > loads.ndjson", "What is new since last time."),
      Example("history export --sessions > sessions.ndjson", "Every session."),
      Example("history export --format csv > all.csv", "Every transition."),
    ]
  ) { run in
    let cursor = try start(run)
    let simulated = run.input[HistoryOptions.simulated]
    let end = try run.withDatabase(.readOnly) { database in
      let history = HistoryRepository(database)
      return switch cursor.stream {
      case .transitions:
        try write(HistoryColumns.transitions, after: cursor, run) {
          try history.export(after: $0, limit: $1, simulated: simulated)
        }
      case .loads:
        try write(HistoryColumns.loads, after: cursor, run) {
          try history.exportLoads(
            after: $0, limit: $1, simulated: simulated, unfinished: true)
        }
      case .sessions:
        try write(HistoryColumns.sessions, after: cursor, run) {
          try history.exportSessions(
            after: $0, limit: $1, simulated: simulated, unfinished: true)
        }
      }
    }
    if let file = run.input[cursorFile] {
      try run.write(Array("\(end)\n".utf8), toFile: file, wasRead: true)
    }
    try run.note("cursor: \(end)")
  }

  private static func keys<Row>(_ columns: [Column<Row>]) -> CommandOutput {
    .keys(Column.keys(of: columns))
  }

  /// Writes batches until there is no more or enough; the cursor behind them.
  private static func write<Row>(
    _ columns: [Column<Row>], after start: ExportCursor, _ run: CommandRun,
    batch: (ExportCursor, Int) throws -> ExportBatch<Row>
  ) throws -> ExportCursor {
    var list = run.listWriter(columns, as: run.input[form] == .csv ? .csv : .ndjson)
    var cursor = start
    var left = run.input[limit] ?? .max
    while left > 0 {
      let batch = try batch(cursor, min(left, batchSize))
      for row in batch.rows {
        try run.checkInterruption()
        try list.write(row)
      }
      left -= batch.rows.count
      cursor = batch.cursor
      if batch.isLast { break }
    }
    try list.end()
    try run.output.flush()
    return cursor
  }

  /// The cursor that was given, else the start of what was asked for.
  private static func start(_ run: CommandRun) throws -> ExportCursor {
    let stream = try stream(run)
    let cursor = try given(run) ?? .start(of: stream)
    guard cursor.stream == stream else {
      throw Failure(
        .badData,
        "the cursor is of an export of \(cursor.stream.rawValue), not of \(stream.rawValue).",
        try: "keep one cursor for each export")
    }
    return cursor
  }

  private static func stream(_ run: CommandRun) throws(Failure) -> ExportStream {
    switch (run.input[loads], run.input[sessions]) {
    case (true, true):
      throw Failure(
        .usage, "give --loads or --sessions: each is an export of its own.",
        try: "adview-admin history export --help")
    case (true, false): return .loads
    case (false, true): return .sessions
    case (false, false): return .transitions
    }
  }

  private static func given(_ run: CommandRun) throws -> ExportCursor? {
    if let cursor = run.input[after] {
      guard run.input[cursorFile] == nil else {
        throw Failure(.usage, "give either --after or --cursor-file: each says where to go on.")
      }
      return cursor
    }
    guard let file = run.input[cursorFile], run.host.files.exists(file) else { return nil }
    let text = String(decoding: try run.read(file, atMost: .line), as: UTF8.self)
    do {
      return try ExportCursor(text.filter { !$0.isWhitespace })
    } catch {
      throw Failure(
        .badData, "\(file.quotedForDisplay) holds no cursor that history export has written.",
        try: "give another file, or remove this one to export everything")
    }
  }
}
