// SPDX-License-Identifier: MIT
import AdHosting
import AdLoading
import AdModel
import AdReports
import AdStore

/// `simulate FILE`: replays a scroll through the real manager.
enum SimulateCommand {
  static let columns: [Column<LoadTransition>] = [
    Column("t", "Time ms", .trailing, meaning: "The time in milliseconds, as in the trace.") {
      $0.time
    },
    Column("adUnitId", "Unit", meaning: "The id of the ad unit.") { $0.unit },
    Column("from", "From", meaning: "The state before.") { $0.from.rawValue },
    Column("to", "To", meaning: "The state after.") { $0.to.rawValue },
    Column("cause", "Cause", meaning: "Why the state changed.") { $0.cause.rawValue },
  ]

  static let command = Command(
    "simulate", "Replay a recorded scroll through the lazy-loading manager and print what happens.",
    details: SimulatedThresholds.details, effect: .changes,
    output: .forms([
      OutputForm("with one set of thresholds", .keys(of: columns)),
      OutputForm(
        "with several, --summary, --sizes or --plot",
        .keys(of: TrialColumns.all(of: [], withBytes: true))),
      OutputForm("with --search", .keys(of: SearchColumns.front)),
      OutputForm("with --search and --goal", .keys(of: SearchColumns.proposals)),
    ]),
    arguments: [SimulateOptions.file],
    options: [SimulateOptions.session, SimulateOptions.page]
      + SimulatedThresholds.options + SimulationRecord.options
      + [SimulatedSizes.file, SimulationPlot.file, GlobalOptions.out] + SimulationSearch.options,
    examples: [
      Example("simulate scroll.ndjson", "With the default thresholds."),
      Example("simulate scroll.ndjson --page article --format ndjson", "With a page's."),
      Example("simulate scroll.ndjson --fetch 400,800,1700", "Three sets, side by side."),
      Example("simulate --session session-1 --preset viewability,yield", "Two presets."),
      Example(
        "simulate --session session-1 --fetch 400,800,1700 --plot trade-off.svg",
        "The same as a picture."),
      Example(
        "simulate --sessions page=home --search --plot front.svg --format csv --out front.csv",
        "The best of a hundred settings over all recorded sessions of a page."),
      Example(
        "simulate --sessions page=home --search --goal fewest-late --format json --out better.json",
        "Three better settings at most, for 'page set home --from better.json'."),
      Example(
        "simulate scroll.ndjson --page home --record --subject user-17",
        "Keep it in the history, if consent allows."),
    ]
  ) { run in
    if try SimulationSearch.isDone(by: run) { return }
    let trace = try readTrace(run)
    let sizes = try SimulatedSizes.read(run)
    var content = PageContent()
    if let start = trace.start {
      content.plan.thresholds = start.thresholds
      content.plan.remoteThresholds = start.remoteThresholds
    }
    let stored = try SimulationRecord.page(run)
    if let stored {
      content = PageContent(stored)
      let plan = content.plan
      for unit in trace.units where !plan.served.contains(unit) && !plan.withheld.contains(unit) {
        try run.note(
          "warning: page \(stored.page.id) has no unit \(unit); it is loaded all the same")
      }
    }
    for problem in trace.problems { try run.note("\(problem)") }
    let plan = content.plan
    let sets = try SimulatedThresholds.sets(run.input, base: plan.thresholds)
    let keepsThresholds =
      !SimulatedThresholds.areNamed(run.input) && run.input[SimulateOptions.page] == nil
    if !keepsThresholds, trace.steps.contains(where: \.changesThresholds),
      run.input.optional(SimulateOptions.file) != nil
    {
      try run.note(
        "warning: the thresholds that the trace tells are left out, for others are asked for")
    }
    try SimulatedThresholds.warnOfRemote(sets, on: trace, plan: plan, run)
    try SimulatedThresholds.warnOfChurn(sets, on: trace, plan: plan, run)
    let isSummedUp =
      run.input[SimulatedThresholds.summary] || SimulationPlot.isWanted(run) || !sizes.isEmpty
    if sets.count > 1 || isSummedUp {
      try SimulationRecord.refuse(run)
      let trials = ThresholdTrial.compare(
        trace, on: sets.map { content.with($0) }, keepsThresholds: keepsThresholds, sizes: sizes)
      try SimulationPlot.write(trials, run)
      return try run.list(trials, TrialColumns.all(of: trials, withBytes: !sizes.isEmpty))
    }
    let permit = try SimulationRecord.permit(by: stored, run)
    let replay = TraceReplay(
      trace, on: content.with(sets.first ?? plan.thresholds), keepsThresholds: keepsThresholds,
      permit: permit ?? TraceReplay.standIn, isRecorded: permit != nil)
    var first = replay
    let outcome = first.run()
    for line in outcome.lines { try run.note(line) }
    if permit != nil { try SimulationRecord.keep(outcome, of: replay, in: stored?.arm, run) }
    try run.list(outcome.transitions, columns, empty: "no transitions")
  }

  /// The trace: of a file, or of a recorded session.
  private static func readTrace(_ run: CommandRun) throws -> Trace {
    let named = run.input.optional(SimulateOptions.file)
    if let session = run.input[SimulateOptions.session], named == nil {
      return try HistoryReplay.trace(of: session, run)
    }
    guard let file = named, run.input[SimulateOptions.session] == nil else {
      throw Failure(
        .usage, "give either FILE, a trace to replay, or --session, a recorded session.")
    }
    let bytes = try run.read(file, atMost: .lines)
    do {
      return try Trace(bytes)
    } catch {
      throw Failure(
        .badData, "\(CommandRun.name(of: file)), \(error).", try: "correct the line, or take it out"
      )
    }
  }
}

extension PageContent {
  /// The page as the store has it.
  init(_ stored: StoredPage) {
    self.init(
      plan: stored.plan, units: stored.units.map { Unit($0.unit, targeting: $0.targeting) },
      noFill: stored.noFill, feedPattern: stored.page.feedPattern,
      options: stored.terms.bundles)
  }

  /// The page with other thresholds.
  func with(_ thresholds: LoadingThresholds) -> PageContent {
    var content = self
    content.plan.thresholds = thresholds
    return content
  }
}

extension Trace.Step {
  fileprivate var changesThresholds: Bool {
    if case .loading(.thresholds) = event { true } else { false }
  }
}
