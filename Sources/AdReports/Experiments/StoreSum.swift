// SPDX-License-Identifier: MIT
package import AdLoading
import AdModel

/// What the sessions of one store came to, in numbers that add up.
package struct StoreSum: Hashable, Sendable {
  /// How many sessions there were.
  package private(set) var sessions = 0
  private var viewable = 0
  /// In milliseconds.
  private var late = 0
  private var unseen = 0
  private var peaks = 0
  /// The times to ad in milliseconds, in no order.
  private(set) var times: [Int32] = []

  /// Begins without any session.
  package init() {}

  /// Counts one session.
  /// - Parameter peakLoaded: The most ads that were loaded at once in it.
  package init(session statistics: LoadStatistics, peakLoaded: Int) {
    self.init(
      viewable: statistics.viewableImpressions, unseen: statistics.wastedFetches,
      peakLoaded: peakLoaded, times: statistics.timesToAd, missed: Int(statistics.timeMissed))
  }

  /// Counts one session by its figures.
  /// - Parameters:
  ///   - times: The times to ad, in milliseconds.
  ///   - missed: For how many milliseconds places were on the screen of ads that never came.
  package init(viewable: Int, unseen: Int, peakLoaded: Int, times: [Int32], missed: Int = 0) {
    sessions = 1
    self.viewable = viewable
    self.unseen = unseen
    self.times = times
    peaks = peakLoaded
    late = times.reduce(missed) { $0 + Int($1) }
  }

  /// Adds other sessions.
  package mutating func add(_ other: StoreSum) {
    sessions += other.sessions
    viewable += other.viewable
    late += other.late
    unseen += other.unseen
    peaks += other.peaks
    times += other.times
  }

  /// The sum of a metric that is counted for each session, in whole numbers: times in milliseconds. 0 of
  /// the time to ad, which is not counted so.
  func count(of metric: ExperimentMetric) -> Int {
    switch metric {
    case .viewable: viewable
    case .late: late
    case .unseen: unseen
    case .memory: peaks
    case .timeToAd: 0
    }
  }
}
