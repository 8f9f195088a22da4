// SPDX-License-Identifier: MIT
import AdModel
import AdReports
import AdStore

/// `experiment show EXPERIMENT`.
enum ExperimentShow {
  /// An experiment with what it says.
  private struct Shown: Sendable {
    let row: ExperimentRow
    let judged: JudgedExperiment?
  }

  private static let fields: [Column<Shown>] =
    ExperimentRow.fields.map { $0.of(\.row) } + JudgementColumns.all.map { $0.of(\.judged) }

  private static let object: ListWriter<Shown>.ObjectWriter = { shown, object in
    try ExperimentRow.object(shown.row, &object)
    for column in JudgementColumns.all {
      try object.member(column.key, column.cell(shown.judged).json)
    }
  }

  /// How wide the drawing of a difference is.
  private static let width = 61

  static let command = Command(
    "show", "Show one experiment with its arms, and what it says so far.",
    details: """
      The verdict may be asked for as often as you like: its intervals hold at all looks together, so that \
      of 100 experiments whose arms do not differ at most 5 ever say that they do. Differences are over \
      phones, not sessions, for those of one phone are alike. What makes all else worthless comes first: \
      arms whose numbers of phones do not fit their shares, then guards that broke.

      A phone's database knows its own sessions only: give the lines that phones upload with --sessions.
      """, effect: .reads, output: .keys(of: fields),
    arguments: [ExperimentOptions.experiment],
    options: [JudgedExperiment.sessions, HistoryOptions.simulated],
    examples: [
      Example("experiment show near-fetch", "One experiment."),
      Example(
        "experiment show near-fetch --sessions sessions.ndjson --sessions loads.ndjson",
        "Judged by what the phones sent."),
    ]
  ) { run in
    let shown = try run.withDatabase(.readOnly) { database in
      let row = try InventoryRepository(database).read { inventory in
        try ExperimentRow(
          inventory.experiment(run.input[ExperimentOptions.experiment]), in: inventory)
      }
      return Shown(row: row, judged: try JudgedExperiment(row.experiment, in: database, run))
    }
    try run.fields(shown, fields, object: object)
    guard run.format == .table, let judged = shown.judged else { return }
    let sentences = judged.sentences.map { "\($0.safeForTerminal)\n" }
    try run.print("\n\(sentences.joined())")
    guard judged.judgement.sums.contains(where: { $0.storeCount > 0 }) else { return }
    try run.print("\n")
    try run.list(judged.rows, JudgementColumns.differences)
    for chart in judged.charts where !chart.points.isEmpty {
      try run.print("\n\(chart.title.safeForTerminal)\n")
      for line in chart.lines(columns: width) { try run.print("\(line)\n") }
    }
  }
}
