// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// `simulate --sessions FILTER --search`: looks for the thresholds that none beat, over many recorded
/// sessions.
enum SimulationSearch {
  static let chosenSessions = Option(
    "sessions", sessionChoice,
    "With --search: all, or page=PAGE, app-version=TEXT, since=TIME, until=TIME with commas.")
  static let search = Flag("search", "Look for the thresholds that no others beat on --sessions.")
  static let tries = Option(
    "tries", .whole(in: 1...2_000), "How many settings a search tries.", defaultDescription: "100")
  static let seed = Option(
    "seed", .whole(in: 0...1_000_000), "Draws other settings.", defaultDescription: "1")

  static let options: [any DeclaresOption] = [chosenSessions, search, tries, seed]

  /// Which sessions, with times as they were written.
  struct Sessions: Sendable {
    fileprivate var filter = StatisticsFilter()
    fileprivate var since: Moment?
    fileprivate var until: Moment?

    /// The filter at a time of day.
    fileprivate func filter(at now: Timestamp) -> StatisticsFilter {
      var filter = filter
      filter.since = since?.time(at: now)
      filter.until = until?.time(at: now)
      return filter
    }
  }

  private static let sessionChoice = ValueKind<Sessions>(
    "FILTER", expected: "all, or page=PAGE, app-version=TEXT, since=TIME, until=TIME with commas"
  ) { text in
    var sessions = Sessions()
    guard text != "all" else { return sessions }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { return nil }
      switch pair[0] {
      case "page": sessions.filter.page = try PageID(pair[1])
      case "app-version", "version": sessions.filter.appVersion = pair[1]
      case "since": sessions.since = try Moment(pair[1])
      case "until": sessions.until = try Moment(pair[1])
      default: return nil
      }
    }
    return sessions
  }

  /// How many sessions are read at once.
  private static let portion = 64

  /// Searches, where that is asked for.
  static func isDone(by run: CommandRun) throws -> Bool {
    let filter = run.input[chosenSessions]?.filter(at: run.now)
    guard run.input[search] || filter != nil else { return false }
    guard run.input[search], let filter, run.input[SimulateOptions.session] == nil,
      run.input.optional(SimulateOptions.file) == nil, !run.input[SimulationRecord.record],
      !SimulatedThresholds.areNamed(run.input)
    else {
      throw Failure(
        .usage, "--search goes with --sessions, and with no other trace, session or thresholds.",
        try: "adview-admin simulate --help")
    }
    let (result, base, hasRemote) = try run.withDatabase(.readOnly) {
      try searched(filter, $0, run)
    }
    let rows = SearchRow.rows(of: result, own: base)
    if hasRemote {
      try run.note("the settings that were tried take the place of pages' remote percentages")
    }
    let best = rows.count { !$0.isOwn }
    try run.note(
      "\(best.counted("setting")) of \(result.results.count - 1) that no other beats, over "
        + "\(result.results[0].sessions.counted("session")); first the sessions' own")
    try SimulationPlot.write(result, rows, run)
    try run.list(rows, columns)
    return true
  }

  private static func searched(
    _ filter: StatisticsFilter, _ database: AdDatabase, _ run: CommandRun
  ) throws -> (ThresholdSearch, LoadingThresholds, hasRemote: Bool) {
    let history = HistoryRepository(database)
    let sessions = try history.sessions(matching: filter).filter { $0.track == .whole }
    guard let first = sessions.last else {
      throw Failure(
        .notFound, "no session that was recorded with its scroll is among these.",
        try: "adview-admin history sessions")
    }
    let base = try history.track(of: first.id).track.terms.thresholds
    var videoUnits: [PageID: Set<AdUnitID>] = [:]
    for page in Set(sessions.map(\.page)) {
      videoUnits[page] = try self.videoUnits(of: page, database)
    }
    var random = SeededNumbers(seed: UInt64(run.input[seed] ?? 1))
    var search = ThresholdSearch(trying: run.input[tries] ?? 100, base: base, using: &random)
    var hasRemote = false
    try run.withProgress("searching", "sessions") { show in
      var done = 0
      while done < sessions.count {
        let slice = Array(sessions[done..<min(done + portion, sessions.count)])
        let trials = try history.mapTracks(of: slice) { [search, videoUnits] session, track in
          let trial = TrialSession(track, videoUnits: videoUnits[session.page] ?? [])
          return (search.trials(of: trial), trial.hasRemoteThresholds)
        }
        for (trial, isRemote) in trials {
          search.add(trial)
          hasRemote = hasRemote || isRemote
        }
        done += slice.count
        try show(Int64(done), Int64(sessions.count))
      }
    }
    return (search, base, hasRemote)
  }

  /// Which units of a page show video; none where the page is not in the inventory any more.
  static func videoUnits(of page: PageID, _ database: AdDatabase) throws -> Set<AdUnitID> {
    do {
      return try InventoryRepository(database).loadingPlan(of: page).videoUnits
    } catch let error as StoreError where error.code == .noSuchPage {
      return []
    }
  }

  static let columns: [Column<SearchRow>] =
    [
      Column(
        "own", "Own", meaning: "Whether these are the thresholds that the sessions had."
      ) { .flag($0.isOwn) }
    ] + TrialColumns.withoutPeak.map { column in column.of { $0.trial } }
    + [
      Column(
        "averagePeak", "Avg peak", .trailing,
        meaning: "The most ads loaded at once, on average over the sessions."
      ) { .optional(number: SearchRow.rounded($0.result.averagePeak)) },
      change("wastedFetchesChange", "± wasted") { Double($0.statistics.wastedFetches) },
      change("lateDisplaysChange", "± late") { Double($0.statistics.lateDisplays) },
      change("viewableRateChange", "± viewable") { $0.statistics.estimatedViewableRate ?? 0 },
      change("averagePeakChange", "± peak") { $0.averagePeak },
    ]

  private static func change(
    _ key: String, _ title: String, _ value: @escaping @Sendable (ThresholdSearch.Result) -> Double
  ) -> Column<SearchRow> {
    Column(
      key, title, .trailing,
      meaning: "What changing to it would add to or take from the sessions' own."
    ) { .optional(number: SearchRow.rounded(value($0.result) - value($0.own))) }
  }
}
