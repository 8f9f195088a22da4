// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent erase SUBJECT`.
enum ConsentErase {
  static let subject = Argument(
    .subject, "Whose records: the key; - reads one a line from standard input.", count: .optional,
    isPersonal: true)
  static let scrub = Flag(
    "scrub", "Only finish an erasure that could not be completed.")

  static let command = Command(
    "erase", "Erase everything that is held of a person, and keep the proof that it was.",
    details: """
      Contents, salts and the key are deleted, the file is written anew without its free pages, and \
      the write-ahead log is emptied. The ledger keeps its hashes, which lead to nobody any more, \
      and gains an entry that says that an erasure happened; 'consent verify' goes on agreeing. \
      Backups and snapshots of the disk are not reached.

      Other readers are waited for. Where they do not end, or the disk is full, the erasure stands, \
      its bytes are still in the file, and the command ends with 75. The file remembers that: the \
      next command that writes, the same command again or --scrub ends it, and 'doctor' and \
      'consent verify' tell it until then.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .destroys, output: .keys(Column.keys(of: columns) + .dryRun), arguments: [subject],
    options: [ConsentOptions.subjectFile, scrub],
    examples: [
      Example("consent erase user-17 --yes", "Without a question."),
      Example("consent erase --scrub --yes", "Finish once the other process has ended."),
    ]
  ) { run in
    guard let keys = try run.givenKeys(run.input.optional(subject)) else {
      guard run.input[scrub] else {
        throw Failure(
          .usage, "whose records are to be erased is not said.",
          try: "adview-admin consent erase SUBJECT")
      }
      return try finish(run)
    }
    try run.confirm(
      keys.count == 1
        ? "Erase everything that is held of this subject for good?"
        : "Erase everything that is held of \(keys.count) subjects for good?")
    let erasures = try run.withConsent(.readWrite) { consent in
      let subjects = try keys.map { try run.subject($0, in: consent) }
      return try consent.erase(subjects, at: run.now, commits: !run.isDryRun)
    }
    guard erasures.count != 1, run.format != .table else {
      for erasure in erasures { try report(erasure, run) }
      return
    }
    try run.list(erasures, columns + run.dryRunColumns())
  }

  /// Ends a pending erasure.
  private static func finish(_ run: CommandRun) throws {
    let pending = try run.withConsent(run.isDryRun ? .readOnly : .readWrite) { consent in
      let pending = try consent.pendingErasure()
      if !run.isDryRun { try consent.scrub() }
      return pending
    }
    if pending == nil {
      try run.note("no erasure is pending\(run.isDryRun ? "; would change nothing" : "")")
    } else {
      try run.note(
        run.isDryRun
          ? "would write the file anew, and empty its log"
          : "the file holds nothing but what it lists.")
    }
    if run.format != .table { try report(nil, run) }
  }

  /// The columns for programs; nil stands for an erasure that was only finished, and for somebody
  /// among several of whom nothing is held.
  private static let columns: [Column<ConsentErasure?>] = [
    Column("entry", meaning: "The number of the entry in the ledger.") {
      .optional(integer: $0?.entry.rawValue)
    },
    Column("records", meaning: "How many records were erased.") {
      .integer(Int64($0?.records ?? 0))
    },
  ]

  private static func report(_ erasure: ConsentErasure?, _ run: CommandRun) throws {
    if run.format == .table, erasure == nil {
      return try run.print("nothing is held of this subject\n")
    }
    guard run.format == .table, let erasure else {
      return try run.fields(erasure, columns + run.dryRunColumns())
    }
    guard erasure.records > 0 else {
      return try run.print(
        "nothing is held of this subject; the erasure of ledger entry \(erasure.entry), which was "
          + "pending, is complete\n")
    }
    let count = erasure.records.counted("record")
    try run.print(
      run.isDryRun
        ? "would erase \(count), as ledger entry \(erasure.entry)\n"
        : "erased \(count); ledger entry \(erasure.entry) says so\n")
  }
}
