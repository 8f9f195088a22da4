// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdLoading
import AdModel
import AdStore

/// Keeps a simulated run in the history, if consent allows its loads.
enum SimulationRecord {
  static let record = Flag("record", "Keep the run in the history; needs --page and --subject.")
  static let subject = Option(
    "subject", .subject, "Whose consent allows the loads.", isPersonal: true)
  static let id = Option(
    "as", .session, "What to call the session of the kept run.",
    defaultDescription: "simulated- and the time")

  static let options: [any DeclaresOption] =
    [record, subject, ConsentOptions.subjectFile, id] + SettingOptions.gate.options

  /// How many transitions are handed to the recorder before it must have stored them.
  private static let portion = 5_000

  /// Refuses to keep a comparison of several sets.
  static func refuse(_ run: CommandRun) throws(Failure) {
    guard run.input[record] else { return }
    throw Failure(.usage, "--record keeps one run; several sets of thresholds cannot be kept.")
  }

  /// The page that is named, with what allows the loads of a run that is to be kept.
  static func page(_ run: CommandRun) throws -> StoredPage? {
    let keeps = run.input[record]
    let subject = keeps ? try run.givenKey(run.input[subject]) : nil
    guard let page = run.input[SimulateOptions.page], !keeps || subject != nil else {
      guard keeps else { return nil }
      throw Failure(
        .usage, "--record needs --page and --subject: where, and whose consent allows the loads.")
    }
    let person = try subject.map { try run.stored($0) }
    return try run.withDatabase(.readOnly) { database in
      try InventoryRepository(database).read { inventory in
        try inventory.page(page, terms: ExportOptions.terms(for: person, in: inventory, run))
      }
    }
  }

  /// What allows the loads of a run that is to be kept; `nil` for a run that is not.
  /// - Throws: ``Failure`` with `refused` where the gate blocks.
  static func permit(by stored: StoredPage?, _ run: CommandRun) throws -> LoadPermit? {
    guard run.input[record], let stored else { return nil }
    switch stored.terms.consent.decision {
    case .allowed(let permit): return permit
    case .blocked(let reason):
      throw Failure(
        .refused, "consent refuses the loads: \(reason.explanation).",
        try: "adview-admin consent set --help")
    }
  }

  /// Writes a replay into the history, as a session that ends now.
  /// - Parameters:
  ///   - replay: Before it has run.
  ///   - arm: The arm of an experiment by which it ran.
  /// - Throws: `StoreError` with `sessionExists`, or what writing meets.
  static func keep(
    _ outcome: TraceReplay.Outcome, of replay: TraceReplay, in arm: ExperimentArm?,
    _ run: CommandRun
  ) throws {
    guard let page = run.input[SimulateOptions.page] else { return }
    let name = try run.input[id] ?? SessionID("simulated-\(run.now)")
    if run.isDryRun {
      try run.withDatabase(.readOnly) {
        _ = try HistoryRepository($0).unfinishedSimulation(name)
      }
      return try run.note(
        "would keep \(outcome.transitions.count.counted("transition")) as \(name)")
    }
    try run.withDatabase(.readWrite) { database in
      let history = HistoryRepository(database)
      // One that is written meanwhile is not interrupted, and refuses its name below.
      if let left = try history.unfinishedSimulation(name), try history.delete(left, at: run.now) {
        try run.note("deleted what an interrupted run left of session \(name)")
      }
      let session = try RecordedSession(
        id: name, page: page, appVersion: "adview-admin \(AdminVersion.current)", arm: arm,
        startedAt: run.now.advanced(by: -outcome.end), clockAtStart: 0, measuresViewability: true,
        isSimulated: true)
      // Without a thread of its own, which a process that may have no other would wait for.
      let recorder = TransitionRecorder(session, in: database, capacity: 2 * portion, interval: nil)
      recorder.begin(under: replay.start)
      var (again, pending) = (replay, 0)
      _ = try again.run { events in
        for start in stride(from: 0, to: events.count, by: portion) {
          recorder.record(Array(events[start..<min(start + portion, events.count)]))
          pending += min(events.count - start, portion)
          guard pending >= portion else { continue }
          pending = 0
          try recorder.flush()
        }
      }
      recorder.record(again.missed)
      try recorder.close(at: outcome.end)
      let report = recorder.report
      try run.note("kept \(report.stored.counted("transition")) as session \(name)")
      if report.lost > 0 { try run.note("warning: \(report.lost.counted("transition")) refused") }
    }
  }
}
