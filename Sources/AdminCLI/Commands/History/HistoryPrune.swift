// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `history prune`.
enum HistoryPrune {
  static let until = Option(
    "until", .time, "Sessions in which everything happened before this time.")
  static let toSize = Option(
    "to-megabytes", .whole(in: 1...1_000_000, "MB"),
    "The oldest sessions, until the file's content is at most this large.")

  static let datedAhead = Flag(
    "dated-ahead", "Sessions that begin more than a day from now: the device's clock was ahead.")

  static let vacuum = Flag(
    "vacuum", "Then write the file anew, so that the disk gets the space back.")

  static let command = Command(
    "prune", "Delete whole sessions from the history, by age or to a size.",
    details:
      "What becomes free is used for new content; the file itself shrinks with --vacuum alone. "
      + "The settings history-days and history-bytes keep the history within bounds by themselves.",
    effect: .destroys, output: .keys(of: HistorySessions.columns, .dryRun),
    options: [until, toSize, datedAhead, vacuum],
    examples: [
      Example("history prune --until 90d --dry-run", "What would go."),
      Example("history prune --to-megabytes 500 --yes --vacuum", "Keep the newest half gigabyte."),
    ]
  ) { run in
    let policy = try policy(of: run)
    try run.withDatabase(run.isDryRun ? .readOnly : .readWrite) { database in
      let history = HistoryRepository(database)
      let plan = try history.prunePlan(policy, now: run.now)
      let columns = HistorySessions.columns + run.dryRunColumns()
      let size =
        "\(plan.sessions.count.counted("session")) with \(plan.transitions.counted("transition")), about "
        + "\(plan.estimatedBytes / 1_000_000) MB"
      if plan.sessions.isEmpty {
        try tell("nothing to prune", run)
        try compact(database, run)
        return try run.format == .table ? () : run.list(plan.sessions, columns)
      }
      if run.isDryRun {
        try run.note("would delete \(size)")
        return try run.list(plan.sessions, columns)
      }
      try run.confirm("Delete \(size), for good?")
      let deleted = try prune(plan, in: history, run)
      try tell(
        "deleted \(deleted.sessions.count.counted("session")) with "
          + "\(deleted.transitions.counted("transition"))", run)
      if run.format != .table { try run.list(deleted.sessions, columns) }
      try compact(database, run)
    }
  }

  /// Deletes, and tells how far it is; where it is ended, what was deleted stays so, and is told.
  private static func prune(
    _ plan: PrunePlan, in history: HistoryRepository, _ run: CommandRun
  ) throws -> PruneOutcome {
    var sessions = 0
    do {
      return try run.withProgress("deleting", "transitions") { show in
        try history.prune(plan) { deleted in
          sessions = deleted.sessions.count
          try show(Int64(deleted.transitions), Int64(plan.transitions))
        }
      }
    } catch ChannelError.interrupted where sessions > 0 {
      try run.note("deleted \(sessions.counted("session")) before that")
      throw ChannelError.interrupted
    }
  }

  /// Writes the file anew, where that was asked for.
  private static func compact(_ database: AdDatabase, _ run: CommandRun) throws {
    guard run.input[vacuum], !run.isDryRun else { return }
    let bytes = try database.compact()
    try tell("the file is \(bytes.counted("byte")) smaller", run)
  }

  /// Says it to people on standard output; beside data for programs, on standard error.
  private static func tell(_ sentence: String, _ run: CommandRun) throws {
    try run.format == .table ? run.print("\(sentence)\n") : run.note(sentence)
  }

  /// How far clocks may differ before a session counts as dated ahead: a day, in milliseconds.
  static let clockTolerance: Int64 = 86_400_000

  private static func policy(of run: CommandRun) throws(Failure) -> PrunePolicy {
    switch (run.time(until), run.input[toSize], run.input[datedAhead]) {
    case (let time?, nil, false): return .before(time)
    case (nil, let megabytes?, false): return .toSize(bytes: Int64(megabytes) * 1_000_000)
    case (nil, nil, true): return .datedAfter(run.now.advanced(by: clockTolerance))
    default:
      throw Failure(.usage, "give one of --until, --to-megabytes and --dated-ahead.")
    }
  }
}
