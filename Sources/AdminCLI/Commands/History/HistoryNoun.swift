// SPDX-License-Identifier: MIT
import AdReports

/// `history`: what the ads of past sessions did.
enum HistoryNoun {
  static let noun = Noun("history", "What the ads of recorded sessions did, and when, and why.") {
    [
      HistoryList.command, HistorySessions.command, HistoryStats.command,
      HistoryTimeline.command, HistoryReplay.command, HistoryPrune.command,
      HistoryExportCommand.command, HistoryReportCommand.command,
    ]
  }
}
