// SPDX-License-Identifier: MIT
import AdConsent
import AdStore

/// `consent show SUBJECT`.
enum ConsentShow {
  static let explain = Flag("explain", "List everything that the gate asks, and whether it holds.")
  static let at = Option(
    "at", .time, "The time to decide for, by the record that stood then.", defaultDescription: "now"
  )
  static let check = Flag("check", "End with 77 where no ad may load, for scripts.")

  static let command = Command(
    answering: "show", "Show a person's current consent and what the gate makes of it.",
    details: ConsentOptions.subjectKeys, effect: .reads, arguments: [ConsentOptions.subject],
    options: [explain, at, check] + GateOptions.all,
    examples: [
      Example("consent show user-17", "What holds now."),
      Example("consent show user-17 --explain", "Why it does, requirement by requirement."),
      Example("consent show user-17 --check --format ndjson", "For a script."),
    ]
  ) { run in
    let record = try run.withConsent(.readOnly) { consent in
      guard let time = run.input[at] else { return try run.currentRecord(in: consent) }
      return try run.record(in: consent, at: time)
    }
    let view = ConsentView(record, at: run.input[at] ?? run.now, by: run.gate)
    let isExplained = run.input[explain]
    try run.fields(
      view, ConsentView.fields,
      object: isExplained ? ConsentView.writeExplained : ConsentView.writeObject)
    if isExplained, run.format == .table {
      try run.print("\n")
      try run.list(view.explanation.requirements, ConsentView.requirementColumns)
    }
    return run.input[check] && !view.explanation.decision.isAllowed ? .refused : .done
  }
}
