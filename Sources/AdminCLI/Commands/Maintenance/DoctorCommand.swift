// SPDX-License-Identifier: MIT
import AdModel

/// `doctor`.
enum DoctorCommand {
  static let command = Command(
    answering: "doctor", "Look for anything that is wrong with the database or unsafe about it.",
    details: """
      Checks the schema, the file's structure, references between rows, the journal mode, who can \
      read the files, the size of the write-ahead log, whether debugging was left on, the \
      consent ledger, and the history against its seals. Changes nothing. Prints a row for each finding and ends with 1 where there is \
      one. Reads the whole file: some seconds for a gigabyte.
      """,
    effect: .reads, output: .keys(of: columns),
    examples: [
      Example("doctor", "What was checked, and what was found."),
      Example("doctor --format json", "For a program."),
    ]
  ) { run in
    var examination = try DatabaseDoctor(run)
    try examination.examine()
    try run.note("checked: \(examination.checked.joined(separator: ", "))")
    if run.format == .table, examination.findings.isEmpty {
      try run.print("nothing found\n")
    } else {
      try run.list(examination.findings, columns)
    }
    return examination.findings.isEmpty ? .done : .answerIsNo
  }

  private static let columns: [Column<Finding>] = [
    Column("severity", "Severity", meaning: "How bad it is.") { finding in
      Cell.toned(finding.severity.rawValue, finding.severity == .error ? .bad : .warning)
    },
    Column("finding", "Finding", meaning: "What was found.") { $0.what },
    Column("advice", "Advice", meaning: "What to do about it.") { $0.advice },
  ]
}
