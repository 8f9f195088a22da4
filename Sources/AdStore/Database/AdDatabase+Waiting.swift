// SPDX-License-Identifier: MIT
import AdSystem

extension AdDatabase {
  /// Runs what reads, on a thread of the database, and waits without holding the caller's.
  ///
  /// ```swift
  /// let units = try await database.read(within: .seconds(1)) { try inventory.read { try $0.units() } }
  /// ```
  /// - Parameters:
  ///   - patience: How long it may take until `body` begins.
  ///   - body: Uses any repository of the database; ``write(within:_:)`` is for what writes.
  /// - Returns: What `body` returns.
  /// - Throws: ``StoreError`` with `busy` where it did not begin in time; `CancellationError` where
  ///   the task was cancelled before; whatever `body` throws.
  nonisolated(nonsending) public func read<Result: Sendable>(
    within patience: Duration, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await waiting(patience) {
      try await reading.run(within: patience) {
        try WorkQueue.begin()
        return try body()
      }
    }
  }

  /// Runs what writes, on the writing thread of the database, and waits without holding the caller's.
  ///
  /// What has not begun in time, or was cancelled before it began, is not stored. It has begun when
  /// its first transaction has; what is in it is on the disk when this returns.
  /// - Parameters:
  ///   - patience: How long it may take until the first transaction begins.
  ///   - body: Uses any repository of the database.
  /// - Returns: What `body` returns.
  /// - Throws: ``StoreError`` with `busy` where it did not begin in time; `CancellationError` where
  ///   the task was cancelled before; whatever `body` throws.
  nonisolated(nonsending) public func write<Result: Sendable>(
    within patience: Duration, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await waiting(patience) { try await writing.run(within: patience, body) }
  }

  nonisolated(nonsending) private func waiting<Result>(
    _ patience: Duration, _ run: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    do {
      return try await run()
    } catch is WorkQueue.TooLate {
      throw StoreError(
        .busy, "'\(path)' was in use for more than \(patience)", advice: "try again later")
    }
  }
}
