// SPDX-License-Identifier: MIT
import CAdSQLite

extension Connection {
  /// Runs `body` and asks `shouldContinue` every so many steps of SQLite's machine.
  ///
  /// - Parameters:
  ///   - steps: How many steps lie between two questions; 1,000 are some microseconds.
  ///   - shouldContinue: Returns false to make the running statement throw `interrupted`.
  /// - Throws: Whatever `body` throws.
  package func withProgress<Result>(
    every steps: Int32, while shouldContinue: () -> Bool, _ body: () throws -> Result
  ) throws -> Result {
    let outer = progressHandler
    return try withoutActuallyEscaping(shouldContinue) { shouldContinue in
      try ask(ProgressHandler(every: steps, shouldContinue))
      defer { try? ask(outer) }
      return try body()
    }
  }

  /// Asks `shouldContinue` from now on, every so many steps of SQLite's machine, as long as the
  /// connection lives.
  ///
  /// - Parameters:
  ///   - steps: How many steps lie between two questions; 1,000 are some microseconds.
  ///   - shouldContinue: Returns false to make the running statement throw `interrupted`.
  /// - Throws: `misuse` where the connection is closed.
  package func goOn(every steps: Int32, while shouldContinue: @escaping () -> Bool) throws {
    try ask(ProgressHandler(every: steps, shouldContinue))
  }

  private func ask(_ handler: ProgressHandler?) throws {
    let handle = try unsafe live()
    progressHandler = handler
    guard let handler else { return unsafe sqlite3_progress_handler(handle, 0, nil, nil) }
    unsafe sqlite3_progress_handler(
      handle, handler.steps,
      { context in
        guard let context = unsafe context else { return 0 }
        let handler = unsafe Unmanaged<ProgressHandler>.fromOpaque(context).takeUnretainedValue()
        return handler.shouldContinue() ? 0 : 1
      }, Unmanaged.passUnretained(handler).toOpaque())
  }

  /// Runs `body` so that it waits for other connections until `shouldWait` says no, and no longer
  /// than the connection waits otherwise.
  ///
  /// - Parameters:
  ///   - shouldWait: Asked some forty times a second, before each time that it sleeps.
  ///   - body: Runs statements.
  /// - Returns: What `body` returns.
  /// - Throws: `busy` where it waited in vain; whatever `body` throws.
  package func waiting<Result>(
    while shouldWait: () -> Bool, _ body: () throws -> Result
  ) throws -> Result {
    let handle = try unsafe live()
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: .milliseconds(Int64(busyTimeout)))
    return try withoutActuallyEscaping(shouldWait) { shouldWait in
      let handler = ProgressHandler(every: 1) { clock.now < deadline && shouldWait() }
      unsafe sqlite3_busy_handler(
        handle,
        { context, tries in
          guard let context = unsafe context else { return 0 }
          let handler = unsafe Unmanaged<ProgressHandler>.fromOpaque(context).takeUnretainedValue()
          guard handler.shouldContinue() else { return 0 }
          sqlite3_sleep(min(tries + 1, 25))
          return 1
        }, Unmanaged.passUnretained(handler).toOpaque())
      defer {
        unsafe sqlite3_busy_timeout(handle, busyTimeout)
        withExtendedLifetime(handler) {}
      }
      return try body()
    }
  }

  /// Runs `body` so that statements prepared in it may read views.
  ///
  /// - Throws: Whatever `body` throws.
  package func withViews<Result>(_ body: () throws -> Result) throws -> Result {
    let handle = try unsafe live()
    unsafe adview_db_config_bool(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 1, nil)
    defer { unsafe adview_db_config_bool(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nil) }
    return try body()
  }

  /// Runs `body` so that every statement prepared in it may only read: selects, columns and
  /// functions, nothing else, as SQL that a user typed must.
  ///
  /// No text or blob in it may be longer than 256 KiB. Within one function nobody asks whether to go
  /// on, and some take time with the square of what they are given: so it stays some seconds.
  ///
  /// - Throws: `notAuthorized` for a statement that does more; whatever `body` throws.
  package func withReadingOnly<Result>(_ body: () throws -> Result) throws -> Result {
    let handle = try unsafe live()
    let length = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 256 << 10)
    defer { unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, length) }
    return try unsafe withAuthorizer(
      { _, action, first, function, _, _ in
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
        case SQLITE_UPDATE:
          // Asked for where a table-valued function such as json_each declares its columns. A
          // statement that says so itself is refused later: no schema can be written so.
          guard let table = unsafe first else { return SQLITE_DENY }
          return unsafe sqlite3_stricmp(table, "sqlite_master") == 0 ? SQLITE_OK : SQLITE_DENY
        case SQLITE_FUNCTION:
          guard let function = unsafe function else { return SQLITE_DENY }
          return unsafe sqlite3_stricmp(function, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK
        default: return SQLITE_DENY
        }
      }, body)
  }

  /// Runs `body` so that no statement in it can end the transaction it runs in, or reach a file
  /// other than this one.
  func withoutLeavingTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try unsafe withAuthorizer(
      { _, action, _, _, _, _ in
        switch action {
        case SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_ATTACH, SQLITE_DETACH: SQLITE_DENY
        default: SQLITE_OK
        }
      }, body)
  }

  private typealias Authorizer =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Int32

  @unsafe private func withAuthorizer<Result>(
    _ authorizer: Authorizer, _ body: () throws -> Result
  ) throws -> Result {
    let handle = try unsafe live()
    unsafe sqlite3_set_authorizer(handle, authorizer, nil)
    defer { unsafe sqlite3_set_authorizer(handle, nil, nil) }
    return try body()
  }
}
