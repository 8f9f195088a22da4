// SPDX-License-Identifier: MIT
import Dispatch

/// Runs what may wait for a lock or a disk on a few threads of its own, in order, so that whoever
/// asks for it waits without holding a thread.
package final class WorkQueue: Sendable {
  /// The error of work that did not begin in the time that its caller gave it.
  package struct TooLate: Error {}

  private struct State {
    var lanes: [DispatchQueue] = []
    var idle: [DispatchQueue] = []
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())
  private let name: String
  private let width: Int
  /// Ends the waiting of callers; never waits itself.
  private static let timers = DispatchQueue(label: "AdView.timers")

  /// Makes a queue; its threads come with its first work.
  /// - Parameter width: How many threads there may be.
  package init(_ name: String, width: Int) {
    self.name = name
    self.width = width
  }

  /// Runs `body` and waits for its result without a thread.
  ///
  /// What is cancelled or late before it has begun has no effect, and its caller goes on at once.
  /// It has begun when `body` calls ``begin()``, or else when it ends.
  /// - Throws: `CancellationError`, ``TooLate``, or what `body` throws.
  nonisolated(nonsending) package func run<Result: Sendable>(
    within patience: Duration, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let work = Work()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        work.wait { continuation.resume(throwing: $0) }
        add {
          guard !work.isAbandoned else { return }
          let result = Swift.Result { try Work.$current.withValue(work, operation: body) }
          if work.end() { continuation.resume(with: result) }
        }
        Self.after(patience) { [weak work] in work?.abandon(TooLate()) }
      }
    } onCancel: {
      work.abandon(CancellationError())
    }
  }

  /// Runs `body` in its turn, and tells nobody.
  package func add(_ body: @escaping @Sendable () -> Void) {
    let lane = state.withLock { state -> DispatchQueue? in
      if let idle = state.idle.popLast() { return idle }
      guard state.lanes.count < width else {
        state.waiting.append(body)
        return nil
      }
      state.lanes.append(DispatchQueue(label: "\(name).\(state.lanes.count)"))
      return state.lanes.last
    }
    if let lane { start(body, on: lane) }
  }

  /// Runs `body` in its turn after a while.
  package func add(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    Self.after(delay) { [self] in add(body) }
  }

  /// Waits until everything that was added before has run. Not for work of the queue itself.
  package func drain() {
    let group = DispatchGroup()
    for _ in state.withLock({ $0.lanes }) {
      group.enter()
      add { group.leave() }
    }
    group.wait()
  }

  /// Runs `body`, which must not wait, after a while.
  package static func after(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
    let (seconds, attoseconds) = delay.components
    let time = min(Double(seconds) + Double(attoseconds) / 1e18, 1e8)
    timers.asyncAfter(deadline: .now() + time, execute: body)
  }

  /// Notes that the work of this thread takes effect from now on.
  /// - Throws: `CancellationError` or ``TooLate``, where its caller waits no longer.
  package static func begin() throws { try Work.current?.begin() }

  /// Whether the caller of the work of this thread waits no longer.
  package static var isAbandoned: Bool { Work.current?.isAbandoned ?? false }

  private func start(_ body: @escaping @Sendable () -> Void, on lane: DispatchQueue) {
    lane.async { [self] in
      body()
      let next = state.withLock { state -> (@Sendable () -> Void)? in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        state.idle.append(lane)
        return nil
      }
      if let next { start(next, on: lane) }
    }
  }
}

/// One piece of work, and how far it is.
private final class Work: Sendable {
  private enum State {
    case made
    case waiting(@Sendable (any Error) -> Void)
    case begun
    case abandoned(any Error)
    case ended
  }

  /// The work that runs on this thread.
  @TaskLocal static var current: Work?

  private let state = Mutex(State.made)

  /// Takes what tells the caller that it need not wait.
  func wait(_ tell: @escaping @Sendable (any Error) -> Void) {
    let error = state.withLock { state -> (any Error)? in
      if case .abandoned(let error) = state { return error }
      state = .waiting(tell)
      return nil
    }
    if let error { tell(error) }
  }

  func abandon(_ error: any Error) {
    let tell = state.withLock { state -> (@Sendable (any Error) -> Void)? in
      switch state {
      case .made: state = .abandoned(error)
      case .waiting(let tell):
        state = .abandoned(error)
        return tell
      case .begun, .abandoned, .ended: break
      }
      return nil
    }
    tell?(error)
  }

  func begin() throws {
    try state.withLock { state in
      if case .abandoned(let error) = state { throw error }
      state = .begun
    }
  }

  /// Whether the caller still waits for the result.
  func end() -> Bool {
    state.withLock { state in
      if case .abandoned = state { return false }
      state = .ended
      return true
    }
  }

  var isAbandoned: Bool {
    state.withLock { if case .abandoned = $0 { true } else { false } }
  }
}
