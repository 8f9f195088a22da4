// SPDX-License-Identifier: MIT
import AdConsent
import AdStore

/// `consent history SUBJECT`.
enum ConsentHistory {
  static let command = Command(
    "history", "List all consent records of a person in the order in which they arrived.",
    details: """
      Shows for each what the gate made of it then. A record that arrived after one that was answered \
      later is evidence, and opened nothing: overruled.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .reads, output: .keys(of: ConsentView.columns),
    arguments: [ConsentOptions.subject],
    options: [ConsentOptions.subjectFile] + ListOptions.all + SettingOptions.gate.options,
    examples: [Example("consent history user-17", "What was answered when.")]
  ) { run in
    let (records, gate) = try run.withConsent(.readOnly) { consent in
      let records = try consent.history(of: run.subject(in: consent))
      guard !records.isEmpty else { throw CommandRun.noConsentRecord }
      return (records, try run.gate(in: consent.database))
    }
    // What the gate made of each record when it was received; now only the one that holds counts.
    let views = records.indices.map { index in
      let (record, state) = (records[index], ConsentState(Array(records[...index])))
      return ConsentView(
        record,
        heldBy: state.holding(under: record.statement.regulation, at: record.recordedAt),
        deciding: gate.judge(state, under: record.statement.regulation, at: record.recordedAt))
    }
    try run.listChosen(views, ConsentView.columns, empty: "no record")
  }
}
