// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent hold SUBJECT` and `consent release SUBJECT`.
enum ConsentHold {
  static let hold = Command(
    "hold", "Keep a person's records from being erased: they are evidence in a case.",
    details: """
      'consent erase' then refuses, with the entry and the reason, and 'consent prune' passes over them, \
      until 'consent release'. The ledger gains an entry each, which 'consent verify' checks. A file or \
      standard input holds one person a line.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .changes, output: .keys(of: columns, .dryRun),
    arguments: [ConsentOptions.subjects],
    options: [ConsentOptions.subjectFile] + OriginOptions.all,
    examples: [Example("consent hold user-17 --reason 'case 2026-114'", "Until it is released.")]
  ) { try append(.held, $0) }

  static let release = Command(
    "release", "Let a person's records be erased again.",
    details: """
      Ends what 'consent hold' began, by an entry of the ledger.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .changes, output: .keys(of: columns, .dryRun),
    arguments: [ConsentOptions.subjects],
    options: [ConsentOptions.subjectFile] + OriginOptions.all,
    examples: [Example("consent release user-17 --reason 'case closed'", "Erasable again.")]
  ) { try append(.released, $0) }

  /// What became of one person's records.
  private struct Change: Sendable {
    let event: ConsentEvent
    /// The entry that says so; nil where it was so already.
    let entry: ConsentRecordID?
  }

  private static let columns: [Column<Change>] = [
    Column("event", meaning: "What holds for the records: held or released.") { $0.event.rawValue },
    Column("entry", meaning: "The number of the entry in the ledger; null where it was so already.")
    { $0.entry?.rawValue },
  ]

  private static func append(_ event: ConsentEvent, _ run: CommandRun) throws {
    let changes = try run.withConsent(.readWrite, by: run.entryOrigin()) { consent in
      let subjects = try run.subjects(in: consent)
      let entries = try consent.append(event, for: subjects, at: run.now, commits: !run.isDryRun)
      return entries.map { Change(event: event, entry: $0) }
    }
    guard run.format == .table else {
      if changes.count == 1 { return try run.fields(changes[0], columns + run.dryRunColumns()) }
      return try run.list(changes, columns + run.dryRunColumns())
    }
    let verb = run.isDryRun ? "would be \(event.rawValue)" : event.rawValue
    for change in changes {
      try run.print(
        change.entry.map { "\(verb), as ledger entry \($0)\n" }
          ?? (event == .held ? "held already\n" : "not held\n"))
    }
  }
}
