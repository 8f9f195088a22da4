// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite
import AdSystem

extension Timestamp {
  /// The time of day as the system tells it.
  public static var now: Timestamp { Timestamp(milliseconds: SystemClock.milliseconds) }
}
