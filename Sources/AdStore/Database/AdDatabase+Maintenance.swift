// SPDX-License-Identifier: MIT
import AdSQLite
package import AdSystem

extension AdDatabase {
  /// How the file keeps changes that are under way, in SQLite's words: `wal`, where we made it.
  /// - Throws: ``StoreError``.
  package func journalMode() throws -> String {
    try read { try $0.statement("PRAGMA journal_mode").first { $0.text(0) } ?? "" }
  }

  /// Looks for damage as hard as SQLite can: pages that contradict themselves, indexes that say
  /// otherwise than their tables, values that no rule of the schema allows, and references to
  /// nothing.
  /// - Parameters:
  ///   - limit: How many findings at most, of each kind.
  ///   - shouldContinue: Asked many times a second; returning false ends the search.
  /// - Returns: The findings, a line each; empty where the file is sound.
  /// - Throws: ``StoreError``, with `corrupt` for a badly damaged file, `interrupted`.
  /// - Complexity: Reads the whole file, some milliseconds a megabyte.
  package func findDamage(
    limit: Int = 100, while shouldContinue: () -> Bool = { true }
  ) throws -> [String] {
    try StoreError.translating(path) {
      let connection = try Self.open(file, .examining, 5_000, named: path)
      let damage = try connection.withProgress(every: 100_000, while: shouldContinue) {
        try connection.transaction(.read) {
          let dangling = try connection.foreignKeyCheck().prefix(limit).map { violation in
            "a row of \(violation.table) refers to a row of \(violation.parent) that does not exist"
          }
          return try connection.integrityCheck(limit: limit) + dangling
        }
      }
      try connection.close()
      return damage
    }
  }

  /// Whether the file was made by publishing, which needs no log beside it and holds nothing of
  /// people.
  package func isPublished() throws -> Bool {
    try read { connection in
      try connection.statement("PRAGMA journal_mode").first { $0.text(0) } != "wal"
        && connection.statement("SELECT count(*) FROM consent_entries").first { $0.int64(0) } == 0
        && connection.statement("SELECT count(*) FROM sessions").first { $0.int64(0) } == 0
    }
  }

  /// Takes from others what they may do with the file and its log; opening for writing does that,
  /// too.
  /// - Returns: Whether nobody else may do anything now.
  package func makePrivate() -> Bool { Connection.makePrivate(file) }

  /// Copies the whole database into a new file that its owner alone can read, while others go on
  /// reading and writing. It holds consent and history: keep it as you keep the original.
  /// - Parameters:
  ///   - path: The new file; whatever exists there is refused and not touched.
  ///   - progress: Takes how many pages are left and how many there are; returning false stops.
  /// - Throws: ``StoreError`` with `fileExists`, `cannotCreate`, `interrupted` or `full`. No file
  ///   is left then.
  public func backUp(
    to path: String, progress: (_ left: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws {
    try backUp(to: path, layer: .system, progress: progress)
  }

  /// The same with other calls into the file system.
  /// - Parameter examine: Looks at the complete copy before it has its name.
  package func backUp(
    to path: String, layer: FileLayer, progress: (_ left: Int, _ total: Int) -> Bool,
    examine: (_ copy: String) throws -> Void = { _ in }
  ) throws {
    try read { connection in
      try connection.backUp(toPath: path, layer: layer, progress: progress, examine: examine)
    }
  }

  /// How many bytes the file has, and how many of them hold nothing and are used for what comes.
  /// - Throws: ``StoreError``.
  package func size() throws -> (bytes: Int64, free: Int64) {
    try read { try $0.size() }
  }

  /// Gives the space that became free back to the file system: writes the file anew.
  /// - Returns: How many bytes smaller the file is.
  /// - Throws: ``StoreError`` with `busy` where another connection writes or still reads an older
  ///   state, `full` where the disk has no room for a copy.
  /// - Complexity: O(*n*) in the size of the file.
  package func compact() throws -> Int64 {
    try maintain { connection in
      let before = try connection.size().bytes
      try connection.execute("VACUUM")
      // The log holds the new file until it is moved over the old one.
      guard try !connection.checkpoint().isPartial else {
        throw StoreError(
          .busy, "the file was written anew, and another connection still reads its older state",
          advice: "try again when that is closed")
      }
      return try before - connection.size().bytes
    }
  }
}

extension Connection {
  /// Copies as ``AdDatabase/backUp(to:layer:progress:examine:)``, whatever the file's version.
  func backUp(
    toPath path: String, layer: FileLayer, progress: (_ left: Int, _ total: Int) -> Bool,
    examine: (_ copy: String) throws -> Void = { _ in }
  ) throws {
    do {
      try backUp(to: path, layer: layer, progress: progress, examine: examine)
    } catch let error as OpenError {
      throw StoreError(creating: error)
    } catch let error as FileLayerError {
      throw StoreError(error, making: path)
    } catch let error as SQLiteError where error.code.primary == .full {
      throw StoreError(.full, "the disk is full; '\(path)' was not made", advice: "make room")
    }
  }
}
