// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// What commands share that export what is new after a cursor.
enum CursorOptions {
  static let after = Option(
    "after",
    ValueKind<ExportCursor>("CURSOR", expected: "a cursor that an export has named") {
      try ExportCursor($0)
    }, "Only what was stored after this cursor.")
  static let file = Option(
    "cursor-file", .writtenFile,
    "Go on where this file says, and write there how far the export came.")
  static let limit = Option(
    "limit", .whole(in: 1...100_000_000), "How many rows at most.", defaultDescription: "all")

  static let all: [any DeclaresOption] = [after, file, limit]

  private static let batchSize = 10_000

  /// The cursor that was given, else the start of what was asked for.
  static func start(of stream: ExportStream, _ run: CommandRun) throws -> ExportCursor {
    let cursor = try given(run) ?? .start(of: stream)
    guard cursor.stream == stream else {
      throw Failure(
        .badData,
        "the cursor is of an export of \(cursor.stream.rawValue), not of \(stream.rawValue).",
        try: "keep one cursor for each export")
    }
    return cursor
  }

  /// Writes batches until there is no more or enough.
  /// - Parameter closing: What goes behind the rows of a batch, as a line.
  /// - Returns: The cursor behind them.
  static func write<Row>(
    _ columns: [Column<Row>], as format: OutputFormat, after start: ExportCursor, _ run: CommandRun,
    closing: ([Row]) -> [UInt8] = { _ in [] },
    batch: (ExportCursor, Int) throws -> ExportBatch<Row>
  ) throws -> ExportCursor {
    var list = run.listWriter(columns, as: format)
    var cursor = start
    var left = run.input[limit] ?? .max
    while left > 0 {
      let batch = try batch(cursor, min(left, batchSize))
      for row in batch.rows {
        try run.checkListing()
        try list.write(row)
      }
      let closing = closing(batch.rows)
      if !closing.isEmpty {
        try run.output.write(json: closing.dropLast())
        try run.print("\n")
      }
      left -= batch.rows.count
      cursor = batch.cursor
      if batch.isLast { break }
    }
    try list.end()
    try run.output.flush()
    return cursor
  }

  /// Tells how far the export came, once all rows are written.
  static func keep(_ cursor: ExportCursor, _ run: CommandRun) {
    run.output.afterwards {
      if let path = run.input[file] {
        try run.write(Array("\(cursor)\n".utf8), toFile: path, wasRead: true)
      }
      try run.note("cursor: \(cursor)")
    }
  }

  private static func given(_ run: CommandRun) throws -> ExportCursor? {
    if let cursor = run.input[after] {
      guard run.input[file] == nil else {
        throw Failure(.usage, "give either --after or --cursor-file: each says where to go on.")
      }
      return cursor
    }
    guard let path = run.input[file], run.host.files.exists(path) else { return nil }
    let text = String(decoding: try run.read(path, atMost: .line), as: UTF8.self)
    do {
      return try ExportCursor(text.filter { !$0.isWhitespace })
    } catch {
      throw Failure(
        .badData, "\(path.quotedForDisplay) holds no cursor that an export has written.",
        try: "give another file, or remove this one to export everything")
    }
  }
}
