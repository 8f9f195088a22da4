// SPDX-License-Identifier: MIT

/// `version`: what this program is and what it can open.
enum VersionCommand {
  static let command = Command(
    "version", "Show the version of this program.", effect: .reads,
    output: .keys([OutputKey("version", "The version.")]),
    examples: [Example("version", "The version.")]
  ) { run in
    try run.fields(
      AdminVersion.current,
      [Column("version", "adview-admin", meaning: "The version.") { .text($0) }])
  }
}
