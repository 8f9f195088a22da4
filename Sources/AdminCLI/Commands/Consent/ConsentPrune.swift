// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent prune`.
enum ConsentPrune {
  static let expiredBefore = Option(
    "expired-before", .time, "People all of whose records ran out before this time.")

  static let command = Command(
    "prune", "Erase people whose consent ran out long ago: what a retention policy asks for.",
    details: """
      Each is erased as 'consent erase' does, with an entry of the ledger that says why; run it by a timer. \
      Records that 'consent hold' keeps as evidence stay, and are counted; so do people who opted out or are \
      children or teenagers, for that does not run out. What was erased before an interrupt stays erased; the \
      same command again goes on.
      """,
    effect: .destroys, output: .keys(of: columns, .dryRun),
    options: [expiredBefore] + OriginOptions.all,
    examples: [
      Example("consent prune --expired-before 1095d --dry-run", "How many would go."),
      Example(
        "consent prune --expired-before 1095d --by app --reason 'policy R-3' --yes",
        "Three years after the consent ran out, by a timer."),
    ]
  ) { run in
    guard let cutoff = run.time(expiredBefore) else {
      throw Failure(
        .usage, "who is to be erased is not said.",
        try: "adview-admin consent prune --expired-before 1095d --dry-run")
    }
    guard cutoff <= run.now else {
      throw Failure(
        .usage, "\(cutoff) is still to come: consent that holds would be erased.",
        try: "a time that has passed: --expired-before 1095d")
    }
    if !run.isDryRun {
      try run.confirm("Erase everybody whose consent ran out before \(cutoff), for good?")
    }
    let pruned = try run.withConsent(.readWrite, by: run.entryOrigin()) { consent in
      try run.withProgress("erasing", "people") { show in
        try consent.prune(
          expiredBefore: cutoff, at: run.now, commits: !run.isDryRun, progress: show)
      }
    }
    guard run.format == .table else {
      return try run.fields(pruned, columns + run.dryRunColumns())
    }
    let held = pruned.held == 0 ? "" : "; \(pruned.held) held as evidence stay"
    let standing =
      pruned.standing == 0 ? "" : "; \(pruned.standing) stay, for what they said does not run out"
    try run.print(
      pruned.people == 0
        ? "nobody's consent ran out before \(cutoff)\(standing)\(held)\n"
        : "\(run.isDryRun ? "would erase" : "erased") \(pruned.people.counted("person", "people")) with "
          + "\(pruned.records.counted("record"))\(standing)\(held)\n")
  }

  private static let columns: [Column<ConsentPruning>] = [
    Column("people", meaning: "How many people were erased.") { $0.people },
    Column("records", meaning: "How many records they had.") { $0.records },
    Column("standing", meaning: "How many stay, because something that they said does not run out.")
    { $0.standing },
    Column("held", meaning: "How many stay, because their records are held as evidence.") {
      $0.held
    },
  ]
}
