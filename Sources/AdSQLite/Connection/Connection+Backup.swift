// SPDX-License-Identifier: MIT
package import AdSystem
import CAdSQLite

extension Connection {
  /// Copies the database, page by page, into a new file that its owner alone can read, while other
  /// connections go on reading and writing.
  ///
  /// A write by another process makes the copy start again; a write on this connection does not.
  /// The file gets its name when it is complete and on the disk.
  ///
  /// - Parameters:
  ///   - path: The new file; whatever exists there is refused and not touched.
  ///   - pages: How many pages are copied between two reports.
  ///   - patience: How long a write that is under way on this connection is waited for, in
  ///   milliseconds.
  ///   - progress: Receives the pages still to copy and their total; returning false stops the
  ///   copy.
  ///   - examine: Looks at the complete copy before it has its name; leaves no connection open.
  /// - Throws: `OpenError` when the file cannot be made; `FileLayerError` where it cannot be made to
  ///   last; `SQLiteError`, with `interrupted` when stopped and `busy` where the write did not end;
  ///   what `examine` throws. A failed copy leaves no file.
  package func backUp(
    to path: String, layer: FileLayer = .system, pages: Int32 = 256, patience: Int32 = 5_000,
    progress: (_ remaining: Int, _ total: Int) -> Bool = { _, _ in true },
    examine: (_ draft: String) throws -> Void = { _ in }
  ) throws {
    let draft = try DatabaseFile(path: path).makeDraft(layer: layer)
    try copy(into: draft.path, pages: pages, patience: patience, progress: progress)
    try examine(draft.path)
    // A connection that can only read leaves an empty log and its index.
    for ending in ["-wal", "-shm"] { layer.remove(draft.path + ending) }
    try DatabaseFile(path: path).finish(draft)
  }

  /// Copies the database, page by page, into an empty file that nobody has open.
  ///
  /// - Parameters:
  ///   - pages: How many pages are copied between two reports.
  ///   - patience: How long a write that is under way on this connection is waited for, in
  ///   milliseconds.
  ///   - progress: Receives the pages still to copy and their total; returning false stops the
  ///   copy.
  /// - Throws: `SQLiteError`, with `interrupted` when stopped and `busy` where the write did not
  ///   end; the file is then to be thrown away.
  package func copy(
    into path: String, pages: Int32 = 256, patience: Int32 = 5_000,
    progress: (_ remaining: Int, _ total: Int) -> Bool
  ) throws {
    let file = DatabaseFile(path: path)
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let result = unsafe sqlite3_open_v2(file.sqlitePath, &opened, flags, nil)
    defer { unsafe sqlite3_close_v2(opened) }
    guard result == SQLITE_OK else {
      throw unsafe SQLiteError.last(of: opened, result: result, sql: nil)
    }
    // A copy that fails is thrown away, and one that is complete is synced as a whole.
    unsafe sqlite3_exec(
      opened, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", nil, nil, nil)
    guard let backup = unsafe sqlite3_backup_init(opened, "main", try live(), "main") else {
      throw unsafe SQLiteError.last(of: opened, result: sqlite3_errcode(opened), sql: nil)
    }
    let outcome = unsafe copy(backup, pages: pages, patience: patience, progress: progress)
    // What a step met, its end says again.
    unsafe sqlite3_backup_finish(backup)
    guard outcome == SQLITE_DONE else {
      throw unsafe SQLiteError.last(of: opened, result: outcome, sql: nil)
    }
  }

  @unsafe private func copy(
    _ backup: OpaquePointer, pages: Int32, patience: Int32, progress: (Int, Int) -> Bool
  ) -> Int32 {
    let turn: Int32 = 50
    var left = patience
    var result = SQLITE_OK
    while result == SQLITE_OK {
      result = unsafe sqlite3_backup_step(backup, pages)
      if result == SQLITE_BUSY || result == SQLITE_LOCKED, left > 0 {
        sqlite3_sleep(turn)
        left -= turn
        result = SQLITE_OK
      }
      guard result == SQLITE_OK else { return result }
      let remaining = Int(unsafe sqlite3_backup_remaining(backup))
      let total = Int(unsafe sqlite3_backup_pagecount(backup))
      if !progress(remaining, total) { result = SQLITE_INTERRUPT }
    }
    return result
  }
}
