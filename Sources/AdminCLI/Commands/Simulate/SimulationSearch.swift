// SPDX-License-Identifier: MIT
import AdHosting
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

  static let goal = Option<Goal>(
    "goal", .choice("GOAL"),
    "Propose at most three settings for this, with viewable impressions no fewer and memory at most a "
      + "tenth more.")
  static let loadTime = Option(
    "load-time", .whole(in: 0...60_000, "MS"),
    "How long every ad takes to load, rather than as long as it took.")
  static let impressionValue = Option(
    "impression-value", .amount, "What a viewable impression brings, for --goal most-earned.")
  static let requestCost = Option(
    "request-cost", .amount, "What a request costs, in the same currency.")

  static let options: [any DeclaresOption] = [
    chosenSessions, search, goal, loadTime, impressionValue, requestCost, tries, seed,
  ]

  /// What a search may be for.
  enum Goal: String, CaseIterable, Hashable, Sendable {
    case fewestLate = "fewest-late"
    case fewestWasted = "fewest-wasted"
    case mostViewable = "most-viewable"
    case mostEarned = "most-earned"
  }

  /// The goal that is asked for.
  private static func goal(of run: CommandRun) throws(Failure) -> SearchGoal? {
    let (value, cost) = (run.input[impressionValue], run.input[requestCost])
    guard run.input[goal] == .mostEarned || value == nil && cost == nil else {
      throw Failure(
        .usage, "--impression-value and --request-cost are for --goal most-earned.",
        try: "adview-admin simulate --help")
    }
    switch run.input[goal] {
    case .fewestLate: return .fewestLate
    case .fewestWasted: return .fewestWasted
    case .mostViewable: return .mostViewable
    case .mostEarned:
      guard let value, let cost else {
        throw Failure(
          .usage, "--goal most-earned needs --impression-value and --request-cost.",
          try: "adview-admin simulate --help")
      }
      return .mostEarned(perImpression: value, perRequest: cost)
    case nil: return nil
    }
  }

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
    let wanted = try goal(of: run)
    let found = try run.withDatabase(.readOnly) { try searched(filter, $0, run) }
    for note in found.notes { try run.note(note) }
    guard let wanted else {
      let rows = SearchRow.rows(of: found.search, own: found.base)
      try run.note(
        "\(rows.count { !$0.isOwn }.counted("setting")) of \(found.search.results.count - 1) that no "
          + "other beats, over \(found.sessions.counted("session")); first the sessions' own")
      try SimulationPlot.write(found.search, rows, run)
      try run.list(rows, SearchColumns.front)
      return true
    }
    var random = SeededNumbers(seed: UInt64(run.input[seed] ?? 1))
    let proposals = found.search.proposals(for: wanted, using: &random)
    let rows = SearchRow.rows(
      of: proposals, own: found.search.results[0], found.base)
    try run.note(words(for: proposals, of: found))
    try SimulationPlot.write(found.search, rows, run)
    try run.list(rows, SearchColumns.proposals)
    return true
  }

  private static func words(for proposals: [ThresholdProposal], of found: Found) -> String {
    guard found.sessions >= ThresholdSearch.leastSessions else {
      return "nothing is proposed from \(found.sessions.counted("session")); at least "
        + "\(ThresholdSearch.leastSessions) are needed"
    }
    let tried = (found.search.results.count - 1).counted("setting")
    guard !proposals.isEmpty else {
      return
        "none of \(tried) is better for this goal in both halves of the sessions with impressions "
        + "no fewer and memory at most a tenth more; --tries and --seed try others"
    }
    return "\(proposals.count.counted("proposal")) of \(tried), chosen on one half of "
      + "\(found.sessions.counted("session")); changes are for 100 sessions, by the other half, with "
      + "intervals at 95 of 100. Take one: page set PAGE --from FILE, of this as JSON"
  }

  /// What a search came to.
  private struct Found {
    var search: ThresholdSearch
    /// What the newest session had.
    let base: LoadingThresholds
    var own: Set<LoadingThresholds> = []
    var hasRemote = false
    /// How many sessions told how long their ads took.
    var measured = 0

    var sessions: Int { search.results[0].sum.sessions }

    /// What has to be known before it is trusted.
    var notes: [String] {
      var notes: [String] = []
      if hasRemote {
        notes.append("the settings that were tried take the place of pages' remote percentages")
      }
      if own.count > 1 {
        notes.append(
          "the sessions had \(own.count) different thresholds; those of the newest are shown")
      }
      if measured < sessions {
        notes.append(
          "\((sessions - measured).counted("session")) did not tell how long ads took to load: there "
            + "it is \(SimulatedHost.standardLoadTime) ms; --load-time says another")
      }
      return notes
    }
  }

  private static func searched(
    _ filter: StatisticsFilter, _ database: AdDatabase, _ run: CommandRun
  ) throws -> Found {
    let history = HistoryRepository(database)
    let sessions = try history.sessions(matching: filter).filter { $0.track == .whole }
    guard let first = sessions.last else {
      throw Failure(
        .notFound, "no session that was recorded with its scroll is among these.",
        try: "adview-admin history sessions")
    }
    let base = try history.track(of: first.id).track.terms.thresholds
    var random = SeededNumbers(seed: UInt64(run.input[seed] ?? 1))
    var found = Found(
      search: ThresholdSearch(trying: run.input[tries] ?? 100, base: base, using: &random),
      base: base)
    let given = run.input[loadTime].map { LoadTimes(always: LoadTime(page: Int64($0))) }
    try run.withProgress("searching", "sessions") { show in
      var done = 0
      while done < sessions.count {
        let slice = Array(sessions[done..<min(done + portion, sessions.count)])
        let trials = try history.mapTracks(of: slice) { [search = found.search] _, track, lives in
          let times =
            given
            ?? LoadTimes(lives, usual: LoadTime(page: SimulatedHost.standardLoadTime))
          let trial = TrialSession(track, loadTimes: times)
          return (
            trials: search.trials(of: trial), own: track.terms.thresholds,
            hasRemote: trial.hasRemoteThresholds,
            isMeasured: given != nil || lives.contains { $0.loadTime != nil }
          )
        }
        for trial in trials {
          found.search.add(trial.trials)
          found.own.insert(trial.own)
          found.hasRemote = found.hasRemote || trial.hasRemote
          found.measured += trial.isMeasured ? 1 : 0
        }
        done += slice.count
        try show(Int64(done), Int64(sessions.count))
      }
    }
    return found
  }
}
