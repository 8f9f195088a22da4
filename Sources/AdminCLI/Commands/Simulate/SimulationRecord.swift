// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdStore

/// Keeps a simulated run in the history, if consent allows its loads.
enum SimulationRecord {
  static let record = Flag("record", "Keep the run in the history; needs --page and --subject.")
  static let subject = Option(
    "subject", .subject, "Whose consent allows the loads.", isPersonal: true)
  static let id = Option(
    "session-id", .session, "What to call the kept run.",
    defaultDescription: "simulated- and the time")

  static let options: [any DeclaresOption] =
    [record, subject, ConsentOptions.subjectFile, id] + GateOptions.all

  /// How many transitions are handed to the recorder before it must have stored them.
  private static let portion = 5_000

  /// Refuses to keep a comparison of several sets.
  static func refuse(_ run: CommandRun) throws(Failure) {
    guard run.input[record] else { return }
    throw Failure(
      .usage, "--record keeps one run; several sets of thresholds cannot be kept.",
      try: "adview-admin simulate --help")
  }

  /// What allows the loads of a run that is to be kept; `nil` for a run that is not.
  /// - Throws: ``Failure`` with `refused` where the gate blocks.
  static func permit(of run: CommandRun) throws -> LoadPermit? {
    guard run.input[record] else { return nil }
    guard let subject = try run.givenKey(run.input[subject]), run.input[SimulateOptions.page] != nil
    else {
      throw Failure(
        .usage, "--record needs --page and --subject: where, and whose consent allows the loads.",
        try: "adview-admin simulate --help")
    }
    let decision = try run.withDatabase(.readOnly) { database in
      let consent = ConsentRepository(database)
      return try consent.decision(
        for: run.subject(subject, in: consent), at: run.now,
        by: run.gate(in: database))
    }
    switch decision {
    case .allowed(let permit): return permit
    case .blocked(let reason):
      throw Failure(
        .refused, "consent refuses the loads: \(reason.explanation).",
        try: "adview-admin consent set --help")
    }
  }

  /// Writes what a replay did into the history.
  static func keep(_ outcome: TraceReplay.Outcome, _ run: CommandRun) throws {
    guard let page = run.input[SimulateOptions.page] else { return }
    let name = try run.input[id] ?? SessionID("simulated-\(run.now)")
    if run.isDryRun {
      try run.withDatabase(.readOnly) { try HistoryRepository($0).requireNoSession(name) }
      return try run.note(
        "would keep \(outcome.transitions.count.counted("transition")) as \(name)")
    }
    try run.withDatabase(.readWrite) { database in
      let session = try RecordedSession(
        id: name, page: page, appVersion: "adview-admin \(AdminVersion.current)",
        startedAt: run.now, clockAtStart: 0)
      // Without a thread of its own, which a process that may have no other would wait for.
      let recorder = try TransitionRecorder(
        session, in: database, capacity: portion, interval: nil)
      var rest = outcome.transitions[...]
      while !rest.isEmpty {
        recorder.record(Array(rest.prefix(portion)))
        try recorder.flush()
        rest = rest.dropFirst(portion)
      }
      try recorder.close(at: outcome.end)
      let report = recorder.report
      try run.note("kept \(report.stored.counted("transition")) as session \(name)")
      if report.lost > 0 { try run.note("warning: \(report.lost) transitions were refused") }
    }
  }
}
