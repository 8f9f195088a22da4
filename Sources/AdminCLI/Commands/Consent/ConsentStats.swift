// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent stats`.
enum ConsentStats {
  static let by = Option(
    "by", ValueKind<ConsentGrouping>.choice("GROUP"),
    "What is counted by: law, event, month (recorded, UTC) or ads (what the gate allows now).",
    defaultDescription: "ads")

  static let command = Command(
    "stats", "Count people and entries by law, event, month or what they are shown.",
    details: """
      Nothing personal is in it. People are told apart by the ledger's commitments, so somebody who was \
      erased and came back counts twice, and entries whose content was erased have no law any more.
      """,
    effect: .reads, output: .keys(of: columns), options: [by] + SettingOptions.gate.options,
    examples: [
      Example("consent stats", "How many people are shown what."),
      Example("consent stats --by month", "How many answered, month by month."),
    ]
  ) { run in
    let counts = try run.withConsent(.readOnly) { consent in
      try consent.counts(
        by: run.input[by] ?? .ads, at: run.now, by: try run.gate(in: consent.database))
    }
    try run.list(counts, columns, empty: "no consent is recorded")
  }

  private static let columns: [Column<ConsentCount>] = [
    Column(
      "group", "Group",
      meaning: "The law, event, month or mode; null for entries whose content was erased."
    ) { $0.group }
    .showing { .text($0.group ?? "(erased)") },
    Column("people", "People", .trailing, meaning: "How many people.") { $0.people },
    Column("entries", "Entries", .trailing, meaning: "How many entries; null by ads.") {
      $0.entries
    },
  ]
}
