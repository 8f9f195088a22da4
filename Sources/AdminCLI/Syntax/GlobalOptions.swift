// SPDX-License-Identifier: MIT

/// The options that every command takes, anywhere on the command line.
package enum GlobalOptions {
  package static let database = Option(
    "db", .file, "The database file.", defaultDescription: "$ADVIEW_DB, else adview.sqlite here")
  package static let format = Option<OutputFormat>(
    "format", .choice("FORMAT"), "How to print: table, json, ndjson or csv.",
    defaultDescription: "table")
  package static let actor = Option(
    "actor",
    .line(
      "NAME", upTo: 128, expected: "a name of 1 to 128 bytes without control characters"),
    "Who makes the change, for the log.",
    defaultDescription: "$ADVIEW_ACTOR, else $USER")
  package static let message = Option(
    "message",
    .line(
      "TEXT", upTo: 1_000, expected: "a text of 1 to 1,000 bytes without control characters"),
    "Why, kept with the change in the log; name nobody in it."
  )
  package static let noColor = Flag("no-color", "Print without colours, as with NO_COLOR.")
  package static let wide = Flag(
    "wide", "Print tables as wide as they are, whatever the terminal's width.")
  package static let noPager = Flag(
    "no-pager", "Print on a terminal what is longer than its screen as it is.")
  package static let out = Option(
    "out", .output, "Write it into this file; - is standard output.",
    defaultDescription: "standard output")
  package static let help = Flag("help", "Show help; also -h.")
  package static let version = Flag("version", "Show the version.")
  package static let dryRun = Flag("dry-run", "Show what would change, and change nothing.")
  package static let force = Flag(
    "force", "Replace what is there and is no earlier output of this kind; never a database.")
  package static let yes = Flag("yes", "Do not ask for confirmation.")

  static let everywhere: [OptionDeclaration] = [
    database.declaration, format.declaration, actor.declaration, noColor.declaration,
    wide.declaration, noPager.declaration, help.declaration, version.declaration,
  ]
}

extension ValueKind where Value == String {
  /// A line of text of so many bytes, and at least one.
  fileprivate static func line(
    _ placeholder: String, upTo limit: Int, expected: String
  ) -> ValueKind {
    ValueKind(placeholder, expected: expected) { text in
      (1...limit).contains(text.utf8.count) && text == text.safeForTerminal ? text : nil
    }
  }
}
