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
  private static let day: Int64 = 86_400_000

  private var nextLook = 0

  /// Whether it is time to look: with the first batch, every so often, and at the end.
  func isDue(stored: Int, isEnding: Bool) -> Bool { stored >= nextLook || isEnding }

  /// Deletes some of the oldest sessions where the history is beyond its bounds, and notes that in
  /// the database, in one transaction.
  /// - Returns: How many sessions.
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
    let newest = try connection.statement(
      """
      SELECT max(started_at) FROM sessions WHERE simulated = 0
      GROUP BY started_at / 86400000 ORDER BY started_at / 86400000 DESC LIMIT 1 OFFSET 2
      """
    ).first { $0.int64(0) }
    return newest.map { min(Timestamp(milliseconds: $0), now) }
  }

  private static func drop(now: Timestamp, _ connection: Connection) throws -> Int {
    let settings = try InventorySettings.read(connection)
    var policies: [PrunePolicy] = []
    if let days = settings.historyDays, let trusted = try trustedTime(now: now, connection) {
      policies.append(.before(trusted.advanced(by: -Int64(days) * day)))
    }
    if let bytes = settings.historyBytes { policies.append(.toSize(bytes: bytes)) }
    var dropped: [SessionSummary] = []
    for policy in policies {
      let plan = try HistoryRepository.prunePlan(policy, now: now, connection)
      let portion = HistoryRepository.nextBatch(of: plan.sessions[...], transitions: portion)
      dropped += try HistoryRepository.prune(portion, at: now, connection)
    }
    guard let youngest = dropped.map(\.lastAt).max() else { return 0 }
    try connection.statement(
      """
      INSERT INTO history_drops (one, sessions, transitions, dropped_at, youngest_at)
      VALUES (1, ?1, ?2, ?3, ?4)
      ON CONFLICT (one) DO UPDATE SET sessions = sessions + ?1, transitions = transitions + ?2,
        dropped_at = ?3, youngest_at = max(youngest_at, ?4)
      """
    ).run(
      dropped.count, dropped.reduce(0) { $0 + $1.transitions }, now.milliseconds,
      youngest.milliseconds)
    return dropped.count
  }
}
