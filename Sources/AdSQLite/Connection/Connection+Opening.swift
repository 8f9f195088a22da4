// SPDX-License-Identifier: MIT
package import AdSystem
import CAdSQLite

extension Connection {
  /// Spares SQLite, in the whole process, the count of the memory that it holds, which takes a lock at
  /// every allocation; without effect once a connection was opened.
  package static func leaveMemoryUncounted() { _ = adview_count_no_memory() }

  /// Opens a file as one of our databases, and makes sure that every setting that safety depends on
  /// is in force by reading it back.
  ///
  /// A file that is not a database, belongs to another program or was written by a newer one is
  /// recognised from its header, before SQLite reads it, and its content is not touched. One that
  /// is opened for writing and is the caller's can be read by nobody else from then on.
  ///
  /// - Parameter configuration: Whose file is expected, up to which schema version, and the
  ///   limits.
  /// - Throws: `OpenError`.
  package convenience init(
    path: String, mode: Mode, configuration: Configuration
  ) throws(OpenError) {
    let file = DatabaseFile(path: path)
    if mode == .create { try file.createPrivate() }
    try file.requireReadable()
    unsafe self.init(handle: try Self.open(file, mode), path: path, mode: mode)
    do throws(OpenError) {
      try prepareForUse(file, configuration)
      for _ in 0..<3 where try hasMoved() {
        unsafe replace(handle: try Self.open(file, mode))
        try prepareForUse(file, configuration)
      }
      if try hasMoved() {
        let error = SQLiteError(code: .busy, message: "the file is replaced again and again")
        throw OpenError(path: path, reason: .sqlite(error))
      }
    } catch {
      // Nothing of a refused file is moved or deleted, not even its write-ahead log.
      keepLog()
      throw error
    }
  }

  private static func open(
    _ file: DatabaseFile, _ mode: Mode
  ) throws(OpenError) -> OpaquePointer {
    var opened: OpaquePointer?
    let (flags, name) = mode.arguments(for: file)
    let result = unsafe sqlite3_open_v2(name, &opened, flags, nil)
    guard result == SQLITE_OK, let handle = unsafe opened else {
      let error = unsafe SQLiteError.last(of: opened, result: result, sql: nil)
      unsafe sqlite3_close_v2(opened)
      throw OpenError(path: file.path, reason: .sqlite(error))
    }
    return unsafe handle
  }

