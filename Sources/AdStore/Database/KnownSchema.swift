// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem

/// The schema of a file as it was last compared with ours: what somebody plants, and what a newer
/// program migrates, while the file is open, is seen before the next write.
final class KnownSchema: Sendable {
  /// SQLite's number of the schema, which moves whenever anything of it changes.
  private let number = Mutex<Int64?>(nil)

  /// Refuses a schema that is not ours; looks only at its number where it was seen before.
  /// - Parameters:
  ///   - connection: In a transaction, where what is seen shall hold for what is written.
  ///   - path: The file, in the words of errors.
  /// - Throws: ``StoreError`` with `newerSchema`, `olderSchema` or `alteredSchema`; what SQLite
  ///   reports.
  func require(of connection: Connection, path: String) throws {
    let found = try connection.statement("PRAGMA schema_version").first { $0.int64(0) }
    guard found != number.withLock({ $0 }) else { return }
    try AdDatabase.requireVersion(of: connection, path: path)
    try AdDatabase.requireOwnSchema(of: connection, path: path)
    number.withLock { $0 = found }
  }
}
