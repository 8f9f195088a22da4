// SPDX-License-Identifier: MIT
package import AdLoading

/// What thresholds came to in one session that was run again.
package struct TrialOutcome: Hashable, Sendable {
  /// The counts.
  package let statistics: LoadStatistics
  /// For how long places were on the screen without their ads, added up, in milliseconds; also those
  /// whose ads never came.
  package let timeMissing: Int64
}
