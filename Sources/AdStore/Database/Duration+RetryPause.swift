// SPDX-License-Identifier: MIT

extension Duration {
  /// How long to wait with what failed: 250 ms, then twice as long each time, up to 5 s.
  /// - Parameter failures: How often it failed in a row, from 1.
  static func retryPause(_ failures: Int) -> Duration {
    min(.milliseconds(250) * (1 << min(max(failures, 1) - 1, 5)), .seconds(5))
  }
}
