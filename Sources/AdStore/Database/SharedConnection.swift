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
    case suspended
    case closed
  }

  private let lock = Mutex(())
  private let open: @Sendable () throws -> Connection
  private var state = State.unopened

  /// Prepares a connection without opening it.
  init(open: @escaping @Sendable () throws -> Connection) {
    self.open = open
  }

  /// Runs `body` alone on the connection; waits for its turn.
  /// - Parameter body: Uses the connection without keeping it.
  /// - Throws: ``StoreError`` with `closed`, or whatever `body` throws.
  func use<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    try lock.withLock { _ in try body(live()) }
  }

  /// Runs `body` alone on the connection, or does nothing where someone else uses it.
  /// - Parameter body: Uses the connection without keeping it.
  /// - Returns: What `body` returns, or nil where the connection is in use.
  /// - Throws: ``StoreError`` with `closed`, or whatever `body` throws.
  func useIfFree<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result? {
    try lock.withLockIfAvailable { _ in try body(live()) }
  }

  /// Closes the connection for good; waits for its user.
  /// - Parameter finish: Does what is left to do on the connection, where it was ever opened.
  /// - Throws: `SQLiteError`, and whatever `finish` throws.
  func close(_ finish: (Connection) throws -> Void) throws {
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

  /// Closes the connection until ``resume()``; waits for its user.
  /// - Throws: `SQLiteError`.
  func suspend() throws {
    try lock.withLock { _ in
      switch state {
      case .open(let connection):
        state = .suspended
        try connection.close()
      case .unopened: state = .suspended
      case .suspended, .closed: break
      }
    }
  }

  /// Lets the connection be opened again when it is next needed.
  func resume() {
    lock.withLock { _ in
      if case .suspended = state { state = .unopened }
    }
  }

  private func live() throws -> Connection {
    switch state {
    case .open(let connection):
      return connection
    case .unopened:
      let connection = try open()
      state = .open(connection)
      return connection
    case .suspended:
      throw StoreError.suspended
    case .closed:
      throw StoreError.closed
    }
  }
}
