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

extension AdDatabase {
  /// Gives the space that became free back to the file system: writes the file anew.
  /// - Returns: How many bytes smaller the file is.
  /// - Throws: ``StoreError`` with `busy` where another connection writes or still reads an older
  ///   state, `full` where the disk has no room for a copy.
  /// - Complexity: O(*n*) in the size of the file.
  package func compact() throws -> Int64 {
    try maintain { connection in
      func bytes() throws -> Int64 {
        let pages = try connection.statement("PRAGMA page_count").first { $0.int64(0) } ?? 0
        return try pages * (connection.statement("PRAGMA page_size").first { $0.int64(0) } ?? 0)
      }
      let before = try bytes()
      try connection.execute("VACUUM")
      // The log holds the new file until it is moved over the old one.
      let isBusy =
        try connection.statement("PRAGMA wal_checkpoint(TRUNCATE)").first { $0.int64(0) != 0 }
      guard isBusy == false else {
        throw StoreError(
          .busy, "the file was written anew, and another connection still reads its older state",
          advice: "try again when that is closed")
      }
      return try before - bytes()
    }
  }
}