  /// Whether another file has the name of the one that is open: whoever waited while it was replaced
  /// has the former one, and would write it into the log that belongs to the new one by its name.
  private func hasMoved() throws(OpenError) -> Bool {
    var hasMoved: CInt = 0
    do throws(SQLiteError) {
      _ = unsafe sqlite3_file_control(try live(), "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    } catch {
      throw OpenError(path: path, reason: .sqlite(error))
    }
    return hasMoved != 0
  }

  /// Opens an empty database that has no file and is gone with its connection.
  ///
  /// - Throws: What SQLite reports.
  package static func inMemory() throws -> Connection {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_READWRITE
    let result = unsafe sqlite3_open_v2(":memory:", &opened, flags, nil)
    guard result == SQLITE_OK, let handle = unsafe opened else {
      let error = unsafe SQLiteError.last(of: opened, result: result, sql: nil)
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    let connection = unsafe Connection(handle: handle, path: ":memory:", mode: .readWrite)
    try connection.harden(busyTimeout: 0)
    return connection
  }

  /// Makes a database at a path that names nothing yet. It gets its name when it is complete and on
  /// the disk: what fails or is killed leaves nothing there.
  ///
  /// - Parameter fill: Makes the database at the path of a draft, and leaves no connection to it
  ///   open.
  /// - Throws: `OpenError` with `exists` or `danglingLink` where the path names something already,
  ///   or `refused`; `FileLayerError` where it cannot be made to last; what `fill` throws.
  package static func makeFile<Result>(
    at path: String, layer: FileLayer = .system, _ fill: (_ draft: String) throws -> Result
  ) throws -> Result {
    let file = DatabaseFile(path: path)
    let draft = try file.makeDraft(layer: layer)
    let result = try fill(draft.path)
    try DatabaseFile(path: draft.path).requireComplete()
    // A connection that can only read leaves an empty log and its index.
    for ending in ["-wal", "-shm"] { layer.remove(draft.path + ending) }
    try file.finish(draft)
    return result
  }

  /// Takes from others what they may do with a database, where it is the caller's.
  ///
  /// - Returns: Whether nobody else may do anything with it now.
  package static func makePrivate(_ path: String) -> Bool {
    DatabaseFile(path: path).makePrivate()
  }

  /// Decides from the file's first bytes whether SQLite may touch it.
  private func checkHeader(
    of file: DatabaseFile, _ configuration: Configuration
  ) throws(OpenError) {
    if try file.isEmpty() {
      guard mode == .create else { throw OpenError(path: path, reason: .empty) }
      return
    }
    let content: DatabaseFile.Content
    do {
      content = try unsafe DatabaseFile.content(behind: try live())
    } catch {
      throw OpenError(path: path, reason: .sqlite(error))
    }
    switch content {
    case .other: throw OpenError(path: path, reason: .notADatabase)
    case .database(let header): try file.check(header, configuration: configuration)
    }
  }

  /// Finds out whether the file is ours, and makes the connection to it safe.
  private func prepareForUse(
    _ file: DatabaseFile, _ configuration: Configuration
  ) throws(OpenError) {
    if mode == .examining || mode == .alone { keepLog() }
    try checkHeader(of: file, configuration)
    if mode == .readWrite { file.makePrivate() }
    do throws(OpenError) {
      try makeSafe(configuration)
    } catch let error where mode == .readOnly && error.reason.isOfUnfinishedChange {
      // Whoever was killed in the middle of a change left a journal: one that may write takes the
      // change back by looking at the file, and everybody reads again.
      _ = try Connection(path: path, mode: .examining, configuration: configuration)
      try makeSafe(configuration)
    }
  }

  private func makeSafe(_ configuration: Configuration) throws(OpenError) {
    do {
      try harden(busyTimeout: configuration.busyTimeout)
      // Before the file is looked at: so SQLite locks all of it, whatever kind of log it has.
      if mode == .alone { try execute("PRAGMA locking_mode = EXCLUSIVE") }
      if mode == .create { try claim(applicationID: configuration.applicationID) }
      try checkOwner(configuration)
      try applySettings(configuration)
    } catch let error as SQLiteError {
      let isForeign = error.code.primary == .notADatabase
      throw OpenError(path: path, reason: isForeign ? .notADatabase : .sqlite(error))
    } catch {
      let other = SQLiteError(code: .error, message: "\(error)")
      throw error as? OpenError ?? OpenError(path: path, reason: .sqlite(other))
    }
  }

  /// Sets what costs no access to the file.
  private func harden(busyTimeout: Int32) throws {
    let handle = try unsafe live()
    self.busyTimeout = busyTimeout
    unsafe sqlite3_busy_timeout(handle, busyTimeout)
    let switches: [(option: Int32, name: String, value: Int32)] = [
      (SQLITE_DBCONFIG_DEFENSIVE, "defensive", 1),
      (SQLITE_DBCONFIG_TRUSTED_SCHEMA, "trusted_schema", 0),
      (SQLITE_DBCONFIG_DQS_DML, "dqs_dml", 0),
      (SQLITE_DBCONFIG_DQS_DDL, "dqs_ddl", 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, "load_extension", 0),
      (SQLITE_DBCONFIG_ENABLE_FKEY, "foreign_keys", 1),
      // Our own code reads none: one that stands in a table's place was planted, and could run
      // without end.
      (SQLITE_DBCONFIG_ENABLE_VIEW, "views", 0),
    ]
    for (option, name, value) in switches {
      var now: Int32 = -1
      _ = unsafe adview_db_config_bool(handle, option, value, &now)
      guard now == value else { throw setting(name, wanted: "\(value)", found: "\(now)") }
    }
    for (limit, value) in Self.limits { unsafe sqlite3_limit(handle, limit, value) }
  }

  // An ATTACHED limit of 0 would make VACUUM fail.
  private static let limits: [(Int32, Int32)] = [
    (SQLITE_LIMIT_LENGTH, 16 << 20), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
    (SQLITE_LIMIT_ATTACHED, 1), (SQLITE_LIMIT_EXPR_DEPTH, 100),
    (SQLITE_LIMIT_VARIABLE_NUMBER, 999), (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]

  /// Marks a new file as ours in a transaction of its own, before it becomes a WAL database: so the
  /// mark always stands in the header of the file itself, where `DatabaseFile` looks for it.
  private func claim(applicationID: Int32) throws {
    guard try pragma("PRAGMA application_id") == "0" else { return }
    try transaction(.write) {
      guard try pragma("PRAGMA application_id") == "0" else { return }
      guard try pragma("SELECT count(*) FROM sqlite_schema") == "0" else { return }
      try execute("PRAGMA application_id = \(applicationID)")
    }
  }

  /// Asks SQLite, which also knows what stands in the write-ahead log.
  private func checkOwner(_ configuration: Configuration) throws {
    let id = Int32(try pragma("PRAGMA application_id")) ?? 0
    let version = Int32(try pragma("PRAGMA user_version")) ?? 0
    let header = DatabaseFile.Header(applicationID: id, userVersion: version)
    try DatabaseFile(path: path).check(header, configuration: configuration)
  }

  private func applySettings(_ configuration: Configuration) throws {
    try set("cache_size", "\(-configuration.cacheSize)")
    try set("cell_size_check", "1")
    if mode == .alone { return }
    guard mode.isWritable else { return try set("query_only", "1") }
    try set("journal_mode", "wal")
    try set("synchronous", "2")
    try set("secure_delete", "1")
    try set("journal_size_limit", "16777216")
    #if canImport(Darwin)
      // Without it, Apple's systems leave the data in the drive's cache.
      try set("fullfsync", "1")
      try set("checkpoint_fullfsync", "1")
    #endif
  }

  /// Sets a pragma, and makes sure that it is in force.
  func set(_ name: String, _ value: String) throws {
    try execute("PRAGMA \(name) = \(value)")
    let found = try pragma("PRAGMA \(name)")
    guard found == value else { throw setting(name, wanted: value, found: found) }
  }

  private func setting(_ name: String, wanted: String, found: String) -> OpenError {
    OpenError(path: path, reason: .setting(name: name, wanted: wanted, found: found))
  }

  private func pragma(_ sql: String) throws -> String {
    try prepare(sql) { try $0.first { $0.text(0) } ?? "" }
  }
}

extension Connection.Mode {
  fileprivate func arguments(for file: DatabaseFile) -> (flags: Int32, name: String) {
    let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    return switch self {
    // What may not be written, SQLite opens for reading.
    case .create, .readWrite, .examining, .alone: (common | SQLITE_OPEN_READWRITE, file.sqlitePath)
    case .readOnly: (common | SQLITE_OPEN_READONLY, file.sqlitePath)
    }
  }
}

extension DatabaseFile {
  /// Compares the header with what is expected.
  fileprivate func check(
    _ header: Header, configuration: Connection.Configuration
  ) throws(OpenError) {
    guard header.applicationID == configuration.applicationID else {
      throw OpenError(path: path, reason: .foreign(applicationID: header.applicationID))
    }
    guard header.userVersion <= configuration.newestVersion else {
      throw OpenError(
        path: path,
        reason: .newer(
          version: header.userVersion, newestKnown: configuration.newestVersion))
    }
  }
}

extension OpenError.Reason {
  /// Whether a change that was never finished has to be taken back first.
  fileprivate var isOfUnfinishedChange: Bool {
    if case .sqlite(let error) = self { error.code == .readOnlyRollback } else { false }
  }
}
