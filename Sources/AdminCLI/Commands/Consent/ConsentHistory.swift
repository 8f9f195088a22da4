// SPDX-License-Identifier: MIT
import AdConsent
import AdStore

/// `consent history SUBJECT`.
enum ConsentHistory {
  static let command = Command(
    "history", "List all consent records of a person, oldest first.",
    details: ConsentOptions.subjectKeys, effect: .reads, arguments: [ConsentOptions.subject],
    options: GateOptions.all,
    examples: [Example("consent history user-17", "What was answered when.")]
  ) { run in
    let records = try run.withConsent(.readOnly) { consent in
      _ = try run.currentRecord(in: consent)
      return try consent.history(of: run.subject(run.input[ConsentOptions.subject]))
    }
    // What the gate made of each record when it was recorded; now only the last one counts.
    let views = records.map { ConsentView($0, at: $0.recordedAt, by: run.gate) }
    try run.list(views, ConsentView.columns, object: ConsentView.writeObject)
  }
}
