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
      can read it. It is examined when it is complete, as 'restore' would before going back to it; \
      where that would be refused, for the original is so as well, the copy stays and the command \
      ends with 1.
      """,
    effect: .changes, output: .keys(of: columns, .dryRun), arguments: [file],
    examples: [
      Example("backup monday.sqlite", "A copy in this folder."),
      Example("backup monday.sqlite --dry-run", "What would be copied."),
    ]
  ) { run in
    let path = run.input[file]
    try run.requireNew(path, "a backup")
    if run.isDryRun {
      try run.withDatabase(.readOnly) { _ in }
      try run.requireCreatable(path)
      if run.format == .table {
        try run.print("would copy \(run.databasePath.safeForTerminal) to \(path.safeForTerminal)\n")
      } else {
        try run.fields(Result(file: path), columns + run.dryRunColumns())
      }
      return .done
    }
    let problems = try run.withDatabase(.readOnly) { try copy($0, to: path, run) }
    let bytes = run.host.files.status(of: path)?.bytes
    try run.fields(
      Result(file: path, bytes: bytes, problems: problems), columns + run.dryRunColumns())
    return problems.isEmpty ? .done : .answerIsNo
  }

  /// A copy that was made and examined, or only a name for one.
  private struct Result: Sendable {
    let file: String
    var bytes: Int64?
    var problems: [String]?
  }

  private static let columns: [Column<Result>] = [
    Column("file", "Backup", meaning: "The copy.") { $0.file },
    Column("bytes", "Bytes", meaning: "How many bytes the copy has.") { $0.bytes },
    Column("sound", "Sound", meaning: "Whether one can go back to the copy.") {
      $0.problems.map { Cell.verdict($0.isEmpty) }
    },
    Column("problems", "Problems", meaning: "Why 'restore' would refuse it, line by line.") {
      $0.problems ?? []
    },
  ]

  /// Copies, and tells how far it is; a small file is one step.
  /// - Returns: What is wrong with the copy.
  private static func copy(
    _ database: AdDatabase, to path: String, _ run: CommandRun
  ) throws -> [String] {
    try run.checkInterruption()
    var problems: [String] = []
    try run.withProgress("copying", "pages") { show in
      try database.backUp(
        to: path, layer: run.host.files.layer,
        progress: { left, total in (try? show(Int64(total - left), Int64(total))) != nil },
        examine: { problems = try DatabaseDoctor.problems(of: $0, run) })
    }
    return problems
  }
}
