// SPDX-License-Identifier: MIT
import AdLoading

/// What one setting came to over some sessions, in numbers that add up.
package struct TrialSum: Hashable, Sendable {
  package private(set) var sessions = 0
  package private(set) var fetches = 0
  /// Fetches of which nobody saw anything.
  package private(set) var wastedFetches = 0
  package private(set) var lateDisplays = 0
  /// For how long places were on the screen without their ads, in milliseconds.
  package private(set) var timeMissing: Int64 = 0
  package private(set) var impressions = 0
  package private(set) var viewableImpressions = 0
  /// The most ads that were loaded at once, added up over the sessions.
  package private(set) var peaks = 0

  package init() {}

  /// Adds a session, or other sessions so many times.
  package mutating func add(_ session: TrialOutcome) {
    sessions += 1
    fetches += session.statistics.fetches
    wastedFetches += session.statistics.wastedFetches
    lateDisplays += session.statistics.lateDisplays
    timeMissing += session.timeMissing
    impressions += session.statistics.impressions
    viewableImpressions += session.statistics.viewableImpressions
    peaks += session.statistics.peakLoaded ?? 0
  }

  /// Adds other sessions, as if each were there so many times.
  package mutating func add(_ other: TrialSum, times: Int = 1) {
    sessions += other.sessions * times
    fetches += other.fetches * times
    wastedFetches += other.wastedFetches * times
    lateDisplays += other.lateDisplays * times
    timeMissing += other.timeMissing * Int64(times)
    impressions += other.impressions * times
    viewableImpressions += other.viewableImpressions * times
    peaks += other.peaks * times
  }

  /// The most ads that were loaded at once, on average over the sessions; it stands for memory.
  package var averagePeak: Double { sessions == 0 ? 0 : Double(peaks) / Double(sessions) }

  /// What a search weighs, the smaller the better: none can be bettered by loading less.
  var costs: [Double] {
    [Double(wastedFetches), Double(timeMissing), -Double(viewableImpressions), averagePeak]
  }
}
