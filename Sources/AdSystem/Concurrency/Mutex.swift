// SPDX-License-Identifier: MIT
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that one thread at a time may use.
///
/// It has the methods of the `Mutex` of the module Synchronization, which needs iOS 18; this one
/// runs wherever POSIX threads do. A thread that holds the value must not ask for it again.
///
/// What opens with a database keeps no dictionary in one but a structure that has it: the type
/// `Mutex<[Key: Value]>` is put together at run time, and looks through the whole program for how its keys
/// are hashed.
@safe package final class Mutex<Value>: @unchecked Sendable {
  // A lock must not move in memory, which a stored property of a class may while it is borrowed.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private nonisolated(unsafe) var value: Value

  /// Puts a value under a lock.
  /// - Parameter value: The value, which nobody else uses.
  package init(_ value: sending Value) {
    unsafe self.value = value
    // Fails only where memory for the lock is missing, and locks of this kind need none.
    unsafe pthread_mutex_init(lock, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Runs `body` with the value, alone; waits for its turn.
  /// - Parameter body: Uses the value without keeping it.
  /// - Throws: What `body` throws.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return try unsafe body(&value)
  }

  /// Runs `body` with the value, or does nothing where a thread holds it.
  /// - Parameter body: Uses the value without keeping it.
  /// - Returns: What `body` returns; nil where it did not run.
  /// - Throws: What `body` throws.
  package func withLockIfAvailable<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    guard unsafe pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { unsafe pthread_mutex_unlock(lock) }
    return try unsafe body(&value)
  }
}
