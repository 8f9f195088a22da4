// SPDX-License-Identifier: MIT
import AdConsent
import AdStore

/// `consent withdraw SUBJECT`.
enum ConsentWithdraw {
  static let command = Command(
    "withdraw", "Record that a person took the consent back: no ad loads from then on.",
    details: ConsentOptions.subjectKeys, effect: .changes, output: .keys(ConsentReport.keys),
    arguments: [ConsentOptions.subject], options: [ConsentOptions.subjectFile] + GateOptions.all,
    examples: [Example("consent withdraw user-17", "As easy as giving it.")]
  ) { run in
    let (outcome, gate) = try run.withConsent(.readWrite) { consent in
      // Read before anything is stored: after the commit nothing may fail.
      let gate = try run.gate(in: consent.database)
      let outcome = try consent.withdraw(
        run.subject(in: consent), at: run.now, commits: !run.isDryRun)
      return (outcome, gate)
    }
    try ConsentReport(outcome, by: gate, run: run).print()
  }
}
