// SPDX-License-Identifier: MIT
public import AdLoading
public import AdModel
import AdSQLite

/// A session of the history as a whole.
public struct SessionSummary: Hashable, Identifiable, Sendable {
  /// The number by which the history knows the session.
  let number: Int64
  /// The session's name.
  public let id: SessionID
  /// The page that was shown.
  public let page: PageID
  /// The version of the app; empty where it was not given.
  public let appVersion: String
  /// The device; empty where it was not given.
  public let device: String
  /// By what it is grouped with others.
  public let attributes: SessionAttributes
  /// The arm of an experiment in which it began; nil where it was in none.
  public let arm: ExperimentArm?
  /// When the session began.
  public let startedAt: Timestamp
  /// When the session ended, or what is known to have happened in it last.
  public let lastAt: Timestamp
  /// Whether the session ended in good order; otherwise it still runs, or its process was killed and
  /// its last moments are missing.
  public let isClosed: Bool
  /// Whether ads that were seen were recorded.
  public let measuresViewability: Bool
  /// How many transitions are stored.
  public let transitions: Int
  /// How many transitions are known to be missing.
  public let lost: Int
  /// How many stretches of sequence numbers are missing.
  public let gaps: Int
  /// The most units that were loaded at once.
  public let peakLoaded: Int
  /// Whether it is a simulation, which nobody saw.
  public let isSimulated: Bool
  /// Whether it can be replayed.
  public let track: TrackState

  /// How many phones its phone stands for in what phones send; 0 where it is not of the sample.
  let weight: Int
  /// Whether nothing more is expected of it: it ended in good order, or its process was found gone.
  let isOver: Bool

  static let select = """
    SELECT session, id, page, app_version, device, started_at, last_at, closed, measured,
      transitions, lost, gaps, peak, simulated, track, attributes, experiment, arm,
      closed OR sealed, weight FROM sessions
    """

  /// The session of that number; nil where there is none.
  static func numbered(_ number: Int64, _ connection: Connection) throws -> SessionSummary? {
    try connection.prepare(select + " WHERE session = ?1") {
      try $0.first(number) { try SessionSummary($0) }
    }
  }

  init(_ row: borrowing Row) throws(StoreError) {
    let id = SessionID(validated: row.text(1))
    let name = "session '\(id)'"
    number = row.int64(0)
    self.id = id
    page = PageID(validated: row.text(2))
    appVersion = row.text(3)
    device = row.text(4)
    startedAt = try row.time(5, of: name)
    lastAt = try row.time(6, of: name)
    isClosed = row.bool(7)
    measuresViewability = row.bool(8)
    transitions = try row.number(9, of: name)
    lost = try row.number(10, of: name)
    gaps = try row.number(11, of: name)
    peakLoaded = try row.number(12, of: name)
    isSimulated = row.bool(13)
    track = try TrackState(databaseValue: row.int64(14))
    attributes = SessionAttributes(stored: row.text(15))
    arm =
      row.isNull(16)
      ? nil
      : ExperimentArm(ExperimentID(validated: row.text(16)), ArmID(validated: row.text(17)))
    isOver = row.bool(18)
    weight = try row.number(19, of: name)
  }
}

/// One session and what happened in it, in order.
public struct SessionTimeline: Hashable, Sendable {
  /// The session.
  public let session: SessionSummary
  /// The transitions, oldest first.
  public let entries: [HistoryEntry]
  /// What became of loaded ads beside their states, oldest first.
  public let events: [AdHistoryEvent]

  /// Those that tell when ads became viewable.
  public var viewable: [AdHistoryEvent] { events.filter { $0.event == .viewable } }
}

/// What became of a loaded ad at a time.
public struct AdHistoryEvent: Hashable, Sendable {
  /// The ad unit.
  public let unit: AdUnitID
  /// When.
  public let at: Timestamp
  /// What.
  public let event: AdEvent
}
