// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdStore
import AdSystem

/// `restore FILE`.
enum RestoreCommand {
  static let file = Argument(.file, "The backup, which is only read.")

  static let acceptProblems = Flag(
    "accept-problems", "Put it in place although something is wrong with it, which is told.")
  static let allAnswers = Flag(
    "all-answers",
    "Carry over the answers that allow ads, too, and not only those that restrict them.")
  static let loseConsent = Flag(
    "lose-consent",
    "Put it in place although withdrawals, refusals or erasures cannot be carried over, which are "
      + "told.")
  static let inventoryOnly = Flag(
    "inventory-only",
    "Take units, pages, targeting and settings from the backup, and leave everything else in place."
  )

  static let command = Command(
    "restore", "Go back to a backup: put a copy of it in the place of the database.",
    details: """
      The copy is examined as 'doctor' does before it takes the place, and pending migrations are run \
      on it. Where it holds an error, nothing is changed unless --accept-problems is given. What was \
      there is kept beside it, whole, under its name with '.before-' and the time; nothing is ever \
      deleted. It holds everybody's data of then: 'doctor' names it, and 'consent erase' erases in it, \
      too. A database that another process has open is not replaced: end that first.

      A no stays a no. Whatever people said in the database and the backup lacks is carried over into \
      the copy: withdrawals, refusals, opt-outs and all else that restricts ads, and who was erased is \
      erased in the copy, too. Answers that allow personalised ads are left out and counted: who gave \
      one is asked again. --all-answers carries them over as well. Such an answer is carried over in any \
      case where, without it, an older one would hold that lasts longer. The ledger gains an entry that \
      says what was restored in place of what, and goes on verifying.

      Where that cannot be done (the database cannot be read, or its keys are hashed with another \
      secret than the backup's), the command ends with 77 and changes nothing. Rekey the backup first \
      ('consent rekey' with --db); --lose-consent puts it in place all the same, and ads may then load \
      for people who said no.

      With --inventory-only no file is replaced: units, pages, targeting and settings become what they \
      were, in one transaction that 'log' shows and 'revert' takes back. Consent, history and the debug \
      switch stay as they are, and other processes may have the database open.
      """,
    effect: .destroys,
    output: .forms([
      OutputForm("without an option", .keys(of: columns, .dryRun)),
      OutputForm("with --inventory-only", .changes),
    ]), arguments: [file],
    options: [acceptProblems, allAnswers, loseConsent, inventoryOnly, OriginOptions.reason],
    examples: [
      Example("restore monday.sqlite --dry-run", "Whether it could be, and what is carried over."),
      Example("restore monday.sqlite --yes", "Without a question."),
      Example(
        "restore monday.sqlite --inventory-only", "The units of Monday, the consent of today."),
    ]
  ) { run in
    let (backup, path) = (run.input[file], try run.databasePath)
    guard run.host.files.exists(backup) else {
      throw Failure(
        .notFound, "there is no file \(backup.quotedForDisplay).", try: "check the path")
    }
    if run.input[inventoryOnly] { return try restoreInventory(of: backup, run) }
    if run.input[GlobalOptions.message] != nil {
      throw Failure(
        .usage, "--message goes into the log of the inventory, which a whole restore replaces.",
        try: run.again(with: "--inventory-only"))
    }
    let isThere = run.host.files.exists(path)
    // A link stays, and what it leads to is kept where it is.
    var target = path
    if case .file(let file)? = try? run.host.files.layer.destination(of: path) { target = file }
    let kept = KeptDatabases.name(for: target, at: run.now)
    if run.host.files.exists(kept) {
      throw Failure(
        .cannotCreate, "\(kept.quotedForDisplay) exists already.", try: "the same command again")
    }
    try run.confirm(
      "Put \(backup.quotedForDisplay) in the place of \(path.quotedForDisplay)?"
        + (isThere ? " What is there now is kept as \(kept.quotedForDisplay)." : ""),
      because: "puts another database in the place of \(path.quotedForDisplay)")
    let rules = CarryingRules(
      takesPermissions: run.input[allAnswers], acceptsLosses: run.input[loseConsent])
    let restored = try run.withProgress("copying", "pages") { show in
      try AdDatabase.restore(
        from: backup, to: path, keeping: kept, now: run.now, rules: rules,
        origin: EntryOrigin(
          .operator, channel: EntryOrigin.restoring.channel,
          reason: run.input[OriginOptions.reason] ?? ""), signer: run.deviceKey(),
        busyTimeout: run.host.busyTimeout, layer: run.host.files.layer, isDryRun: run.isDryRun,
        progress: { left, total in (try? show(Int64(total - left), Int64(total))) != nil },
        check: run.checkInterruption, examine: { try examine($0, of: backup, run) })
    }
    if !run.isDryRun { run.output.reportsStoredWork = true }
    try report(
      Restored(
        database: path, backup: backup, kept: isThere ? kept : nil, migrated: restored.migrated,
        consent: restored.consent), run)
  }

