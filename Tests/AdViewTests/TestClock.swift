// SPDX-License-Identifier: MIT
import AdView
import Foundation

/// Clocks that a test moves.
final class TestClock: @unchecked Sendable {
  private let lock = NSLock()
  private var elapsed: Int64 = 0
  /// How far each look at the clock moves it, in milliseconds.
  private let stride: Int64

  /// 20 November 2026.
  static let start = Timestamp(milliseconds: 1_795_132_800_000)
  /// The device has been up for five days.
  static let uptime: Int64 = 432_000_000

  init(stride: Int64 = 0) { self.stride = stride }

  func advance(by milliseconds: Int64) { lock.withLock { elapsed += milliseconds } }

  private func look() -> Int64 {
    lock.withLock {
      elapsed += stride
      return elapsed
    }
  }

  var clock: AdClock {
    AdClock(
      milliseconds: { Self.uptime + self.look() },
      timeOfDay: { Self.start.advanced(by: self.lock.withLock { self.elapsed }) })
  }
}
