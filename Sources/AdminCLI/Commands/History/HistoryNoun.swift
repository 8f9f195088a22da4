// SPDX-License-Identifier: MIT
import AdReports

/// `history`: what the ads of past sessions did.
enum HistoryNoun {
  static let noun = Noun(
    "history", "What the ads of recorded sessions did, and when, and why.",
    [
      "list": { HistoryList.command }, "loads": { HistoryLoads.command },
      "sessions": { HistorySessions.command },
      "stats": { HistoryStats.command }, "compare": { HistoryCompare.command },
      "timeline": { HistoryTimeline.command },
      "replay": { HistoryReplay.command }, "prune": { HistoryPrune.command },
      "export": { HistoryExportCommand.command }, "report": { HistoryReportCommand.command },
    ])
}
