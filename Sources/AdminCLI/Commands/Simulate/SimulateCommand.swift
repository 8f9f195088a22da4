// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// `simulate FILE`: replays a scroll through the real manager.
enum SimulateCommand {
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
    output: .forms([
      OutputForm("with one set of thresholds", .keys(Column.keys(of: columns))),
      OutputForm(
        "with several, --summary, --sizes or --plot",
        .keys(Column.keys(of: TrialColumns.all(withBytes: true)))),
    ]),
    arguments: [SimulateOptions.file],
    options: [SimulateOptions.trace, SimulateOptions.session, SimulateOptions.page]
      + SimulatedThresholds.options + SimulationRecord.options
      + [SimulatedSizes.file, SimulationPlot.file],
    examples: [
      Example("simulate scroll.ndjson", "With the default thresholds."),
      Example("simulate scroll.ndjson --page article --format ndjson", "With a page's."),
      Example("simulate scroll.ndjson --fetch 400,800,1700", "Three sets, side by side."),
      Example("simulate --session session-1 --preset viewability,yield", "Two presets."),
      Example(
        "simulate --session session-1 --fetch 400,800,1700 --plot trade-off.svg",
        "The same as a picture."),
      Example(
        "simulate scroll.ndjson --page home --record --subject user-17",
        "Keep it in the history, if consent allows."),
    ]
  ) { run in
    let (trace, page) = try readTrace(run)
    let sizes = try SimulatedSizes.read(run)
    let lines = LineCollector()
    var plan = LoadingPlan()
    var log = DebugLog.off
    if let page {
      do {
        (plan, log) = try run.withDatabase(.readOnly) { database in
          let inventory = InventoryRepository(database)
          return (try inventory.loadingPlan(of: page), try inventory.debugLog { lines.append($0) })
        }
        for unit in trace.units where !plan.served.contains(unit) && !plan.withheld.contains(unit) {
          try run.note("warning: page \(page) has no unit \(unit); it is loaded all the same")
        }
      } catch let error as StoreError
        where error.code == .noSuchPage && run.input[SimulateOptions.page] == nil
      {
        try run.note("warning: the session's page \(page) is not in the inventory; defaults hold")
      }
    }
    for problem in trace.problems { try run.note("\(problem)") }
    let sets = try SimulatedThresholds.sets(run.input, base: plan.thresholds)
    try SimulatedThresholds.warnOfRemote(sets, on: trace, plan: plan, run)
    try SimulatedThresholds.warnOfChurn(sets, on: trace, plan: plan, run)
    let isSummedUp =
      run.input[SimulatedThresholds.summary] || SimulationPlot.isWanted(run) || !sizes.isEmpty
    if sets.count > 1 || isSummedUp {
      try SimulationRecord.refuse(run)
      let trials = ThresholdTrial.compare(trace, with: sets.map { plan.with($0) }, sizes: sizes)
      try SimulationPlot.write(trials, run)
      return try run.list(trials, TrialColumns.all(withBytes: !sizes.isEmpty))
    }
    plan = plan.with(sets.first ?? plan.thresholds)
    let permit = try SimulationRecord.permit(of: run)
    let outcome = TraceReplay(plan: plan, permit: permit ?? TraceReplay.standIn, log: log).run(
      trace)
    for line in lines.all { try run.note(line) }
    if permit != nil { try SimulationRecord.keep(outcome, run) }
    try run.list(outcome.transitions, columns, empty: "no transitions")
  }

  /// The trace, and the page that holds for it: the one that was named, else a session's own.
  private static func readTrace(_ run: CommandRun) throws -> (Trace, PageID?) {
    let named = SimulateOptions.trace(of: run)
    if let session = run.input[SimulateOptions.session], named == nil {
      let (trace, page) = try HistoryReplay.trace(of: session, run)
      return (trace, run.input[SimulateOptions.page] ?? page)
    }
    guard let file = named, run.input[SimulateOptions.session] == nil else {
      throw Failure(
        .usage, "give either FILE, a trace to replay, or --session, a recorded session.",
        try: "adview-admin simulate --help")
    }
    let bytes = try run.read(file, atMost: .lines)
    do {
      return (try Trace(bytes), run.input[SimulateOptions.page])
    } catch {
      let name = file == "-" ? "standard input" : file.quotedForDisplay
      throw Failure(.badData, "\(name), \(error).", try: "correct the line, or take it out")
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
