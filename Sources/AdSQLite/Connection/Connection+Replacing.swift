// SPDX-License-Identifier: MIT
package import AdSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Connection {
  /// What is in the place that a new file is to take.
  package enum ReplacedFile {
    /// Nothing.
    case none
    /// A database, open: so that nobody else has it open, or in a dry run for reading.
    case database(Connection)
    /// A file that is too damaged to be opened, and why.
    case damaged(any Error)
  }

  /// Puts a new database in the place of another, once it is complete and on the disk. The other is
  /// kept under a name of its own, whole and without a log; where it is too damaged to be opened, its
  /// log goes with it. A reader finds the one or the other, never a part.
  ///
  /// - Parameters:
  ///   - path: The file; where there is none, it is made.
  ///   - kept: The name for what was there, in the same folder, which nothing may have yet.
  ///   - configuration: Whose file it must be, and how long others are waited for.
  ///   - fill: Makes the database at the path of a draft, and leaves no connection to it open.
  ///   - join: Adds to the draft what follows from the other, which nobody can change meanwhile;
  ///     leaves no connection to the draft open.
  /// - Throws: `OpenError` with `foreign` or `newer` for a file that must not be replaced;
  ///   `SQLiteError` with `busy` where another connection has it open; `FileLayerError`; what `fill`
  ///   and `join` throw.
  package static func replaceFile<Result>(
    at path: String, keeping kept: String, configuration: Configuration,
    layer: FileLayer = .system, isDryRun: Bool = false, _ fill: (_ draft: String) throws -> Void,
    joining join: (_ draft: String, _ other: ReplacedFile) throws -> Result
  ) throws -> Result {
    guard case .file(let target) = try layer.destination(of: path) else {
      throw OpenError(path: path, reason: .notARegularFile)
    }
    let draft = try Draft(of: target, permissions: 0o600, layer: layer)
    try fill(draft.path)
    try DatabaseFile(path: draft.path).requireComplete()
    var status = stat()
    let isThere = unsafe lstat(target, &status) == 0
    let other: ReplacedFile
    do {
      other =
        isThere
        ? .database(
          isDryRun ? try look(at: target, configuration) : try hold(target, configuration))
        : .none
    } catch let error where error.isDamage {
      // Whoever has it open cannot be asked.
      other = .damaged(error)
    }
    let result = try join(draft.path, other)
    try DatabaseFile(path: draft.path).requireComplete()
    for ending in ["-wal", "-shm"] { layer.remove(draft.path + ending) }
    if isDryRun { return result }
    guard case .database(let held) = other else {
      try moveLog(of: target, to: kept, layer)
      try draft.finish(as: target, isThere ? .keeping(kept) : .new)
      return result
    }
    // A log that stayed would be taken for the new one's.
    for ending in ["-wal", "-shm"] { layer.remove(target + ending) }
    try draft.finish(as: target, .keeping(kept))
    try? held.execute("ROLLBACK")
    try held.close()
    return result
  }

  /// Opens a file for reading, while others may have it open; damage is found at once.
  private static func look(at path: String, _ configuration: Configuration) throws -> Connection {
    let connection = try Connection(path: path, mode: .readOnly, configuration: configuration)
    try connection.execute("BEGIN; SELECT count(*) FROM sqlite_schema")
    return connection
  }

  /// Opens a file so that nobody else has it open, with all of it in the file itself.
  private static func hold(_ path: String, _ configuration: Configuration) throws -> Connection {
    let connection: Connection
    do throws(OpenError) {
      connection = try Connection(path: path, mode: .alone, configuration: configuration)
    } catch {
      if case .sqlite(let failure) = error.reason { throw failure }
      throw error
    }
    // Damage is found before anything moves.
    try connection.execute("SELECT count(*) FROM sqlite_schema; PRAGMA wal_checkpoint(TRUNCATE)")
    try connection.execute("BEGIN EXCLUSIVE")
    // A log that still holds something may not go.
    try DatabaseFile(path: path).requireComplete()
    return connection
  }

  /// A log that stayed beside another database would be taken for that one's.
  private static func moveLog(
    of path: String, to kept: String, _ layer: FileLayer
  ) throws(FileLayerError) {
    for ending in ["-wal", "-shm"] {
      var status = stat()
      guard unsafe lstat(path + ending, &status) == 0 else { continue }
      try layer.rename(path + ending, kept + ending)
    }
  }
}

extension Error {
  /// Whether it says that a database is damaged.
  fileprivate var isDamage: Bool {
    let reason = (self as? OpenError)?.reason ?? (self as? SQLiteError).map(OpenError.Reason.sqlite)
    return switch reason {
    case .notADatabase, .empty: true
    case .sqlite(let error): [.corrupt, .notADatabase].contains(error.code.primary)
    default: false
    }
  }
}
