// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdStore

/// `version`: what this program is and what it can open.
enum VersionCommand {
  static let command = Command(
    "version", "Show the version of this program, and what it reads.", effect: .reads,
    output: .keys(of: columns),
    examples: [
      Example("version", "The version."), Example("version --format json", "For a bug report."),
    ]
  ) { run in
    try run.fields(run.host.commit, columns)
  }

  private static let columns: [Column<String?>] = [
    Column("version", "adview-admin", meaning: "The version, as in CHANGELOG.md.") { _ in
      AdminVersion.current
    },
    Column(
      "commit", "Commit", meaning: "The commit that it was built from, where a release says so."
    ) { $0 },
    Column("schema", "Schema", .trailing, meaning: "The version of the schema that it reads.") {
      _ in AdDatabase.schema.newestVersion
    },
    Column("sqlite", "SQLite", meaning: "The version of SQLite that it uses.") { _ in
      Connection.libraryVersion
    },
  ]
}
