// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdStore

/// `history replay SESSION`.
enum HistoryReplay {
  static let session = Argument(.session, "The session.")

  static let command = Command(
    "replay", "Print a session as a trace, which 'simulate' replays.",
    details:
      "Each line has t, the milliseconds since the session began, and one thing that the loading "
      + "engine was told. The first is start: thresholds, remote, gate, loadedAds, held and video (the "
      + "units whose ads are video), as the session began. Then viewport (null where the page is not shown), frame, layout (frames that "
      + "count as one change), remove, app, remote (null takes percentages back), thresholds, "
      + "loadedAds (null for no bound), hold (a unit that is unloaded and kept from loading, and the "
      + "cause), release, gate and tick (time passed). A gate is open, changed or renewed, with record "
      + "and mode, or it is unanswered, withdrawn, expired, refused, failed or pageRemoved. Replayed, "
      + "the trace does what the session did. A session that was recorded without all this cannot be "
      + "printed.",
    effect: .reads, output: .document("JSON lines, which the command's help describes"),
    arguments: [session],
    examples: [
      Example("history replay session-1 > scroll.ndjson", "A trace."),
      Example("simulate --session session-1 --fetch 400,800,1700", "The same, tried at once."),
    ]
  ) { run in
    let trace = try trace(of: run.input[session], run)
    var writer = TraceWriter()
    for step in trace.steps { try writer.append(step.event, at: step.time) }
    try run.output.write(bytes: writer.takeBytes())
  }

  /// The trace of a recorded session.
  static func trace(of session: SessionID, _ run: CommandRun) throws -> Trace {
    try run.withDatabase(.readOnly) { Trace(try HistoryRepository($0).track(of: session).track) }
  }
}