  /// Makes the inventory of the database what it was in a backup.
  private static func restoreInventory(of backup: String, _ run: CommandRun) throws {
    if run.input[OriginOptions.reason] != nil {
      throw Failure(
        .usage, "--reason goes into the ledger, which --inventory-only leaves as it is.",
        try: run.again(with: "--message TEXT"))
    }
    let options = [allAnswers, loseConsent, acceptProblems].filter { run.input[$0] }
    guard options.isEmpty else {
      throw Failure(
        .usage,
        "--inventory-only excludes --all-answers, --lose-consent and --accept-problems: consent "
          + "stays as it is, and the inventory of a backup is checked when it is read.")
    }
    let database = try run.open(backup, .readOnly)
    let (content, settings) = try InventoryRepository(database).read {
      (try $0.content(), try $0.settings())
    }
    try database.close()
    try run.confirm(
      "Make units, pages, targeting and settings what they are in \(backup.quotedForDisplay)?",
      because: "replaces the inventory of \(run.databasePath.quotedForDisplay)")
    try run.changeInventory { edit in
      try edit.become(content, settings)
      // The last moment at which all of it can still be undone.
      try run.checkInterruption()
    }
  }

  private struct Restored: Sendable {
    let database: String
    let backup: String
    let kept: String?
    let migrated: [String]
    let consent: CarriedConsent
  }

  private static let columns: [Column<Restored>] = [
    Column("database", meaning: "The file that was put in place.") { $0.database },
    Column("file", meaning: "The backup that it is a copy of.") { $0.backup },
    Column("keptAs", meaning: "The name under which the database was kept that was there before.") {
      $0.kept
    },
    Column("migrated", meaning: "The migrations that were run on the copy.") { $0.migrated },
    Column(
      "carriedOver.withdrawals",
      meaning: "How many withdrawals that the backup lacked were carried over."
    ) { $0.consent.withdrawals },
    Column("carriedOver.refusals", meaning: "How many refusals.") { $0.consent.refusals },
    Column(
      "carriedOver.restrictions",
      meaning: "How many opt-outs and other answers that allow less than all."
    ) { $0.consent.restrictions },
    Column("carriedOver.permissions", meaning: "How many answers that allow personalised ads.") {
      $0.consent.permissions
    },
    Column("carriedOver.erasures", meaning: "How many people were erased in the copy, too.") {
      $0.consent.erasures
    },
    Column(
      "leftOut", meaning: "How many answers that allow personalised ads were not carried over."
    ) { $0.consent.leftOut },
    Column("lost", meaning: "What could not be carried over, line by line.") { $0.consent.losses },
  ]

  /// Refuses a copy in which something is wrong that would not be mended by being in place.
  private static func examine(_ copy: String, of backup: String, _ run: CommandRun) throws {
    try run.checkInterruption()
    let problems = try DatabaseDoctor.problems(of: copy, run)
    for problem in problems { try run.note("problem: \(problem)") }
    guard !problems.isEmpty, !run.input[acceptProblems] else { return }
    throw Failure(
      .badData,
      "\(backup.quotedForDisplay) is not put in place: \(problems.count.counted("problem")); "
        + "nothing was changed.",
      try: "an earlier backup, or --accept-problems where there is none")
  }

  private static func report(_ restored: Restored, _ run: CommandRun) throws {
    guard run.format == .table else {
      return try run.fields(restored, columns + run.dryRunColumns())
    }
    let would = run.isDryRun
    for file in restored.migrated { try run.print("\(would ? "would run" : "ran") \(file)\n") }
    for line in lines(of: restored.consent, would) { try run.print("\(line)\n") }
    if let kept = restored.kept {
      try run.print("\(would ? "would keep" : "kept") what was there as \(kept.safeForTerminal)\n")
    }
    try run.print(
      "\(would ? "would restore" : "restored") \(restored.database.safeForTerminal) from "
        + "\(restored.backup.safeForTerminal)\n")
  }

  /// What becomes of people's answers, in words.
  private static func lines(of consent: CarriedConsent, _ would: Bool) -> [String] {
    var lines: [String] = []
    let carried = [
      (consent.withdrawals, "withdrawal"), (consent.refusals, "refusal"),
      (consent.restrictions, "other restriction"), (consent.permissions, "permission"),
      (consent.erasures, "erasure"),
    ].filter { $0.0 > 0 }.map { $0.counted($1) }
    if !carried.isEmpty {
      lines.append("\(would ? "would carry" : "carried") over \(carried.joined(separator: ", "))")
    }
    if consent.leftOut > 0 {
      lines.append(
        "\(would ? "would leave" : "left") out \(consent.leftOut.counted("permission")); "
          + "--all-answers carries over such answers, too")
    }
    lines += consent.losses.map {
      "\(would ? "would lose" : "lost") consent: \($0.safeForTerminal)"
    }
    return lines
  }
}
