// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdStore

/// `history replay SESSION`.
enum HistoryReplay {
  static let session = Argument(.session, "The session.")

  private static let keys = [
    OutputKey("t", "Milliseconds since the session began."),
    OutputKey("start", "The first line: thresholds, remote, gate, loadedAds and held, as it began."),
    OutputKey("viewport", "Where the viewport is, in points; null where it is not shown."),
    OutputKey("frame", "Where an ad is: its id and its rectangle."),
    OutputKey("layout", "Frames that count as one change."),
    OutputKey("remove", "The ad that is gone."),
    OutputKey(
      "gate",
      "The consent gate: is (open, changed, renewed, unanswered, withdrawn, expired or refused), "
        + "and where it is open record and mode."),
    OutputKey("app", "foreground or background."),
    OutputKey("remote", "Percentages that win over distances; null takes them back."),
    OutputKey("thresholds", "The distances and durations from here on."),
    OutputKey("loadedAds", "The most ads loaded at once; null for no bound."),
    OutputKey("hold", "The ad that is unloaded and kept from loading, and the cause."),
    OutputKey("release", "The ad that may be loaded again."),
    OutputKey("tick", "Time passed and nothing else."),
  ]

  static let command = Command(
    "replay", "Print a session as a trace, which 'simulate' replays.",
    details: "The trace begins with how the session began (start) and holds all that the loading "
      + "engine was told: the scroll as it came, frames placed, moved and removed, thresholds, gate, "
      + "app, units held and released. Replayed, it does what the session did. A session that was "
      + "recorded without it cannot be printed.",
    effect: .reads, output: .document("JSON lines", keys: keys),
    arguments: [session],
    examples: [
      Example("history replay session-1 > scroll.ndjson", "A trace."),
      Example("simulate --session session-1 --fetch 400,800,1700", "The same, tried at once."),
    ]
  ) { run in
    let (trace, _) = try trace(of: run.input[session], run)
    var writer = TraceWriter()
    for step in trace.steps { try writer.append(step.event, at: step.time) }
    try run.output.write(bytes: writer.takeBytes())
  }

  /// The trace of a recorded session, and the page that was shown.
  static func trace(of session: SessionID, _ run: CommandRun) throws -> (Trace, PageID) {
    try run.withDatabase(.readOnly) { database in
      let (session, track) = try HistoryRepository(database).track(of: session)
      return (Trace(track), session.page)
    }
  }
}
