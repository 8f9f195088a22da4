// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdStore

/// `simulate --trace FILE`: replays a scroll through the real manager.
enum SimulateCommand {
  static let trace = Option(
    "trace", .file, "The trace to replay: JSON lines; - reads standard input.")
  static let page = Option("page", .page, "The page whose units and thresholds hold.")

  static let columns: [Column<Transition>] = [
    Column("t", "Time ms", .trailing) { .integer($0.time) },
    Column("adUnitId", "Unit") { .text($0.unit.rawValue) },
    Column("from", "From") { .text($0.from.rawValue) },
    Column("to", "To") { .text($0.to.rawValue) },
    Column("cause", "Cause") { .text($0.cause.rawValue) },
  ]

  static let command = Command(
    "simulate", "Replay a recorded scroll through the lazy-loading manager and print what happens.",
    details: SimulatedThresholds.details, effect: .changes,
    options: [trace, page] + SimulatedThresholds.options,
    examples: [
      Example("simulate --trace scroll.ndjson", "With the default thresholds."),
      Example("simulate --trace scroll.ndjson --page article --format ndjson", "With a page's."),
      Example("simulate --trace scroll.ndjson --fetch 400,800,1700", "Three sets, side by side."),
      Example("simulate --trace scroll.ndjson --preset viewability,yield", "Two presets."),
    ]
  ) { run in
    let trace = try readTrace(run)
    let lines = LineCollector()
    var plan = LoadingPlan()
    var log = DebugLog.off
    if let page = run.input[page] {
      (plan, log) = try run.withDatabase(.readOnly) { database in
        let inventory = InventoryRepository(database)
        return (
          try inventory.loadingPlan(of: page), try inventory.debugLog { lines.append($0) }
        )
      }
    }
    let sets = try SimulatedThresholds.sets(run.input, base: plan.thresholds)
    for thresholds in sets {
      for warning in ChurnWarning.warnings(for: thresholds, remote: plan.remoteThresholds) {
        try run.note("warning: \(warning)")
      }
    }
    if sets.count > 1 || run.input[SimulatedThresholds.summary] {
      let trials = sets.map { thresholds in
        ThresholdTrial.run(trace, with: plan.with(thresholds))
      }
      return try run.list(trials, TrialColumns.all)
    }
    let replay = TraceReplay(
      plan: plan.with(sets.first ?? plan.thresholds), record: ConsentRecordID(1), log: log)
    let outcome = replay.run(trace)
    for line in lines.taken { try run.note(line) }
    for (line, problem) in outcome.problems { try run.note("line \(line): \(problem)") }
    try run.list(outcome.transitions, columns)
  }

  private static func readTrace(_ run: CommandRun) throws -> Trace {
    guard let file = run.input[trace] else {
      throw Failure(
        .usage, "'adview-admin simulate' needs --trace: a file to replay.",
        try: "adview-admin simulate --help")
    }
    let bytes = try run.read(file)
    do {
      return try Trace(bytes)
    } catch {
      let name = file == "-" ? "standard input" : file.quotedForPeople
      throw Failure(.badData, "\(name), \(error).")
    }
  }
}

extension LoadingPlan {
  /// The plan with other thresholds.
  func with(_ thresholds: LoadingThresholds) -> LoadingPlan {
    var plan = self
    plan.thresholds = thresholds
    return plan
  }
}
