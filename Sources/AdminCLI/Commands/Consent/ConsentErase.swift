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
      if !run.isDryRun { try run.withConsent(.readWrite) { try $0.scrub() } }
      return try run.note("the file holds nothing but what it lists.")
    }
    try run.confirm("Erase everything that is held of this subject for good?")
    let erasure = try run.withConsent(.readWrite) { consent in
      try consent.erase(
        run.subject(key), andUnder: key, at: run.now, commits: !run.isDryRun)
    }
    try report(erasure, run)
  }

  private static func report(_ erasure: ConsentErasure, _ run: CommandRun) throws {
    guard run.format == .table else {
      return try run.fields(
        erasure,
        [
          Column("entry") { .integer($0.entry.rawValue) },
          Column("records") { .integer(Int64($0.records)) },
          Column("underPlainKey") { .integer(Int64($0.underOtherKey)) },
        ])
    }
    var count = erasure.records == 1 ? "1 record" : "\(erasure.records) records"
    if erasure.underOtherKey > 0 { count += ", \(erasure.underOtherKey) under the plain key" }
    try run.print(
      run.isDryRun
        ? "would erase \(count), as ledger entry \(erasure.entry)\n"
        : "erased \(count); ledger entry \(erasure.entry) says so\n")
  }
}
