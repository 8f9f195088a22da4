// SPDX-License-Identifier: MIT
import AdSystem

/// Whether a database lets go of its file, and who asked for it.
final class Suspension: Sendable {
  private struct State {
    /// How many asked for it and did not resume since.
    var requests = 0
    var isReleased = false
  }

  /// Until when the suspending that runs on this thread may still write.
  @TaskLocal static var deadline: ContinuousClock.Instant?

  private let state = Mutex(State())

  func request() { state.withLock { $0.requests += 1 } }

  /// Refuses new uses, where nobody has resumed meanwhile.
  /// - Returns: Whether they are refused.
  @discardableResult
  func release() -> Bool {
    state.withLock { state in
      state.isReleased = state.requests > 0
      return state.isReleased
    }
  }

  /// Takes one request back.
  /// - Returns: Whether it was the last.
  func resume() -> Bool {
    state.withLock { state in
      guard state.requests > 0 else { return false }
      state.requests -= 1
      if state.requests == 0 { state.isReleased = false }
      return state.requests == 0
    }
  }

  /// Throws `suspended` where the file is let go of, except to what is still to be written.
  func admit() throws {
    if Self.deadline == nil, state.withLock({ $0.isReleased }) { throw StoreError.suspended }
  }

  /// Whether another process may be waited for.
  var mayWait: Bool {
    if let deadline = Self.deadline { return ContinuousClock.now < deadline }
    return !state.withLock { $0.isReleased }
  }
}
