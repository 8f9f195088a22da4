// SPDX-License-Identifier: MIT
public import AdLoading
public import AdModel

/// The kind of group for which statistics are counted.
/// Cases may be added: `switch` over it with a `default`.
public enum StatisticsGrouping: Hashable, Sendable {
  /// For each ad unit.
  case unit
  /// For each page.
  case page
  /// For each session.
  case session
  /// For each version of the app.
  case appVersion
  /// For each day on which sessions began, in UTC or as the filter's offset says.
  case day
  /// For each arm of each experiment, as `EXPERIMENT/ARM`, and for sessions that were in none together.
  case arm
  /// For each value of an attribute of sessions, and for those that have none together.
  case attribute(String)

  /// Those that have a word of their own.
  package static let named: [StatisticsGrouping] = [
    .unit, .page, .session, .appVersion, .day, .arm,
  ]

  /// The grouping of a word, or else by the attribute of that name.
  /// - Throws: `InvalidValue` of what no attribute can be called.
  package init(_ word: String) throws(InvalidValue) {
    if let known = Self.named.first(where: { $0.word == word }) {
      self = known
    } else {
      try SessionAttributes.check(name: word)
      self = .attribute(word)
    }
  }

  /// The word for it, or the attribute's name.
  package var word: String {
    switch self {
    case .unit: "unit"
    case .page: "page"
    case .session: "session"
    case .appVersion: "appVersion"
    case .day: "day"
    case .arm: "arm"
    case .attribute(let name): name
    }
  }
}

/// Which sessions and units statistics count; what is not set leaves out nothing but
/// simulations.
///
/// Sessions are counted whole: those that began within the given time.
public struct StatisticsFilter: Hashable, Sendable {
  /// Only one ad unit.
  public var unit: AdUnitID?
  /// Only sessions of one page.
  public var page: PageID?
  /// Only one session.
  public var session: SessionID?
  /// Only sessions of one version of the app.
  public var appVersion: String?
  /// Only sessions of one experiment.
  public var experiment: ExperimentID?
  /// Only sessions of arms of this name.
  public var arm: ArmID?
  /// Only sessions with these attributes, values by names.
  public var attributes: [String: String] = [:]
  /// Only sessions that began at this time or later.
  public var since: Timestamp?
  /// Only sessions that began before this time.
  public var until: Timestamp?
  /// By how many minutes the clock by whose midnights days are told is ahead of UTC.
  package var utcOffset = 0
  /// Simulated sessions instead of real ones; a session that is named is counted whatever it is.
  public var simulated = false

  /// Makes a filter that leaves out nothing.
  public init() {}
}

/// The statistics of one unit, page, session, version or day.
public struct StatisticsGroup: Hashable, Identifiable, Sendable {
  /// What its sessions have in common.
  public var id: String { key }

  /// The unit's id, the page, the session's id, the version, the day as `2026-11-21`, the arm as
  /// `EXPERIMENT/ARM`, or the value of an attribute; the last two empty for sessions that have none.
  public let key: String
  /// In how many sessions something happened.
  public let sessions: Int
  /// How many transitions of these sessions are known to be missing.
  public let lost: Int
  /// The counts; the most units loaded at once are not counted for a single unit.
  public let statistics: LoadStatistics
}
