// SPDX-License-Identifier: MIT
public import AdModel

/// Which sessions a history may lose. Cases may be added: `switch` over it with a `default`.
public enum PrunePolicy: Hashable, Sendable {
  /// Those in which nothing has happened since a time; sessions that may still run are kept.
  case before(Timestamp)
  /// The oldest ones, until the file's content is at most this many bytes; sessions that may still
  /// run are kept.
  case toSize(bytes: Int64)
  /// Those that begin later than a time: a clock was ahead.
  case datedAfter(Timestamp)
}

/// The sessions that pruning is about to delete, whole ones only.
public struct PrunePlan: Hashable, Sendable {
  /// The sessions, oldest first.
  public let sessions: [SessionSummary]
  /// How many bytes become free for new content, estimated: as if the whole file were history.
  public let estimatedBytes: Int64
  let policy: PrunePolicy
  /// The time of day by which sessions counted as ended.
  let madeAt: Timestamp

  /// How many transitions they hold.
  public var transitions: Int { sessions.reduce(0) { $0 + $1.transitions } }
}

/// The sessions that pruning has deleted: fewer than planned where some were written meanwhile.
public struct PruneOutcome: Hashable, Sendable {
  /// The sessions, oldest first.
  public internal(set) var sessions: [SessionSummary] = []

  /// How many transitions they held.
  public var transitions: Int { sessions.reduce(0) { $0 + $1.transitions } }
}
