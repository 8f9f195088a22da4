// SPDX-License-Identifier: MIT
package import AdModel
import AdSQLite
package import AdSystem

extension AdDatabase {
  /// Puts a copy of a backup in the place of a database, which is kept under another name. Pending
  /// migrations are run on the copy; the backup is not changed.
  /// - Parameters:
  ///   - path: The database; where there is none, it is made.
  ///   - kept: The name for what was there, in the same folder.
  ///   - busyTimeout: How long others are waited for, in milliseconds.
  ///   - isDryRun: Whether everything is made and examined, and nothing put in place.
  ///   - progress: Takes how many pages are left and how many there are; returning false stops.
  ///   - examine: Looks at the copy before it is put in place, and throws where it must not be.
  /// - Throws: ``StoreError`` with `busy` where another process has the database open, `foreignFile`,
  ///   `newerSchema`, `alteredMigrations`, or what reading the backup meets; what `examine` throws.
  ///   The database is as it was then.
  package static func restore(
    from backup: String, to path: String, keeping kept: String, now: Timestamp,
    busyTimeout: Int32 = 5_000, layer: FileLayer = .system, isDryRun: Bool = false,
    progress: (_ left: Int, _ total: Int) -> Bool = { _, _ in true },
    examine: (_ copy: String) throws -> Void
  ) throws -> [String] {
    var configuration = configuration
    configuration.busyTimeout = busyTimeout
    return try StoreError.translating(path) {
      do {
        return try Connection.replaceFile(
          at: path, keeping: kept, configuration: configuration, layer: layer, isDryRun: isDryRun
        ) { draft in
          try StoreError.translating(backup) {
            let source = try Connection(
              path: backup, mode: .examining, configuration: Self.configuration)
            try source.copy(into: draft, progress: progress)
            try source.close()
          }
          let ran = try StoreError.naming(backup) { try migrate(path: draft, now: now) }
          try examine(draft)
          return ran
        }
      } catch let error as SQLiteError where error.code.primary == .busy {
        throw StoreError(
          .busy, "another process has '\(path)' open; nothing was put in its place",
          advice: "end it, and try again")
      }
    }
  }
}

extension StoreError {
  /// Runs `body` on a copy; its errors speak of what it is a copy of.
  fileprivate static func naming<Result>(
    _ original: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw StoreError(
        error.code, "a copy of '\(original)' cannot be migrated: \(error.message)",
        recovery: error.recovery)
    }
  }
}
