// SPDX-License-Identifier: MIT
import AdSystem

/// Whether a database lets go of its file, and who asked for it.
final class Suspension: Sendable {
  private struct State {
    /// How many asked for it and did not resume since.
    var requests = 0
    /// How many sessions are in front.
    var sessions = 0
    /// Whether the last session in front has left it.
    var isLeft = false
    var isReleased = false

    var isAsked: Bool { requests > 0 || isLeft }
  }

  /// Until when the suspending that runs on this thread may still write.
  @TaskLocal static var deadline: ContinuousClock.Instant?

  private let state = Mutex(State())

  func request() { state.withLock { $0.requests += 1 } }

  /// Takes one request back; where there is none, that the sessions have left.
  /// - Returns: Whether the database wakes.
  func resume() -> Bool {
    state.withLock { state in
      guard state.isAsked else { return false }
      if state.requests > 0 { state.requests -= 1 } else { state.isLeft = false }
      return Self.wake(&state)
    }
  }

  /// Takes that a session comes to the front.
  /// - Returns: Whether the database wakes.
  func come() -> Bool {
    state.withLock { state in
      state.sessions += 1
      guard state.isLeft else { return false }
      state.isLeft = false
      return Self.wake(&state)
    }
  }

  /// Takes that a session which was in front goes to the background.
  /// - Returns: Whether it was the last.
  func leave() -> Bool {
    state.withLock { state in
      state.sessions -= 1
      state.isLeft = state.sessions == 0
      return state.isLeft
    }
  }

  /// Takes that a session which was in front is over: others may go on, also where no session is left.
  func end() { state.withLock { $0.sessions -= 1 } }

  private static func wake(_ state: inout State) -> Bool {
    if !state.isAsked { state.isReleased = false }
    return !state.isAsked
  }

  /// Refuses new uses, where nobody has resumed meanwhile.
  /// - Returns: Whether they are refused.
  @discardableResult
  func release() -> Bool {
    state.withLock { state in
      state.isReleased = state.isAsked
      return state.isReleased
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
