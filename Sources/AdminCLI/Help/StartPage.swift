// SPDX-License-Identifier: MIT
import AdModel
import AdReports
import AdStore
import AdSystem

/// What `adview-admin` alone shows: what is here, what is wrong with it, and what to do next.
enum StartPage {
  /// A file larger than this is not examined unasked.
  private static let largestExamined: Int64 = 64 << 20
  /// More units are not linted unasked.
  private static let mostLinted = 5_000

  static func show(_ run: CommandRun) throws {
    try run.print("adview-admin keeps an app's web ads in one SQLite file.\n")
    let path = try run.databasePath
    guard let status = run.host.files.status(of: path) else {
      try run.print("\nThere is no database at \(path.safeForTerminal) yet.\n")
      return try show(
        [
          ("init", "make an empty one"),
          ("init --demo", "make one with a sample inventory, to try the rest on"),
        ], run)
    }
    let (counts, dropped) = try run.withDatabase(.readOnly) {
      (try $0.counts(), try HistoryRepository($0).dropped())
    }
    try run.print(
      "\n\(path.safeForTerminal)\n  \(counts.units.counted("unit")) on "
        + "\(counts.pages.counted("page")), answers of "
        + "\(counts.people.counted("person", "people")), "
        + "\(counts.sessions.counted("session")) in the history\n")
    if let dropped {
      try run.print(
        "  its bounds dropped \(dropped.sessions.counted("session")), last at \(dropped.droppedAt)\n"
      )
    }
    try run.print("  doctor: \(try doctor(status.bytes, run))\n")
    try run.print("  unit lint: \(try lint(counts, run))\n")
    try show(next(counts), run)
  }

  private static func show(_ lines: [(line: String, purpose: String)], _ run: CommandRun) throws {
    let database = run.input[GlobalOptions.database].map { " --db \($0.quotedForShell)" } ?? ""
    let all =
      lines.map { ("adview-admin \($0.line)\(database)", $0.purpose) }
      + [("adview-admin --help", "all commands")]
    let width = all.map(\.0.count).max() ?? 0
    try run.print("\n")
    for (line, purpose) in all {
      let space = String(repeating: " ", count: width - line.count)
      try run.print("  \(line.safeForTerminal)\(space)  \(purpose)\n")
    }
  }

  /// Three things that would be next.
  private static func next(_ counts: StoredCounts) -> [(line: String, purpose: String)] {
    if counts.units == 0 {
      return [
        ("unit add ID --page PAGE", "add an ad unit"),
        ("import inventory FILE", "take units from a spreadsheet or another database"),
        ("settings list", "what holds for every page and every app"),
      ]
    }
    return [
      ("unit list", "the units"),
      counts.people == 0
        ? ("consent set SUBJECT --accept-all", "record what a person answered")
        : ("consent list", "who may be shown ads"),
      counts.sessions == 0 ? ("page list", "the pages") : ("history stats", "what the ads did"),
    ]
  }

  private static func doctor(_ bytes: Int64, _ run: CommandRun) throws -> String {
    if bytes > largestExamined {
      return "not asked, since the file has \(bytes >> 20) MiB"
    }
    var examination = try DatabaseDoctor(run)
    try examination.examine()
    guard let first = examination.findings.first else { return "nothing found" }
    return "\(examination.findings.count.counted("finding")): \(first.what.safeForTerminal)"
  }

  private static func lint(_ counts: StoredCounts, _ run: CommandRun) throws -> String {
    if counts.units > mostLinted { return "not asked, since there are \(counts.units) units" }
    let findings = try run.readInventory { try UnitLint.examine($0, [], run) }.found
      .filter { $0.silenced == nil }.map(\.finding)
    let counts = LintRule.Severity.allCases.compactMap { severity in
      let count = findings.count { $0.rule.severity == severity }
      return count == 0 ? nil : count.counted(severity.rawValue)
    }
    return counts.isEmpty ? "nothing found" : counts.joined(separator: ", ")
  }
}
