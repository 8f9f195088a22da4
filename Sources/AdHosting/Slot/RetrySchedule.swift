// SPDX-License-Identifier: MIT

/// When an ad that was lost is loaded again: after 1, 2 and 4 seconds, at most three times in a
/// minute.
struct RetrySchedule: Equatable, Sendable {
  /// The delays, one after another, in milliseconds.
  static let delays: [Int64] = [1_000, 2_000, 4_000]
  /// The time in which no more loads than there are delays are tried, in milliseconds.
  static let window: Int64 = 60_000

  /// When the ad was loaded again, within the last ``window``.
  private var retries: [Int64] = []

  /// When to try again an ad that was lost at a time.
  mutating func nextRetry(after time: Int64) -> Int64 {
    forget(before: time)
    return retries.count < Self.delays.count
      ? time + Self.delays[retries.count] : retries[0] + Self.window
  }

  /// Whether one more may be tried at a time, without waiting for the delay.
  mutating func allowsRetry(at time: Int64) -> Bool {
    forget(before: time)
    return retries.count < Self.delays.count
  }

  /// Whether all that it knows of is longer ago than the ``window``.
  mutating func isOver(at time: Int64) -> Bool {
    forget(before: time)
    return retries.isEmpty
  }

  /// Notes that the ad is loaded again.
  mutating func noteRetry(at time: Int64) { retries.append(time) }

  private mutating func forget(before time: Int64) {
    retries.removeAll { $0 + Self.window <= time }
  }
}
