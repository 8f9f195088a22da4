// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdStore

/// `migrate accept N`.
enum MigrateAccept {
  static let version = Argument(
    .whole(in: 1...9_999, "N"), "The number of the migration, as 'migrate status' shows it.")

  static let command = Command(
    "accept", "Take a migration's edited text for the one that ran on this database.",
    details: """
      For an edit that changes nothing, of a comment or a space: migrating is refused until somebody \
      has looked at it. Shows what differs between the text that ran and the one that this program \
      carries, and asks. Runs nothing; both texts are kept in the change log.
      """,
    effect: .destroys, output: .keys(of: columns, .dryRun), arguments: [version],
    examples: [
      Example("migrate accept 2 --dry-run", "What differs."),
      Example("migrate accept 2 --yes", "Accept it without a question."),
    ]
  ) { run in
    let version = run.input[version]
    let status = try AdDatabase.migrationStatus(of: run.databasePath)
    guard let ran = status.applied.first(where: { $0.version == version }) else {
      throw Failure(
        .notFound, "migration \(version) has not run on this database.",
        try: "adview-admin migrate status")
    }
    let carried = AdDatabase.schema.migrations.first { $0.version == version }
    guard let carried else {
      throw Failure(
        .newerSchema, "migration \(version) is newer than this program.",
        try: "use a newer adview-admin")
    }
    let edit = Edit(carried: carried, ran: ran.sql)
    if run.format == .table { try show(edit, run) }
    guard edit.isOne else {
      if run.format != .table { try run.list([Edit](), columns + run.dryRunColumns()) }
      return
    }
    try run.confirm("Accept the edited text of migration \(version)?")
    if !run.isDryRun {
      try AdDatabase.acceptMigration(
        version, insteadOf: ran.sql, path: run.databasePath, by: run.actor, at: run.now)
      run.output.reportsStoredWork = true
    }
    guard run.format == .table else { return try run.list([edit], columns + run.dryRunColumns()) }
    try run.print("\(run.isDryRun ? "would accept" : "accepted") \(carried.file)\n")
  }

  /// A migration with the text that ran.
  private struct Edit: Sendable {
    let carried: Migration
    let ran: String

    var isOne: Bool { !ran.hasSameBytes(as: carried.sql) }
  }

  private static let columns: [Column<Edit>] = [
    Column("version", meaning: "The number of the migration.") { $0.carried.version },
    Column("file", meaning: "The file of the migration.") { $0.carried.file },
    Column("ran", meaning: "The SQL that was run.") { $0.ran },
    Column("carried", meaning: "The SQL that this program carries.") { $0.carried.sql },
  ]

  private static func show(_ edit: Edit, _ run: CommandRun) throws {
    let file = edit.carried.file
    guard edit.isOne else {
      return try run.print("nothing to accept: \(file) is as it ran\n")
    }
    try run.print("\(file), as it ran (-) and as this program carries it (+):\n")
    for line in LineDiff(from: edit.ran, to: edit.carried.sql).excerpt() {
      guard let (side, text) = line else {
        try run.print("...\n")
        continue
      }
      let tone: Cell.Tone? =
        switch side {
        case .both: nil
        case .old: .bad
        case .new: .good
        }
      try run.print(run.style.toned("\(side.rawValue) \(text)".safeForTerminal, tone) + "\n")
    }
  }
}
