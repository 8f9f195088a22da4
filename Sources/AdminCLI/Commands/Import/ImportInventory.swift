// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `import inventory FILE`.
enum ImportInventory {
  static let file = Argument(.file, "The document; - reads standard input.")
  static let archiveMissing = Flag(
    "archive-missing", "Archive units that the document does not name; else they are left alone.")

  static let command = Command(
    answering: "inventory", "Make the inventory what a document of 'export inventory' says.",
    details: """
      The whole document is checked first; problems are told with line, column and path, and nothing \
      is changed then. All changes happen in one transaction, compared with the inventory as it is \
      at that moment, and are logged like those of the single commands. Nothing is ever deleted: \
      units that the document does not name are left alone, or archived where asked for.

      With --dry-run it prints the plan, with what every value was and would be, and ends with 1 \
      where anything would change, else with 0: a CI job finds drift with it.
      """,
    effect: .changes, output: .keys(ChangeReport.keys), arguments: [file],
    options: [archiveMissing],
    examples: [
      Example("import inventory inventory.json --dry-run", "The plan; 1 where there is one."),
      Example("import inventory inventory.json", "Do it."),
      Example(
        "import inventory inventory.json --archive-missing", "And archive what it does not name."),
    ]
  ) { run in
    let content = try read(run)
    var overlap = InventoryOverlap()
    let changes = try run.withDatabase(.readWrite) { database in
      try InventoryRepository(database).change(
        by: run.actor, at: run.now, dryRun: run.isDryRun
      ) { edit in
        overlap = try edit.apply(content, archivingMissing: run.input[archiveMissing])
      }
    }
    try ChangeReport.print(changes, run: run)
    try run.note("unchanged: \(counted(overlap.unchangedUnits, overlap.unchangedPages))")
    if !run.input[archiveMissing], !overlap.missingUnits.isEmpty {
      try run.note(
        "only in the database, left alone: \(listed(overlap.missingUnits)); --archive-missing "
          + "archives them")
    }
    if !overlap.missingPages.isEmpty {
      try run.note("pages only in the database, left alone: \(listed(overlap.missingPages))")
    }
    return run.isDryRun && !changes.isEmpty ? .answerIsNo : .done
  }

  /// The content of the document, or every problem of it on standard error.
  private static func read(_ run: CommandRun) throws -> InventoryContent {
    let path = run.input[file]
    let bytes = try run.read(path)
    do {
      return try InventoryContent(document: bytes)
    } catch {
      let name = path == "-" ? "standard input" : path.quotedForDisplay
      for problem in error.problems { try run.note("problem: \(problem)") }
      let count = error.problems.count
      let number =
        error.isCut ? "\(count) problems or more" : count == 1 ? "1 problem" : "\(count) problems"
      throw Failure(
        .badData, "\(name) is not imported: \(number); nothing was changed.",
        try: "compare it with what 'adview-admin export inventory' writes")
    }
  }

  private static func counted(_ units: Int, _ pages: Int) -> String {
    "\(units.counted("unit")), \(pages.counted("page"))"
  }

  /// The first names of a list, and how many more there are.
  private static func listed(_ names: [some Identifier]) -> String {
    let shown = names.prefix(10).map(\.rawValue).joined(separator: ", ")
    return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
  }
}
