// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// Keeps the history within the bounds that the settings give it, a little at a time, while sessions
/// are recorded: so it needs nobody to remember it.
struct HistoryBounds: Sendable {
  /// So many transitions are stored before the bounds are looked at again.
  private static let interval = 2_000
  /// About so many are deleted at once, so that no writer waits long.
  private static let portion = 5_000
  /// After so many dropped sessions, the scripts go that none names any more: all sessions are looked at for
  /// that.
  private static let scriptsInterval = 256
  private static let day: Int64 = 86_400_000

  private var nextLook = 0

  /// Whether it is time to look: with the first batch, every so often, and at the end.
  func isDue(stored: Int, isEnding: Bool) -> Bool { stored >= nextLook || isEnding }

  /// Deletes some of the oldest sessions where the history is beyond its bounds, and notes that in
  /// the database, in one transaction.
  /// - Returns: How many sessions.
  /// - Complexity: O(log *n*) in the sessions where the history is within them.
  mutating func keep(_ writer: SessionWriter) throws -> Int {
    let now = Timestamp(milliseconds: writer.lastAt)
    let dropped = try writer.database.write(isHistory: true) { try Self.drop(now: now, $0) }
    // Where something went, more may have to.
    nextLook = dropped > 0 ? writer.stored : writer.stored + Self.interval
    return dropped
  }

  /// From when the age of sessions is counted: the third newest day on which sessions began, or now
  /// where that is earlier; nil where there are no three such days.
  ///
  /// A clock that is years ahead for a day or two makes nothing old by this, and a device that was not
  /// used for long counts from its third day on.
  private static func trustedTime(
    now: Timestamp, _ connection: Connection
  ) throws -> Timestamp? {
    // Day by day, each found by the index.
    var (newest, bound) = (Int64.max, Int64.max)
    for _ in 0..<3 {
      let next = try connection.statement(
        """
        SELECT started_at FROM sessions WHERE simulated = 0 AND started_at < ?1
        ORDER BY started_at DESC LIMIT 1
        """
      ).first(bound) { $0.int64(0) }
      guard let next else { return nil }
      (newest, bound) = (next, next &- (next % day + day) % day)
    }
    return min(Timestamp(milliseconds: newest), now)
  }

  private static func drop(now: Timestamp, _ connection: Connection) throws -> Int {
    let settings = try InventorySettings.read(connection)
    let trusted = try settings.historyDays.flatMap { days in
      try trustedTime(now: now, connection)?.advanced(by: -Int64(days) * day)
    }
    guard trusted != nil || settings.historyBytes != nil else { return 0 }
    let dropped = try HistoryRepository.pruneOldest(
      at: now, transitions: portion, connection
    ) { oldest in
      if let trusted, oldest.lastAt < trusted { return true }
      guard let bytes = settings.historyBytes else { return false }
      return try HistoryRepository.usedBytes(connection) > bytes
    }
    guard let youngest = dropped.map(\.lastAt).max() else { return 0 }
    let total = try connection.statement(
      """
      INSERT INTO history_drops (one, sessions, transitions, dropped_at, youngest_at)
      VALUES (1, ?1, ?2, ?3, ?4)
      ON CONFLICT (one) DO UPDATE SET sessions = sessions + ?1, transitions = transitions + ?2,
        dropped_at = ?3, youngest_at = max(youngest_at, ?4)
      RETURNING sessions
      """
    ).first(
      dropped.count, dropped.reduce(0) { $0 + $1.transitions }, now.milliseconds,
      youngest.milliseconds
    ) { $0.int(0) }
    if let total, total % scriptsInterval < dropped.count {
      try HistoryRepository.dropUnnamedScripts(connection)
    }
    return dropped.count
  }
}
