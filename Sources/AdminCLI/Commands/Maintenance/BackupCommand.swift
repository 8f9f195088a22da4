// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// `backup FILE`.
enum BackupCommand {
  static let file = Argument(.writtenFile, "The new file; one that exists is never replaced.")

  static let command = Command(
    answering: "backup", "Copy the whole database into a new file, while others go on using it.",
    details: """
      The copy holds inventory, consent and history: keep it as you keep the database. You alone \
      can read it. It is checked when it is complete; where it holds damage, which then is the \
      original's as well, it stays and the command ends with 1. 'adview-admin restore' goes back to it.
      """,
    effect: .changes, output: .keys(Column.keys(of: columns) + .dryRun), arguments: [file],
    examples: [
      Example("backup monday.sqlite", "A copy in this folder."),
      Example("backup monday.sqlite --dry-run", "What would be copied."),
    ]
  ) { run in
    let path = run.input[file]
    if run.host.files.exists(path) {
      throw Failure(
        .cannotCreate, "\(path.quotedForDisplay) exists already; a backup replaces nothing.",
        try: "another name")
    }
    if run.isDryRun {
      try run.withDatabase(.readOnly) { _ in }
      try run.requireCreatable(path)
      if run.format == .table {
        try run.print(
          "would copy \(run.databasePath.safeForTerminal) to \(path.safeForTerminal)\n")
      } else {
        try run.fields(Result(file: path), columns + run.dryRunColumns())
      }
      return .done
    }
    try run.withDatabase(.readOnly) { try copy($0, to: path, run) }
    let bytes = run.host.files.status(of: path)?.bytes ?? 0
    let damage = try run.withProgress("examining", "bytes of the copy") { show in
      try AdDatabase.findDamage(in: path) { (try? show(bytes, nil)) != nil }
    }
    let result = Result(
      file: path, bytes: bytes, damage: damage)
    try run.fields(result, columns + run.dryRunColumns())
    return damage.isEmpty ? .done : .answerIsNo
  }

  /// A copy that was made and checked, or only a name for one.
  private struct Result: Sendable {
    let file: String
    var bytes: Int64?
    var damage: [String]?
  }

  private static let columns: [Column<Result>] = [
    Column("file", "Backup", meaning: "The copy.") { .text($0.file) },
    Column("bytes", "Bytes", meaning: "How many bytes the copy has.") {
      .optional(integer: $0.bytes)
    },
    Column("sound", "Sound", meaning: "Whether the copy is sound.") { result in
      result.damage.map { .toned($0.isEmpty ? "yes" : "no", $0.isEmpty ? .good : .bad) } ?? .none
    },
    Column("damage", "Damage", meaning: "What is damaged, line by line.") {
      .list($0.damage ?? [])
    },
  ]

  /// Copies, and tells how far it is; a small file is one step.
  private static func copy(_ database: AdDatabase, to path: String, _ run: CommandRun) throws {
    try run.checkInterruption()
    try run.withProgress("copying", "pages") { show in
      try database.backUp(to: path, layer: run.host.files.layer) { left, total in
        (try? show(Int64(total - left), Int64(total))) != nil
      }
    }
  }
}
