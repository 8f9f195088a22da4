// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent show SUBJECT`.
enum ConsentShow {
  static let explain = Flag("explain", "List everything that the gate asks, and whether it holds.")
  static let at = Option(
    "at", .time, "The time to decide for, by the record that held then.", defaultDescription: "now")
  static let check = Flag("check", "End with 77 where no ad may load, for scripts.")

  static let command = Command(
    answering: "show", "Show a person's current consent and what the gate makes of it.",
    details: """
      The record that holds is the one that was answered last under the law that applies, whenever \
      it arrived; what was refused or opted out of under another law holds all the same. \
      'consent history' lists all.

      Where nothing is held of a person, --check and --explain give the gate's decision all the same: \
      it is closed. What was erased is not found by the key, and counts as never answered. Under a law that \
      lets people opt out, an app first notes that the law applied, as 'consent set --silent' does, and \
      the gate then opens by that entry.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .reads, output: .keys(of: ConsentView.fields),
    arguments: [ConsentOptions.subject],
    options: [ConsentOptions.subjectFile, explain, at, check] + SettingOptions.gate.options,
    examples: [
      Example("consent show user-17", "What holds now."),
      Example("consent show user-17 --explain", "Why it does, requirement by requirement."),
      Example("consent show user-17 --check --format ndjson", "For a script."),
    ]
  ) { run in
    let time = run.time(at) ?? run.now
    let (state, gate) = try run.withConsent(.readOnly) { consent in
      let state = try consent.state(of: run.subject(in: consent))
      let known = run.input[at] == nil ? state : state.known(at: time)
      return (known, try run.gate(in: consent.database))
    }
    let judgement = gate.judge(state, at: time)
    let record = judgement.record ?? state.newest(at: time) ?? state.records.last
    let isExplained = run.input[explain]
    if record == nil, !run.input[check], !isExplained { throw nothingHeld(run) }
    let view = ConsentView(record, deciding: judgement, isExplained: isExplained)
    // Of nobody, people see the decision alone.
    let told: Set = ["consentRecord", "decision.servingMode", "decision.explanation"]
    let isShort = record == nil && run.format == .table
    try run.fields(view, ConsentView.fields.filter { !isShort || told.contains($0.key) })
    if isExplained, run.format == .table {
      try run.print("\n")
      try run.list(view.explanation.requirements, ConsentView.requirementColumns)
    }
    return run.input[check] && !view.explanation.decision.isAllowed ? .refused : .done
  }

  private static func nothingHeld(_ run: CommandRun) -> Failure {
    guard let time = run.time(at) else { return CommandRun.noConsentRecord }
    return Failure(
      .notFound, "no consent record of this subject stood at \(time).",
      try: "adview-admin consent history SUBJECT")
  }
}
