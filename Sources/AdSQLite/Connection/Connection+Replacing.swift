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
  /// Puts a new database in the place of another, once it is complete and on the disk. The other is
  /// kept under a name of its own, whole and without a log; where it is too damaged to be opened, its
  /// log goes with it. A reader finds the one or the other, never a part.
  ///
  /// - Parameters:
  ///   - path: The file; where there is none, it is made.
  ///   - kept: The name for what was there, in the same folder, which nothing may have yet.
  ///   - configuration: Whose file it must be, and how long others are waited for.
  ///   - fill: Makes the database at the path of a draft, and leaves no connection to it open.
  /// - Throws: `OpenError` with `foreign` or `newer` for a file that must not be replaced;
  ///   `SQLiteError` with `busy` where another connection has it open; `FileLayerError`; what `fill`
  ///   throws.
  package static func replaceFile<Result>(
    at path: String, keeping kept: String, configuration: Configuration,
    layer: FileLayer = .system, isDryRun: Bool = false, _ fill: (_ draft: String) throws -> Result
  ) throws -> Result {
    guard case .file(let target) = try layer.destination(of: path) else {
      throw OpenError(path: path, reason: .notARegularFile)
    }
    let draft = try Draft(of: target, permissions: 0o600, layer: layer)
    let result = try fill(draft.path)
    try DatabaseFile(path: draft.path).requireComplete()
    for ending in ["-wal", "-shm"] { layer.remove(draft.path + ending) }
    if isDryRun { return result }
    var status = stat()
    guard unsafe lstat(target, &status) == 0 else {
      try moveLog(of: target, to: kept, layer)
      try draft.finish(as: target, .new)
      return result
    }
    let held: Connection?
    do {
      held = try hold(target, configuration)
      // A log that stayed would be taken for the new one's.
      for ending in ["-wal", "-shm"] { layer.remove(target + ending) }
    } catch let error where error.isDamage {
      // Whoever has it open cannot be asked.
      held = nil
      try moveLog(of: target, to: kept, layer)
    }
    try draft.finish(as: target, .keeping(kept))
    try? held?.execute("ROLLBACK")
    try held?.close()
    return result
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
