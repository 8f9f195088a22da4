// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

/// What the history's own bounds have deleted so far.
public struct DroppedHistory: Hashable, Sendable {
  /// How many sessions.
  public let sessions: Int
  /// How many transitions they held.
  public let transitions: Int
  /// When some went last.
  public let droppedAt: Timestamp
  /// What is known to have happened last in any of them.
  public let youngestAt: Timestamp
}

extension HistoryRepository {
  /// Reads what the bounds of the settings, `history-days` and `history-bytes`, have deleted so far;
  /// `nil` where nothing was.
  public func dropped() throws -> DroppedHistory? {
    try database.read { connection in
      let name = "what was dropped"
      return try connection.statement(
        "SELECT sessions, transitions, dropped_at, youngest_at FROM history_drops"
      ).first { row in
        DroppedHistory(
          sessions: try row.number(0, of: name), transitions: try row.number(1, of: name),
          droppedAt: try row.time(2, of: name), youngestAt: try row.time(3, of: name))
      }
    }
  }
}
