// SPDX-License-Identifier: MIT
import AdConsent
import AdStore

/// `consent withdraw SUBJECT`.
enum ConsentWithdraw {
  static let law = Option(
    "regulation", .regulation, "The law under which it was withdrawn.",
    defaultDescription: "all that were answered under")
  static let at = Option("at", .time, "When it was withdrawn.", defaultDescription: "now")
  static let interface = Option("interface", .text, "Where it was withdrawn.")
  static let domain = Option("source-domain", .text, "The app's bundle id or the web domain.")

  static let command = Command(
    "withdraw", "Record that a person took the consent back: no ad loads from then on.",
    details: """
      It holds under every law until the consent is given again under the law that it was withdrawn \
      under. A withdrawal may be the first that is heard of a person. A file or standard input holds \
      one person a line: all are withdrawn, or none.

      \(ConsentOptions.subjectKeys)
      """, effect: .changes, output: .keys(ConsentReport.keys),
    arguments: [ConsentOptions.subjects],
    options: [ConsentOptions.subjectFile, law, at, interface, domain] + OriginOptions.all
      + SettingOptions.gate.options,
    examples: [
      Example("consent withdraw user-17", "As easy as giving it."),
      Example("consent withdraw - < people.txt", "Many, one a line."),
    ]
  ) { run in
    let reports = try run.withConsent(.readWrite, by: run.entryOrigin()) { consent in
      // Read before anything is stored: after the commit nothing may fail.
      let gate = try run.gate(in: consent.database)
      let subjects = try run.subjects(in: consent)
      let states = try subjects.map { try consent.state(of: $0) }
      let outcomes = try consent.withdraw(
        subjects, under: run.input[law], at: run.now, of: run.time(at), collection: collection(run),
        commits: !run.isDryRun)
      return zip(outcomes, states).map { outcome, state in
        ConsentReport(
          outcome, deciding: outcome.judged(after: state, by: gate, at: run.now), run: run)
      }
    }
    try ConsentReport.print(reports, run)
  }

  private static func collection(_ run: CommandRun) -> ConsentCollection? {
    guard run.input[interface] != nil || run.input[domain] != nil else { return nil }
    return ConsentCollection(
      action: "withdraw", interface: run.input[interface],
      sourceType: run.input[domain].map { _ in "app" }, sourceDomain: run.input[domain])
  }
}
