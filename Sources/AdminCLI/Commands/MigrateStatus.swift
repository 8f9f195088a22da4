// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdStore

/// `migrate status`.
enum MigrateStatus {
  /// A migration and where it stands.
  struct Row: Sendable {
    let version: Int
    let name: String
    let state: Cell
    let appliedAt: Timestamp?
  }

  static let columns: [Column<Row>] = [
    Column("version", "Version", .trailing, meaning: "The number of the migration.") { $0.version },
    Column("name", "Name", meaning: "What the migration is about.") { $0.name },
    Column("state", "State", meaning: "Whether it was applied, is pending, or was edited since.") {
      $0.state
    },
    Column("appliedAt", "Applied at", meaning: "When it was applied.") { $0.appliedAt },
  ]

  static let command = Command(
    answering: "status", "Show which migrations have run and which are pending.",
    details: "Ends with 1 where a migration is pending or something speaks against migrating.",
    effect: .reads, output: .keys(of: columns),
    examples: [Example("migrate status", "Applied and pending, with times.")]
  ) { run in
    let status = try AdDatabase.migrationStatus(of: run.databasePath)
    let rows =
      status.applied.map { applied in
        Row(
          version: applied.version, name: applied.name, state: .toned("applied", .good),
          appliedAt: Timestamp(milliseconds: applied.appliedAt))
      }
      + status.pending.map { pending in
        Row(
          version: pending.version, name: pending.name, state: .toned("pending", .warning),
          appliedAt: nil)
      }
    try run.list(rows, columns)
    for problem in status.problems { try run.note("problem: \(problem)") }
    for case .edited(let version, _, _, _) in status.problems {
      try run.note("try: adview-admin migrate accept \(version) --dry-run")
    }
    return status.pending.isEmpty && status.problems.isEmpty ? .done : .answerIsNo
  }
}
