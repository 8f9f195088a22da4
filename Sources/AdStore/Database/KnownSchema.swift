// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem

/// The schema of a file as it was last compared with ours: what somebody plants, and what a newer
/// program migrates, while the file is open, is seen before the next write.
final class KnownSchema: Sendable {
  /// SQLite's number of the schema, which moves whenever anything of it changes.
  private let number = Mutex<Int64?>(nil)

  /// Runs a check of the schema, unless its number is the one that was seen before.
  /// - Parameters:
  ///   - connection: In a transaction, where what is seen shall hold for what is written.
  ///   - check: Throws where the schema is not ours.
  /// - Throws: What `check` throws; what SQLite reports.
  func require(of connection: Connection, _ check: () throws -> Void) throws {
    let found = try connection.statement("PRAGMA schema_version").first { $0.int64(0) }
    guard found != number.withLock({ $0 }) else { return }
    try check()
    number.withLock { $0 = found }
  }
}
