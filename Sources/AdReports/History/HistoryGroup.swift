// SPDX-License-Identifier: MIT
package import AdLoading

/// The figures of one day or one ad unit in a report.
package struct HistoryGroup: Sendable {
  /// The day or the ad unit's id.
  package let key: String
  package let sessions: Int
  package let statistics: LoadStatistics

  package init(key: String, sessions: Int, statistics: LoadStatistics) {
    self.key = key
    self.sessions = sessions
    self.statistics = statistics
  }
}
