// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `history export`.
enum HistoryExportCommand {
  enum Form: String, CaseIterable {
    case ndjson, csv
  }

  static let after = Option(
    "after",
    ValueKind<ExportCursor>("CURSOR", expected: "a cursor that history export has named") {
      try ExportCursor($0)
    }, "Only what was stored after this cursor.")
  static let cursorFile = Option(
    "cursor-file", .file, "Go on where this file says, and write there how far the export came.")
  static let limit = Option(
    "limit", .whole(in: 1...100_000_000), "How many rows at most.", defaultDescription: "all")
  static let form = Option<Form>(
    "format", .choice("FORMAT"), "ndjson or csv.", defaultDescription: "ndjson")

  private static let batchSize = 10_000

  static let command = Command(
    "export", "Export transitions that were stored after a cursor, for an analysis elsewhere.",
    details: "Device, session and sequence together name a row: one that comes twice is the same. "
      + "The new cursor goes to standard error, and into the cursor file once all rows are written.",
    effect: .reads, output: .keys(Column.keys(of: HistoryColumns.rows)),
    options: [after, cursorFile, limit, form],
    examples: [
      Example("history export --cursor-file exported > new.ndjson", "What is new since last time."),
      Example("history export --format csv > all.csv", "Everything."),
    ]
  ) { run in
    var cursor = try start(run)
    try run.withDatabase(.readOnly) { database in
      let history = HistoryRepository(database)
      let format: OutputFormat = run.input[form] == .csv ? .csv : .ndjson
      var list = run.listWriter(HistoryColumns.rows, as: format)
      var left = run.input[limit] ?? .max
      while left > 0 {
        let batch = try history.export(after: cursor, limit: min(left, batchSize))
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
    }
    if let file = run.input[cursorFile] {
      try run.host.files.write(Array("\(cursor)\n".utf8), to: file, for: .owner)
    }
    try run.note("cursor: \(cursor)")
  }

  private static func start(_ run: CommandRun) throws -> ExportCursor {
    if let cursor = run.input[after] {
      guard run.input[cursorFile] == nil else {
        throw Failure(.usage, "give either --after or --cursor-file: each says where to go on.")
      }
      return cursor
    }
    guard let file = run.input[cursorFile], run.host.files.exists(file) else { return .start }
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
