// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `history list`.
enum HistoryList {
  static let state = Option<LoadState>(
    "state", .choice("STATE"), "Only changes into this state.", repeats: true)
  static let cause = Option<TransitionCause>(
    "cause", .choice("CAUSE"), "Only changes for this cause.", repeats: true)
  static let limit = Option(
    "limit", .whole(in: 1...100_000_000), "How many at most.", defaultDescription: "100")
  static let after = Option(
    "after",
    ValueKind<HistoryPosition>("POSITION", expected: "a position that history list has named") {
      try HistoryPosition($0)
    }, "Go on after the position that the list before named.")

  /// How many rows are read at once, so that a long list needs little memory.
  private static let pageSize = 5_000

  static let command = Command(
    "list", "List load-state transitions, newest first.", effect: .reads,
    output: .keys(of: HistoryColumns.entries),
    options: [
      HistoryOptions.unit, HistoryOptions.session, state, cause, HistoryOptions.since,
      HistoryOptions.until, HistoryOptions.simulated, limit, after,
      ListOptions.columns,
    ],
    examples: [
      Example("history list --unit div-gpt-ad-mobile_1", "The last hundred of a unit."),
      Example("history list --state unloaded --since 2026-11-21T00:00:00Z", "What was unloaded."),
      Example("history list --limit 1000000 --format ndjson", "A great many, for a program."),
    ]
  ) { run in
    var filter = HistoryFilter()
    filter.unit = run.input[HistoryOptions.unit]
    filter.session = run.input[HistoryOptions.session]
    filter.states = Set(run.input.all(state))
    filter.causes = Set(run.input.all(cause))
    filter.since = run.time(HistoryOptions.since)
    filter.until = run.time(HistoryOptions.until)
    filter.simulated = run.input[HistoryOptions.simulated]
    try run.withDatabase(.readOnly) { database in
      let history = HistoryRepository(database)
      let columns = try run.chosen(of: HistoryColumns.entries) ?? HistoryColumns.entries
      var list = run.listWriter(
        columns, empty: try run.nothing("no transitions", in: history))
      var left = run.input[limit] ?? 100
      var position = run.input[after]
      while left > 0 {
        let page = try history.list(
          filter, limit: min(left, pageSize), after: position,
          withGeometry: run.format != .table || run.input[ListOptions.columns] != nil)
        for entry in page.entries {
          try run.checkListing()
          try list.write(entry)
        }
        left -= page.entries.count
        position = page.next
        if position == nil { break }
      }
      try list.end()
      if let position { try run.note("there is more: --after \(position)") }
    }
  }
}
