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
    "as", .session, "What to call the session of the kept run.",
    defaultDescription: "simulated- and the time", formerly: ["session-id"])

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

  /// The page that is named, with what allows the loads of a run that is to be kept.
  static func page(_ run: CommandRun) throws -> StoredPage? {
    let keeps = run.input[record]
    let subject = keeps ? try run.givenKey(run.input[subject]) : nil
    guard let page = run.input[SimulateOptions.page], !keeps || subject != nil else {
      guard keeps else { return nil }
      throw Failure(
        .usage, "--record needs --page and --subject: where, and whose consent allows the loads.",
        try: "adview-admin simulate --help")
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
  /// - Parameter replay: Runs it again, with a recorder.
  /// - Throws: `StoreError` with `sessionExists`, or what writing meets.
  static func keep(
    _ outcome: TraceReplay.Outcome, _ run: CommandRun,
    replay: (any TransitionRecording) -> TraceReplay.Outcome
  ) throws {
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
        startedAt: run.now.advanced(by: -outcome.end), clockAtStart: 0, measuresViewability: true,
        isSimulated: true)
      // Without a thread of its own, which a process that may have no other would wait for.
      let recorder = TransitionRecorder(
        session, in: database, capacity: 2 * portion, interval: nil)
      let portions = RecordedPortions(of: portion, for: recorder)
      for (unit, time) in replay(portions).viewable {
        recorder.recordViewable(unit, at: time)
        portions.flush(noting: 1)
      }
      if let failure = portions.failure { throw failure }
      try recorder.close(at: outcome.end)
      let report = recorder.report
      try run.note("kept \(report.stored.counted("transition")) as session \(name)")
      if report.lost > 0 { try run.note("warning: \(report.lost.counted("transition")) refused") }
    }
  }
}

/// Hands a replay to a recorder and has it written in portions, for a replay never waits.
private final class RecordedPortions: TransitionRecording {
  private let recorder: TransitionRecorder
  private let portion: Int
  private var pending = 0
  /// Why a portion could not be written.
  private(set) var failure: (any Error)?

  init(of portion: Int, for recorder: TransitionRecorder) {
    self.recorder = recorder
    self.portion = portion
  }

  func begin(under terms: LoadingTerms) { recorder.begin(under: terms) }

  func record(_ event: LoadingEvent, at time: Int64, causing transitions: [LoadTransition]) {
    var rest = transitions[...]
    repeat {
      recorder.record(
        rest.count == transitions.count ? event : .tick, at: time,
        causing: Array(rest.prefix(portion)))
      flush(noting: rest.prefix(portion).count + 1)
      rest = rest.dropFirst(portion)
    } while !rest.isEmpty
  }

  func flush(noting more: Int) {
    pending += more
    guard pending >= portion, failure == nil else { return }
    pending = 0
    do { try recorder.flush() } catch { failure = error }
  }
}
