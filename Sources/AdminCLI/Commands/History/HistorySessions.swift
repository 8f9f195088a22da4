// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `history sessions`.
enum HistorySessions {
  static let limit = Option(
    "limit", .whole(in: 1...1_000_000), "How many at most.", defaultDescription: "100")

  static let columns: [Column<SessionSummary>] = [
    Column("session", "Session", meaning: "The id of the session.") { $0.id.rawValue },
    Column("page", "Page", meaning: "The name of the page.") { $0.page },
    Column("startedAt", "Started", meaning: "When the session began.") { $0.startedAt },
    Column("lastAt", "Last", meaning: "When the last thing happened.") { $0.lastAt },
    Column("transitions", "Transitions", .trailing, meaning: "How many changes of state.") {
      $0.transitions
    },
    Column("lost", "Lost", .trailing, meaning: "Transitions that were not stored.") { $0.lost },
    Column(
      "peakLoaded", "Peak loaded", .trailing, meaning: "The most ads that were loaded at once."
    ) { $0.peakLoaded },
    Column("closed", "Closed", meaning: "Whether the session has ended in order.") { $0.isClosed },
    Column("appVersion", meaning: "The version of the app.") { $0.appVersion },
    Column("device", meaning: "What the app calls the device; often nothing.") { $0.device },
    Column("attributes", meaning: "By what it is grouped with others: network=wifi, say.") {
      $0.attributes.description
    },
    Column("experiment", meaning: "The experiment that it was in; null where it was in none.") {
      $0.arm?.experiment
    },
    Column("arm", meaning: "The arm of that experiment in which it began.") { $0.arm?.arm },
    Column("simulated", meaning: "Whether it is a simulation that was kept, which nobody saw.") {
      $0.isSimulated
    },
    Column("track", meaning: "Whether it can be replayed: whole, none or broken.") {
      $0.track.rawValue
    },
  ]

  static let dropped = Flag(
    "dropped", "Instead, what the history's own bounds have deleted so far, if anything.")

  private static let droppedColumns: [Column<DroppedHistory>] = [
    Column("sessions", "Sessions", .trailing, meaning: "How many sessions were dropped.") {
      $0.sessions
    },
    Column("transitions", "Transitions", .trailing, meaning: "How many changes of state they held.")
    { $0.transitions },
    Column("droppedAt", "Dropped", meaning: "When some went last.") { $0.droppedAt },
    Column("youngestAt", "Youngest", meaning: "The last sign of the youngest of them.") {
      $0.youngestAt
    },
  ]

  static let command = Command(
    "sessions", "List recorded sessions, those that began last first.",
    details:
      "A session that is not closed still runs, or its process was killed. Says what is not here any "
      + "more because the settings history-days and history-bytes bound the history.",
    effect: .reads,
    output: .forms([
      OutputForm("without --dropped", .keys(of: columns)),
      OutputForm("with --dropped", .keys(of: droppedColumns)),
    ]),
    options: [limit, HistoryOptions.simulated, dropped] + ListOptions.shape,
    examples: [
      Example("history sessions --limit 10", "The last ten."),
      Example("history sessions --dropped", "What the history's bounds have deleted."),
    ]
  ) { run in
    let (sessions, gone, empty) = try run.withDatabase(.readOnly) { database in
      let history = HistoryRepository(database)
      return (
        try history.sessions(
          limit: run.input[limit] ?? 100, simulated: run.input[HistoryOptions.simulated]),
        try history.dropped(), try run.nothing("no recorded sessions", in: history)
      )
    }
    guard !run.input[dropped] else {
      return try run.list(
        gone.map { [$0] } ?? [], droppedColumns, empty: "the history's bounds have dropped nothing")
    }
    try run.listChosen(sessions, columns, empty: empty)
    if let gone { try run.note("note: \(gone.words)") }
  }
}

extension DroppedHistory {
  /// One sentence about it.
  var words: String {
    "the history's bounds dropped \(sessions.counted("session")) with "
      + "\(transitions.counted("transition")), last at \(droppedAt); the youngest ended at "
      + "\(youngestAt)"
  }
}
