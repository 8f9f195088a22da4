// SPDX-License-Identifier: MIT
import CAdSQLite

extension Connection {
  /// A row whose foreign key points at nothing.
  package struct ForeignKeyViolation: Equatable, Sendable {
    /// The table that holds the row.
    package let table: String
    /// The row's rowid, or nil in a table without one.
    package let row: Int64?
    /// The table that the key points into.
    package let parent: String

    /// Creates a finding.
    package init(table: String, row: Int64?, parent: String) {
      self.table = table
      self.row = row
      self.parent = parent
    }
  }

  /// How far a checkpoint came.
  package struct Checkpoint: Equatable, Sendable {
    /// The pages in the write-ahead log.
    package let logged: Int
    /// The pages of them that are in the database file now.
    package let moved: Int
    /// Whether readers kept it from being complete.
    package let isPartial: Bool
  }

  /// Looks for damage in the file's structure, in every index against its table, and in every value
  /// against the rules of its column.
  ///
  /// On a connection that can only read, SQLite passes over the rules of columns without a word, up
  /// to 3.40 at least; see ``Connection/Mode/examining``.
  ///
  /// - Returns: The findings; empty when the file is sound.
  /// - Throws: `SQLiteError`, such as `corrupt`.
  /// - Complexity: O(*n* log *n*) in the rows, some 4 ms a megabyte.
  package func integrityCheck(limit: Int = 100) throws -> [String] {
    let lines = try prepare("PRAGMA integrity_check(\(limit))") { try $0.all { $0.text(0) } }
    return lines == ["ok"] ? [] : lines
  }

  /// Finds the rows whose foreign keys point at nothing, which the other checks do not look for.
  package func foreignKeyCheck() throws -> [ForeignKeyViolation] {
    try statement("PRAGMA foreign_key_check").all {
      ForeignKeyViolation(table: $0.text(0), row: $0.optionalInt64(1), parent: $0.text(2))
    }
  }

  /// Refreshes statistics, and moves the log into the file and empties it, as far as that is
  /// possible at once: nobody is waited for, nobody has to wait, and nothing that fails here is
  /// anybody's failure, since all that was committed is on the disk.
  ///
  /// - Parameter hasWritten: Whether statistics may have become wrong.
  package func settle(hasWritten: Bool) {
    guard let handle = try? unsafe live() else { return }
    unsafe sqlite3_busy_timeout(handle, 0)
    if hasWritten { try? optimize() }
    // The first moves pages while others write; the second holds the write lock, and so is only
    // asked for where next to nothing is left to move.
    let moved = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    if moved == SQLITE_OK { _ = try? checkpoint() }
  }

  /// Moves the write-ahead log into the database file, and empties it where no reader needs it.
  ///
  /// - Returns: How far it came; readers make it partial, which is no error.
  /// - Throws: `SQLiteError`.
  @discardableResult
  package func checkpoint() throws(SQLiteError) -> Checkpoint {
    let handle = try unsafe live()
    var logged: Int32 = 0
    var moved: Int32 = 0
    let result = unsafe sqlite3_wal_checkpoint_v2(
      handle, nil, SQLITE_CHECKPOINT_TRUNCATE, &logged, &moved)
    guard result == SQLITE_OK || result & 0xff == SQLITE_BUSY else {
      throw unsafe SQLiteError.last(of: handle, result: result, sql: nil)
    }
    return Checkpoint(
      logged: Int(max(logged, 0)), moved: Int(max(moved, 0)), isPartial: result != SQLITE_OK)
  }

  /// The same, trying again for a while where readers are in the way, and letting other writers in
  /// between two tries.
  ///
  /// - Parameter patience: How long to go on trying, in milliseconds; with 0, it is tried once and
  ///   nobody is waited for.
  /// - Returns: How far the last try came.
  /// - Throws: What SQLite reports.
  package func checkpoint(patience: Int32) throws(SQLiteError) -> Checkpoint {
    let handle = try unsafe live()
    // A try holds the write lock for as long as it waits.
    let turn: Int32 = 100
    unsafe sqlite3_busy_timeout(handle, min(turn, patience))
    defer { unsafe sqlite3_busy_timeout(handle, busyTimeout) }
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: .milliseconds(Int64(patience)))
    var last = try checkpoint()
    while last.isPartial, clock.now < deadline {
      sqlite3_sleep(10)
      last = try checkpoint()
    }
    return last
  }

  /// Refreshes the planner's statistics where they have become wrong; leaves that to another
  /// connection where one is writing.
  ///
  /// - Throws: Any `SQLiteError` but `busy`, such as `corrupt` or `full`.
  package func optimize() throws(SQLiteError) {
    do {
      try execute("PRAGMA analysis_limit = 400; PRAGMA optimize")
    } catch {
      // SQLite reads first and then writes, so it is also refused, without waiting, what somebody
      // else has changed in between. Statistics are no reason to fail.
      guard error.code.primary == .busy else { throw error }
    }
  }
}
