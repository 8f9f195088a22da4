// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent erase SUBJECT`.
enum ConsentErase {
  static let subject = Argument(
    .subject, "Whose records: the key.", count: .optional, isPersonal: true)
  static let scrub = Flag(
    "scrub", "Only finish an erasure that another process kept from being complete.")

  static let command = Command(
    "erase", "Erase everything that is held of a person, and keep the proof that it was.",
    details: """
      Contents, salts and the key are deleted, the file is written anew without its free pages, and \
      the write-ahead log is emptied. The ledger keeps its hashes, which lead to nobody any more, \
      and gains an entry that says that an erasure happened; 'consent verify' goes on agreeing. \
      Backups and snapshots of the disk are not reached. Where a secret is in use, records from \
      before it, under the plain key, are erased too.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .destroys, arguments: [subject], options: [scrub],
    examples: [
      Example("consent erase user-17 --yes", "Without a question."),
      Example("consent erase --scrub --yes", "Finish once the other process has ended."),
    ]
  ) { run in
    guard let key = run.input.optional(subject) else {
      guard run.input[scrub] else {
        throw Failure(
          .usage, "whose records are to be erased is not said.",
          try: "adview-admin consent erase SUBJECT")
      }
      try run.withConsent(.readWrite) { if !run.isDryRun { try $0.scrub() } }
      try run.note(
        run.isDryRun
          ? "would write the file anew, and empty its log"
          : "the file holds nothing but what it lists.")
      if run.format != .table { try report(nil, run) }
      return
    }
    try run.confirm("Erase everything that is held of this subject for good?")
    let erasure = try run.withConsent(.readWrite) { consent in
      try consent.erase(
        run.subject(key), andUnder: key, at: run.now, commits: !run.isDryRun)
    }
    try report(erasure, run)
  }

  /// The columns for programs; nil stands for an erasure that was only finished.
  private static let columns: [Column<ConsentErasure?>] = [
    Column("entry") { .optional(integer: $0?.entry.rawValue) },
    Column("records") { .integer(Int64($0?.records ?? 0)) },
    Column("underPlainKey") { .integer(Int64($0?.underOtherKey ?? 0)) },
  ]

  private static func report(_ erasure: ConsentErasure?, _ run: CommandRun) throws {
    guard run.format == .table, let erasure else {
      return try run.fields(erasure, columns + run.dryRunColumns())
    }
    var count = erasure.records == 1 ? "1 record" : "\(erasure.records) records"
    if erasure.underOtherKey > 0 { count += ", \(erasure.underOtherKey) under the plain key" }
    try run.print(
      run.isDryRun
        ? "would erase \(count), as ledger entry \(erasure.entry)\n"
        : "erased \(count); ledger entry \(erasure.entry) says so\n")
  }
}
