// SPDX-License-Identifier: MIT
import AdHosting
import AdLoading
import AdModel
import AdReports
import AdStore

/// A search of thresholds over recorded sessions, and what has to be known of these.
struct RecordedSearch {
  private(set) var search: ThresholdSearch
  /// What the newest session had.
  let base: LoadingThresholds
  /// With which thresholds how many sessions began.
  private(set) var own: [LoadingThresholds: Int] = [:]
  private var hasRemote = false
  /// How many sessions told how long their ads took.
  private var measured = 0
  /// How many loads had which fault for which cause.
  private(set) var reasons: [HistoryAdvice.Reason: Int] = [:]

  /// How many sessions are read at once.
  private static let portion = 64
  /// After sessions with so many transitions only settings that may still be proposed are run.
  private static let narrowing = 20_000
  /// Sessions are drawn until they have so many transitions, where one goal is searched for.
  private static let enough = 60_000

  var sessions: Int { search.results[0].sum.sessions }

  /// Runs every session under every setting.
  /// - Parameters:
  ///   - sessions: Those with a whole track, at least one.
  ///   - growth: By how much of today's memory may grow for a goal.
  ///   - loadTime: How long every ad takes to load, in milliseconds; nil for as long as it took.
  ///   - goal: Where what serves this one best is asked and nothing else: then of many sessions some are
  ///     drawn, as many as take seconds.
  /// - Throws: ``StoreError`` of a track that cannot be read.
  init(
    over sessions: [SessionSummary], in history: HistoryRepository, trying count: Int, seed: UInt64,
    growth: Double = SearchGoal.standardGrowth, loadTime: Int64?,
    narrowingTo goal: SearchGoal? = nil, _ run: CommandRun
  ) throws {
    base = try history.track(of: sessions[sessions.count - 1].id).track.terms.thresholds
    var random = SeededNumbers(seed: seed)
    search = ThresholdSearch(trying: count, base: base, greatestGrowth: growth, using: &random)
    let sessions = goal == nil ? sessions : Self.drawn(from: sessions, using: &random)
    let given = loadTime.map { LoadTimes(always: LoadTime(page: $0)) }
    try run.withProgress("searching", "sessions") { show in
      var done = 0
      var transitions = 0
      var isNarrow = false
      while done < sessions.count {
        let slice = Array(sessions[done..<min(done + Self.portion, sessions.count)])
        let trials = try history.mapTracks(of: slice) { [search] _, track, lives in
          let times =
            given ?? LoadTimes(lives, usual: LoadTime(page: SimulatedHost.standardLoadTime))
          let trial = TrialSession(track, loadTimes: times)
          return (
            faults: LoadDiagnosis(track, findsPredictions: false).faults(of: lives).compactMap {
              $0.map(HistoryAdvice.Reason.init)
            },
            trials: search.trials(of: trial), own: track.terms.thresholds,
            hasRemote: trial.hasRemoteThresholds,
            isMeasured: given != nil || lives.contains { $0.loadTime != nil }
          )
        }
        for trial in trials {
          search.add(trial.trials)
          own[trial.own, default: 0] += 1
          hasRemote = hasRemote || trial.hasRemote
          measured += trial.isMeasured ? 1 : 0
          for reason in trial.faults { reasons[reason, default: 0] += 1 }
        }
        transitions += slice.reduce(0) { $0 + $1.transitions }
        if let goal, !isNarrow, transitions >= Self.narrowing {
          search.narrow(to: goal)
          isNarrow = true
        }
        done += slice.count
        try show(Int64(done), Int64(sessions.count))
      }
    }
  }

  /// Draws sessions, in an order that is random too, so that the first of them are of the whole period.
  private static func drawn(
    from sessions: [SessionSummary], using random: inout some RandomNumberGenerator
  ) -> [SessionSummary] {
    var transitions = 0
    return Array(
      sessions.shuffled(using: &random).prefix { session in
        defer { transitions += session.transitions }
        return transitions < enough
      })
  }

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
