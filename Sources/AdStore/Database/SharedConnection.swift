// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem

/// One connection behind a lock, opened when it is first needed.
///
/// The compiler cannot see that a closure does not keep the connection it is given; that is why
/// the promise to be sendable is ours: the connection is only ever touched under the lock, and a
/// result that could carry it away is not sendable and thus refused.
final class SharedConnection: @unchecked Sendable {
  private enum State {
    case unopened
    case open(Connection)
    case closed
  }

  private let lock = Mutex(())
  private let admit: @Sendable () throws -> Void
  private let open: @Sendable () throws -> Connection
  private var state = State.unopened

  /// Prepares a connection without opening it.
  /// - Parameters:
  ///   - admit: Throws where it must not be used now.
  ///   - open: Opens it.
  init(
    admit: @escaping @Sendable () throws -> Void, open: @escaping @Sendable () throws -> Connection
  ) {
    self.admit = admit
    self.open = open
  }

  /// Runs `body` alone on the connection; waits for its turn.
  /// - Parameter body: Uses the connection without keeping it.
  /// - Throws: ``StoreError`` with `closed` or `suspended`, or whatever `body` throws.
  func use<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    try lock.withLock { _ in try body(live()) }
  }

  /// Runs `body` alone on the connection, or does nothing where someone else uses it.
  /// - Parameter body: Uses the connection without keeping it.
  /// - Returns: What `body` returns, or nil where the connection is in use.
  /// - Throws: ``StoreError`` with `closed` or `suspended`, or whatever `body` throws.
  func useIfFree<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result? {
    try lock.withLockIfAvailable { _ in try body(live()) }
  }

  /// Runs `body` as ``useIfFree(_:)``, and only where the connection is open.
  func useIfOpen<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result? {
    try lock.withLockIfAvailable { _ in
      guard case .open(let connection) = state else { return nil }
      return try body(connection)
    } ?? nil
  }

  /// Closes the connection for good; waits for its user.
  /// - Parameter finish: Does what is left to do on the connection, where it was ever opened.
  /// - Throws: `SQLiteError`, and whatever `finish` throws.
  func close(_ finish: (Connection) throws -> Void = { _ in }) throws {
    try lock.withLock { _ in
      guard case .open(let connection) = state else {
        state = .closed
        return
      }
      state = .closed
      try finish(connection)
      try connection.close()
    }
  }

  /// Closes the connection until it is next needed; waits for its user.
  /// - Throws: `SQLiteError`.
  func letGo() throws {
    try lock.withLock { _ in
      guard case .open(let connection) = state else { return }
      state = .unopened
      try connection.close()
    }
  }

  private func live() throws -> Connection {
    if case .closed = state { throw StoreError.closed }
    try admit()
    if case .open(let connection) = state { return connection }
    let connection = try open()
    state = .open(connection)
    return connection
  }
}
