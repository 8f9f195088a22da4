// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdStore
import AdSystem

/// `restore FILE`.
enum RestoreCommand {
  static let file = Argument(.file, "The backup, which is only read.")

  static let acceptProblems = Flag(
    "accept-problems", "Put it in place although something is wrong with it, which is told.")

  static let command = Command(
    "restore", "Go back to a backup: put a copy of it in the place of the database.",
    details: """
      The copy is examined as 'doctor' does before it takes the place, and pending migrations are run \
      on it. Where it holds an error, nothing is changed unless --accept-problems is given. What was \
      there is kept beside it, whole, under its name with '.before-' and the time; nothing is ever \
      deleted. A database that another process has open is not replaced: end that first.
      """,
    effect: .destroys, output: .keys(Column.keys(of: columns) + .dryRun), arguments: [file],
    options: [acceptProblems],
    examples: [
      Example("restore monday.sqlite --dry-run", "Whether it could be."),
      Example("restore monday.sqlite --yes", "Without a question."),
    ]
  ) { run in
    let (backup, path) = (run.input[file], try run.databasePath)
    guard run.host.files.exists(backup) else {
      throw Failure(
        .notFound, "there is no file \(backup.quotedForDisplay).", try: "check the path")
    }
    let isThere = run.host.files.exists(path)
    // A link stays, and what it leads to is kept where it is.
    var target = path
    if case .file(let file)? = try? run.host.files.layer.destination(of: path) { target = file }
    let kept = "\(target).before-\(run.now.description.filter { !":.-".contains($0) })"
    if run.host.files.exists(kept) {
      throw Failure(
        .cannotCreate, "\(kept.quotedForDisplay) exists already.", try: "the same command again")
    }
    try run.confirm(
      "Put \(backup.quotedForDisplay) in the place of \(path.quotedForDisplay)?"
        + (isThere ? " What is there now is kept as \(kept.quotedForDisplay)." : ""),
      because: "puts another database in the place of \(path.quotedForDisplay)")
    let migrated = try run.withProgress("copying", "pages") { show in
      try AdDatabase.restore(
        from: backup, to: path, keeping: kept, now: run.now, busyTimeout: run.host.busyTimeout,
        layer: run.host.files.layer, isDryRun: run.isDryRun,
        progress: { left, total in (try? show(Int64(total - left), Int64(total))) != nil },
        examine: { try examine($0, of: backup, run) })
    }
    if !run.isDryRun { run.output.reportsStoredWork = true }
    try report(
      Restored(database: path, backup: backup, kept: isThere ? kept : nil, migrated: migrated), run)
  }

  private struct Restored: Sendable {
    let database: String
    let backup: String
    let kept: String?
    let migrated: [String]
  }

  private static let columns: [Column<Restored>] = [
    Column("database", meaning: "The file that was put in place.") { .text($0.database) },
    Column("file", meaning: "The backup that it is a copy of.") { .text($0.backup) },
    Column("keptAs", meaning: "The name under which the database was kept that was there before.") {
      .optional($0.kept)
    },
    Column("migrated", meaning: "The migrations that were run on the copy.") { .list($0.migrated) },
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
    if let kept = restored.kept {
      try run.print(
        "\(would ? "would keep" : "kept") what was there as \(kept.safeForTerminal)\n")
    }
    try run.print(
      "\(would ? "would restore" : "restored") \(restored.database.safeForTerminal) from "
        + "\(restored.backup.safeForTerminal)\n")
  }
}
