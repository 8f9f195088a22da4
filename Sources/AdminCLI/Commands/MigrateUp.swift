// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// `migrate up`.
enum MigrateUp {
  private static let copy = Option(
    "keep-copy", .writtenFile, "First copy the database as it is into this new file.")
  private static let ignoresSpace = Flag(
    "ignore-space", "Begin although the disk may be too small.")

  static let command = Command(
    "up", "Run the pending migrations, all of them or none.",
    details: """
      All run in one transaction: after an interrupt, an error or on a full disk the file is as it \
      was, and the program that made it goes on with it. How much room the disk must have is \
      measured first; where less is free, nothing begins, unless --ignore-space says to try. The file is \
      written anew afterwards where more than a quarter of it became free. Programs that have it \
      open and do not know the new schema are told so and write nothing more.
      """,
    effect: .changes, output: .keys(of: columns, .dryRun),
    options: [copy, ignoresSpace],
    examples: [
      Example("migrate up --dry-run", "What would run, and the room that it takes."),
      Example("migrate up --keep-copy before.sqlite", "Run it, and keep the file of before."),
    ]
  ) { run in
    let path = try run.databasePath
    let plan = try AdDatabase.planUpgrade(of: path, layer: run.host.files.layer)
    if !plan.files.isEmpty { try tellRoom(plan, run) }
    if run.isDryRun {
      if let kept = run.input[copy] {
        try run.requireNew(kept, "a copy")
        try run.requireCreatable(kept)
      }
      return try report(plan.files, "would run", run)
    }
    guard !plan.files.isEmpty else { return try report([], "ran", run) }
    let kept = run.input[copy]
    let needed = plan.needed + (kept == nil ? 0 : plan.bytes)
    if let free = plan.free, free < needed, !run.input[ignoresSpace] {
      throw Failure(
        .inputOutput,
        "the disk has \(free / 1_000_000) MB free and up to \(megabytes(needed)) MB are needed; "
          + "nothing has begun.",
        try: "making room, or --ignore-space: what does not fit is taken back")
    }
    if let kept { try keep(path, as: kept, run) }
    let ran = try run.withProgress("migrating", "migrations") { show in
      try AdDatabase.migrate(path: path, now: run.now) { try show(Int64($0), Int64($1)) }
    }
    run.output.reportsStoredWork = true
    try report(ran, "ran", run)
    try giveBack(run)
  }

  private static let columns: [Column<String>] = [
    Column("file", meaning: "The file of the migration.") { $0 }
  ]

  private static func tellRoom(_ plan: AdDatabase.Upgrade, _ run: CommandRun) throws {
    try run.note(
      "up to \(megabytes(plan.needed)) MB of the disk are needed meanwhile"
        + (plan.free.map { ", \($0 / 1_000_000) MB are free" } ?? ""))
  }

  /// Megabytes that bytes fit in.
  private static func megabytes(_ bytes: Int64) -> Int64 {
    bytes / 1_000_000 + (bytes % 1_000_000).signum()
  }

  private static func keep(_ path: String, as kept: String, _ run: CommandRun) throws {
    try run.requireNew(kept, "a copy")
    try run.withProgress("copying", "pages") { show in
      try AdDatabase.backUp(path: path, to: kept, layer: run.host.files.layer) { left, total in
        (try? show(Int64(total - left), Int64(total))) != nil
      }
    }
    try run.note("the database as it was is in \(kept.safeForTerminal)")
  }

  private static func report(_ files: [String], _ verb: String, _ run: CommandRun) throws {
    guard run.format == .table else {
      return try run.list(files, columns + run.dryRunColumns())
    }
    if files.isEmpty { try run.print("nothing is pending\n") }
    for file in files { try run.print("\(verb) \(file)\n") }
  }

  /// Writes the file anew where much of it became free. What fails here took nothing away.
  private static func giveBack(_ run: CommandRun) throws {
    do {
      let saved = try run.withDatabase(.readWrite) { database in
        let (bytes, free) = try database.size()
        return free > bytes / 4 ? try database.compact() : 0
      }
      if saved > 0 { try run.note("the file is \(saved / 1_000_000) MB smaller") }
    } catch let error as StoreError {
      try run.note("the file keeps its free pages for what comes: \(error.message)")
    }
  }
}
