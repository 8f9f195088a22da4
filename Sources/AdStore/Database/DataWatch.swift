// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem

/// Remembers up to which commit of other connections a connection has looked.
final class DataWatch: Sendable {
  private let seen = Mutex<Int64?>(nil)

  /// Whether other connections have committed since the last call; also at the first call, since
  /// nobody knows what was before.
  /// - Parameter connection: Always the same one, outside a transaction.
  /// - Returns: Whether there was a commit.
  /// - Throws: What SQLite reports.
  func hasMoved(on connection: Connection) throws -> Bool {
    let version = try connection.statement("PRAGMA data_version").first { $0.int64(0) }
    return seen.withLock { seen in
      defer { seen = version }
      return seen != version
    }
  }
}
