// SPDX-License-Identifier: MIT

/// What an experiment is for, or must not cost: a figure of the sessions of an arm.
package enum ExperimentMetric: String, CaseIterable, Hashable, Sendable {
  /// Viewable impressions a session: more are better.
  case viewable
  /// For how long places were on the screen without their ads while these were loaded, in seconds a session:
  /// until they came, or until the loads ended of those that never came.
  case late
  /// Requests a session of which nobody saw anything.
  case unseen
  /// The time to ad in milliseconds that 75 of 100 ads did not exceed.
  case timeToAd
  /// The most ads loaded at once, on average of the sessions.
  case memory

  /// Whether less of it is better.
  package var lessIsBetter: Bool { self != .viewable }

  /// Its name for people.
  package var title: String {
    switch self {
    case .viewable: "Viewable impressions a session"
    case .late: "Seconds a session without the ad"
    case .unseen: "Requests a session that nobody saw"
    case .timeToAd: "Time to ad, 75 of 100, in ms"
    case .memory: "Most ads loaded at once"
    }
  }
}
