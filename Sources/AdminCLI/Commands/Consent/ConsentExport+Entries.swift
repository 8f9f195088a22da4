// SPDX-License-Identifier: MIT
import AdStore

extension ConsentExport {
  static let entries = Flag(
    "entries", "The ledger's entries without what they commit to, for a central store.")

  static let entryColumns = HistoryColumns.columns(of: [ExportField<ExportedEntry>].all)
  static let headColumns = HistoryColumns.columns(of: [ExportField<ExportedHead>].all)

  /// Writes the entries after a cursor: as NDJSON each batch with its head behind it.
  static func exportEntries(_ run: CommandRun) throws {
    guard try run.givenKeys(run.input.optional(ConsentOptions.subject)) == nil else {
      throw Failure(.usage, "give either SUBJECT or --entries.")
    }
    guard run.format != .json else {
      throw Failure(
        .usage, "entries are written as lines: --format ndjson or csv.",
        try: run.again(with: "--format ndjson"))
    }
    let isCSV = run.format == .csv
    let start = try CursorOptions.start(of: .entries, run)
    let end = try run.withConsent(.readOnly) { consent in
      try CursorOptions.write(
        entryColumns, as: isCSV ? .csv : .ndjson, after: start, run,
        closing: { isCSV ? [] : ExportedEntry.closing($0[...]) },
        batch: { try consent.exportEntries(after: $0, limit: $1, at: run.now) })
    }
    CursorOptions.keep(end, run)
  }
}
