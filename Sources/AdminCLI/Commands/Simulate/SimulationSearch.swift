// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// `simulate --sessions FILTER --search`: looks for the thresholds that none beat, over many recorded
/// sessions.
enum SimulationSearch {
  static let chosenSessions = Option(
    "sessions", SessionChoice.kind,
    "With --search: \(SessionChoice.kind.shape.expected).")
  static let search = Flag("search", "Look for the thresholds that no others beat on --sessions.")
  static let tries = Option(
    "tries", .whole(in: 1...2_000), "How many settings a search tries.", defaultDescription: "100")
  static let seed = Option(
    "seed", .whole(in: 0...1_000_000), "Begins random draws elsewhere.", defaultDescription: "1")

  static let goal = Option<Goal>(
    "goal", .choice("GOAL"),
    "Propose at most three settings for this, with no fewer viewable impressions, and at most as much "
      + "more memory as --memory-growth says.")
  static let memoryGrowth = Option(
    "memory-growth", .whole(in: 0...1_000, "PERCENT"),
    "By how much the most ads loaded at once may grow, on average over the sessions, for --goal.",
    defaultDescription: "\(Int(SearchGoal.standardGrowth * 100))")
  static let loadTime = Option(
    "load-time", .whole(in: 0...60_000, "MS"),
    "How long every ad takes to load, rather than as long as it took.")
  static let impressionValue = Option(
    "impression-value", .amount, "What a viewable impression brings, for --goal most-earned.")
  static let requestCost = Option(
    "request-cost", .amount, "What a request costs, in the same currency.")

  static let options: [any DeclaresOption] = [
    chosenSessions, search, goal, memoryGrowth, loadTime, impressionValue, requestCost, tries, seed,
    HistoryOptions.simulated,
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
      throw Failure(.usage, "--impression-value and --request-cost are for --goal most-earned.")
    }
    switch run.input[goal] {
    case .fewestLate: return .fewestLate
    case .fewestWasted: return .fewestWasted
    case .mostViewable: return .mostViewable
    case .mostEarned:
      guard let value, let cost else {
        throw Failure(.usage, "--goal most-earned needs --impression-value and --request-cost.")
      }
      return .mostEarned(perImpression: value, perRequest: cost)
    case nil: return nil
    }
  }

  /// Searches, where that is asked for.
  static func isDone(by run: CommandRun) throws -> Bool {
    var filter = run.input[chosenSessions]?.filter(at: run.now)
    filter?.simulated = run.input[HistoryOptions.simulated]
    guard run.input[search] || filter != nil else { return false }
    guard run.input[search], let filter, run.input[SimulateOptions.session] == nil,
      run.input.optional(SimulateOptions.file) == nil, !run.input[SimulationRecord.record],
      !SimulatedThresholds.areNamed(run.input)
    else {
      throw Failure(
        .usage, "--search goes with --sessions, and with no other trace, session or thresholds.")
    }
    let wanted = try goal(of: run)
    guard wanted != nil || run.input[memoryGrowth] == nil else {
      throw Failure(.usage, "--memory-growth is for --goal.")
    }
    let found = try run.withDatabase(.readOnly) { database in
      let history = HistoryRepository(database)
      let sessions = try history.sessions(matching: filter).filter { $0.track == .whole }
      guard !sessions.isEmpty else {
        throw Failure(
          .notFound,
          try run.nothing(
            "no session that was recorded with its scroll is among these", in: history)
            + ".",
          try: "adview-admin history sessions")
      }
      return try RecordedSearch(
        over: sessions, in: history, trying: run.input[tries] ?? 100,
        seed: UInt64(run.input[seed] ?? 1), growth: growth(of: run),
        loadTime: run.input[loadTime].map(Int64.init), run)
    }
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
    let rows = SearchRow.rows(of: proposals, own: found.search.results[0], found.base)
    try run.note(words(for: proposals, of: found, run))
    try SimulationPlot.write(found.search, rows, run)
    // The gain is one of the other changes, but for money.
    let columns = SearchColumns.proposals.map { column in
      column.key == "goalInWords" && run.input[goal] != .mostEarned ? column.titled(nil) : column
    }
    try run.list(rows, columns)
    return true
  }

  /// By how much of today's memory may grow.
  private static func growth(of run: CommandRun) -> Double {
    run.input[memoryGrowth].map { Double($0) / 100 } ?? SearchGoal.standardGrowth
  }

  private static func words(
    for proposals: [ThresholdProposal], of found: RecordedSearch, _ run: CommandRun
  ) -> String {
    guard found.sessions >= ThresholdSearch.leastSessions else {
      return "nothing is proposed from \(found.sessions.counted("session")); at least "
        + "\(ThresholdSearch.leastSessions) are needed"
    }
    let tried = (found.search.results.count - 1).counted("setting")
    guard !proposals.isEmpty else {
      return
        "none of \(tried) is better for this goal in both halves of the sessions with impressions "
        + "no fewer and memory at most \((growth(of: run) * 100).formatted) % more; --memory-growth allows "
        + "more, --tries and --seed try others"
    }
    return "\(proposals.count.counted("proposal")) of \(tried), chosen on one half of "
      + "\(found.sessions.counted("session")); changes are for 100 sessions, by the other half, with "
      + "intervals at 95 of 100. Take one: page set PAGE --from FILE, of this as JSON"
  }
}
