// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdStore

/// `history replay SESSION`.
enum HistoryReplay {
  static let session = Argument(.session, "The session.")

  static let command = Command(
    "replay", "Print a session as a trace, which 'simulate' replays.",
    details: "The history knows viewport and frames at transitions only: between two, the viewport "
      + "jumps, and units that were never loaded are not in the trace.",
    effect: .reads, output: .document("JSON lines"), arguments: [session],
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
      let timeline = try HistoryRepository(database).timeline(of: session)
      return (Trace(session: timeline.entries.map(\.transition)), timeline.session.page)
    }
  }
}
