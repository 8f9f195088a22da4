// SPDX-License-Identifier: MIT
public import AdModel
import AdStore

/// The clocks of a session: one that never goes back, and the time of day.
///
/// Both are read here and nowhere else, so that a history cannot be dated by a device's uptime.
public struct AdClock: Sendable {
  /// Milliseconds of a clock that never goes back and goes on while the device sleeps.
  public let milliseconds: @Sendable () -> Int64
  /// The time of day.
  public let timeOfDay: @Sendable () -> Timestamp

  /// Waits for some milliseconds of the first clock; throws `CancellationError` where the task is cancelled.
  public let sleep: @Sendable (_ milliseconds: Int64) async throws -> Void

  /// Takes clocks, for tests and simulations.
  public init(
    milliseconds: @escaping @Sendable () -> Int64, timeOfDay: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (_ milliseconds: Int64) async throws -> Void = {
      try await Task.sleep(for: .milliseconds($0))
    }
  ) {
    self.milliseconds = milliseconds
    self.timeOfDay = timeOfDay
    self.sleep = sleep
  }

  /// The system's clocks; milliseconds count from the first use.
  public static let system: AdClock = {
    let start = ContinuousClock.now
    return AdClock(
      milliseconds: {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
      }, timeOfDay: { .now })
  }()
}
