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

  private static func drop(now: Timestamp, _ connection: Connection) throws -> Int {
    let settings = try InventorySettings.read(connection)
    var policies: [PrunePolicy] = []
    if let days = settings.historyDays {
      policies.append(.before(now.advanced(by: -Int64(days) * day)))
    }
    if let bytes = settings.historyBytes { policies.append(.toSize(bytes: bytes)) }
    var dropped: [SessionSummary] = []
    for policy in policies {
      let plan = try HistoryRepository.prunePlan(policy, now: now, connection)
      let portion = HistoryRepository.nextBatch(of: plan.sessions[...], transitions: portion)
      dropped += try portion.filter { try HistoryRepository.delete($0, connection) }
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
