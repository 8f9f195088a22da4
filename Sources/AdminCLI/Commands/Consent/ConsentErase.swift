// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import AdSystem

/// `consent erase SUBJECT`.
enum ConsentErase {
  static let subject = Argument(
    .subject, "Whose records: the key; - reads one a line from standard input.", count: .optional,
    isPersonal: true)
  static let scrub = Flag("scrub", "Only finish an erasure that could not be completed.")

  static let command = Command(
    "erase", "Erase everything that is held of a person, and keep the proof that it was.",
    details: """
      Contents, salts and the key are deleted, the file is written anew without its free pages, and \
      the write-ahead log is emptied. The ledger keeps its hashes, which lead to nobody any more, \
      and gains an entry that says that an erasure happened; 'consent verify' goes on agreeing. \
      The files that 'restore' kept beside the database are gone through as well. Backups elsewhere \
      and snapshots of the disk are not reached.

      Other readers are waited for. Where they do not end, or the disk is full, the erasure stands, \
      its bytes are still in the file, and the command ends with 75. The file remembers that: the \
      next command that writes, the same command again or --scrub ends it, and 'doctor' and \
      'consent verify' tell it until then.

      Records that 'consent hold' keeps as evidence are not erased.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .destroys, output: .keys(of: columns, .dryRun), arguments: [subject],
    options: [ConsentOptions.subjectFile, scrub] + OriginOptions.all,
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
    let kept = try KeptDatabases.paths(beside: run.databasePath, layer: run.host.files.layer)
    var erasures = try run.withConsent(.readWrite, by: run.entryOrigin()) { consent in
      let subjects = try keys.map { try run.subject($0, in: consent) }
      do {
        return try consent.erase(subjects, at: run.now, commits: !run.isDryRun).map(Erased.init)
      } catch let error as StoreError where error.code == .noSuchSubject && !kept.isEmpty {
        return [Erased(nil)]
      }
    }
    var failures: [(file: String, reason: String)] = []
    for file in kept {
      do {
        for (place, erasure) in try erase(keys, inKept: file, run).enumerated() {
          if let erasure { erasures[place].kept.append((file, erasure.records)) }
        }
      } catch let error as StoreError {
        failures.append((file, error.message))
      }
    }
    if erasures.allSatisfy(\.isNothing), failures.isEmpty {
      throw keys.count == 1
        ? CommandRun.noConsentRecord
        : Failure(
          .notFound, "none of these \(keys.count) subjects has a consent record.",
          try: "adview-admin consent list")
    }
    if erasures.count == 1 || run.format == .table {
      for erasure in erasures { try report(erasure, run) }
    } else {
      try run.list(erasures, columns + run.dryRunColumns())
    }
    guard let first = failures.first else { return }
    let reasons = failures.map { "\($0.file.quotedForDisplay): \($0.reason)" }
    throw Failure(
      .busy,
      "the erasure is pending in \(failures.count.counted("file")) that 'restore' kept, which may still "
        + "hold the records: \(reasons.joined(separator: "; ")).",
      try: "the same command again, or rm \(first.file.quotedForShell)")
  }

  /// What was erased of somebody, in the database and in the files that were kept beside it.
  private struct Erased: Sendable {
    let erasure: ConsentErasure?
    var kept: [(file: String, records: Int)] = []

    init(_ erasure: ConsentErasure?) { self.erasure = erasure }

    var isNothing: Bool { erasure == nil && kept.isEmpty }
  }

  /// Erases in a file that was kept when the database was replaced. Its keys may be hashed otherwise.
  private static func erase(
    _ keys: [SubjectKey], inKept file: String, _ run: CommandRun
  ) throws -> [ConsentErasure?] {
    try run.checkInterruption()
    let database = try run.open(file, .readWrite)
    let consent = try ConsentRepository(database, acting: run.entryOrigin())
    // A ledger of before the key was enrolled names another or none.
    if !run.isDryRun, let key = try run.deviceKey(),
      try consent.deviceKeys().last?.key.key == key.publicKey
    {
      database.sign(with: key)
    }
    var erasures: [ConsentErasure?] = []
    for key in keys {
      do {
        var subject = try run.stored(key)
        do {
          try consent.admit(subject)
        } catch let error as StoreError where error.code == .keysArePlain {
          subject = key
        }
        erasures.append(try consent.erase(subject, at: run.now, commits: !run.isDryRun))
      } catch let error as StoreError where error.code == .noSuchSubject {
        erasures.append(nil)
      }
    }
    try database.close()
    return erasures
  }

  /// Ends a pending erasure.
  private static func finish(_ run: CommandRun) throws {
    let pending = try run.withConsent(run.isDryRun ? .readOnly : .readWrite) { consent in
      let pending = try consent.pendingErasure()
      if !run.isDryRun { try consent.scrub() }
      return pending
    }
    for file in try KeptDatabases.paths(beside: run.databasePath, layer: run.host.files.layer)
    where !run.isDryRun {
      let database = try run.open(file, .readWrite)
      try ConsentRepository(database).scrub()
      try database.close()
    }
    if pending == nil {
      try run.note("no erasure is pending\(run.isDryRun ? "; would change nothing" : "")")
    } else {
      try run.note(
        run.isDryRun
          ? "would write the file anew, and empty its log"
          : "the file holds nothing but what it lists.")
    }
    if run.format != .table { try report(Erased(nil), run) }
  }

  /// The columns for programs; without an erasure it was only finished, or nothing is held in the
  /// database.
  private static let columns: [Column<Erased>] = [
    Column("entry", meaning: "The number of the entry in the ledger.") {
      $0.erasure?.entry.rawValue
    },
    Column("records", meaning: "How many records were erased.") { $0.erasure?.records ?? 0 },
    Column("keptFiles", meaning: "The files kept by 'restore' in which records were erased, too.") {
      $0.kept.map(\.file)
    },
  ]

  private static func report(_ erased: Erased, _ run: CommandRun) throws {
    guard run.format == .table else {
      return try run.fields(erased, columns + run.dryRunColumns())
    }
    if erased.isNothing { try run.print("nothing is held of this subject\n") }
    let verb = run.isDryRun ? "would erase" : "erased"
    if let erasure = erased.erasure {
      let count = erasure.records.counted("record")
      if erasure.records == 0 {
        try run.print(
          "nothing is held of this subject; the erasure of ledger entry \(erasure.entry), which was "
            + "pending, is complete\n")
      } else {
        try run.print(
          run.isDryRun
            ? "\(verb) \(count), as ledger entry \(erasure.entry)\n"
            : "\(verb) \(count); ledger entry \(erasure.entry) says so\n")
      }
    }
    for (file, records) in erased.kept {
      try run.print("\(verb) \(records.counted("record")) in \(file.safeForTerminal)\n")
    }
  }
}
