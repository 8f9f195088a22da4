// SPDX-License-Identifier: MIT
import AdSystem
public import AdView

/// Clocks that a test moves by hand: nothing is due, and nobody who sleeps by them wakes, until it does.
///
/// ```swift
/// import AdViewTesting
///
/// func aSecondLater(_ host: SimulatedPage, by time: ManualClock) {
///   time.advance(by: 1_000)
///   host.tick()
/// }
/// ```
public final class ManualClock: Sendable {
  private struct State {
    var elapsed: Int64 = 0
    var sleepers: [Int: (due: Int64, wake: CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<Int> = []
    var count = 0
  }

  /// 20 November 2026: what the time of day begins with.
  public static let start = Timestamp(milliseconds: 1_795_132_800_000)
  /// What the other clock begins with, in milliseconds: the device has been up for five days.
  public static let uptime: Int64 = 432_000_000

  private let state = Mutex(State())
  /// How far each look at the clock moves it, in milliseconds.
  private let stride: Int64

  /// Makes clocks that stand still.
  /// - Parameter stride: How far each look at them moves them, in milliseconds.
  public init(stride: Int64 = 0) { self.stride = stride }

  /// The clocks, for whoever goes by them.
  public var clock: AdClock {
    AdClock(
      milliseconds: { Self.uptime + self.look() },
      timeOfDay: { Self.start.advanced(by: self.elapsed) },
      sleep: { try await self.sleep($0) })
  }

  /// How many sleep by the clock now.
  public var sleepers: Int { state.withLock { $0.sleepers.count } }

  /// How long those sleep still who wake first, in milliseconds; nil where nobody sleeps.
  public var untilNextWake: Int64? {
    state.withLock { state in state.sleepers.values.map { $0.due - state.elapsed }.min() }
  }

  /// Moves both clocks, and wakes those whose time has come.
  /// - Parameter milliseconds: How far.
  public func advance(by milliseconds: Int64) {
    let woken = state.withLock { state in
      state.elapsed += milliseconds
      let due = state.sleepers.filter { $0.value.due <= state.elapsed }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.sorted { $0.due < $1.due }.map(\.wake)
    }
    for sleeper in woken { sleeper.resume() }
  }

  private var elapsed: Int64 { state.withLock { $0.elapsed } }

  private func look() -> Int64 {
    state.withLock { state in
      state.elapsed += stride
      return state.elapsed
    }
  }

  private func sleep(_ milliseconds: Int64) async throws {
    guard milliseconds > 0 else { return try Task.checkCancellation() }
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(number) != nil { return true }
          state.sleepers[number] = (state.elapsed + milliseconds, continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)?.wake
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.resume(throwing: CancellationError())
    }
  }
}
