// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `import inventory FILE`.
enum ImportInventory {
  static let command = Command(
    answering: "inventory", "Make the inventory what a document or a spreadsheet says.",
    details: """
      A file that begins with { is a document of 'export inventory'; anything else is CSV as \
      spreadsheets write it, with commas, semicolons or tabs. Its first line names the columns, by \
      the keys of 'unit list --format csv' or as tables and options call them; case, spaces and \
      underscores do not matter. Only adUnitId must be there: what has no column stays as it is, and \
      a new unit gets the defaults. Targeting is one column of pairs (section=sport,news mood=calm), \
      or a column for each key (targeting.section). An empty cell takes the value away.

      The whole file is checked first; problems are told with line and column, and nothing is changed \
      then. All changes happen in one transaction, compared with the inventory as it is \
      at that moment, and are logged like those of the single commands. Nothing is ever deleted: \
      units that the file does not name are left alone, or archived where asked for.

      With --dry-run it prints the plan, with what every value was and would be, and ends with 1 \
      where anything would change, else with 0: a CI job finds drift with it.
      """,
    effect: .changes, output: .keys(ChangeReport.keys), arguments: [ImportOptions.file],
    options: [ImportOptions.archiveMissing, ImportOptions.skipUnknown],
    examples: [
      Example("import inventory inventory.json --dry-run", "The plan; 1 where there is one."),
      Example("import inventory inventory.json", "Do it."),
      Example("import inventory units.csv --dry-run", "What a spreadsheet would change."),
      Example(
        "import inventory inventory.json --archive-missing", "And archive what it does not name."),
    ]
  ) { run in
    let bytes = try run.read(run.input[ImportOptions.file])
    let begin = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
    if begin != UInt8(ascii: "{") { return try UnitSheetImport.run(bytes, run) }
    let content = try read(bytes, run)
    try run.checkInterruption()
    var overlap = InventoryOverlap()
    let changes = try run.withDatabase(.readWrite) { database in
      try InventoryRepository(database).change(
        by: run.actor, at: run.now, dryRun: run.isDryRun
      ) { edit in
        overlap = try run.withProgress("importing", "units") { show in
          try edit.apply(
            content, archivingMissing: run.input[ImportOptions.archiveMissing]
          ) { try show(Int64($0), Int64(content.units.count)) }
        }
        // The last moment at which all of it can still be undone.
        try run.checkInterruption()
      }
    }
    try ChangeReport.print(changes, run: run)
    try run.note("unchanged: \(counted(overlap.unchangedUnits, overlap.unchangedPages))")
    if !run.input[ImportOptions.archiveMissing], !overlap.missingUnits.isEmpty {
      try run.note(
        "only in the database, left alone: \(ImportOptions.listed(overlap.missingUnits)); --archive-missing "
          + "archives them")
    }
    if !overlap.missingPages.isEmpty {
      try run.note(
        "pages only in the database, left alone: \(ImportOptions.listed(overlap.missingPages))")
    }
    return run.isDryRun && !changes.isEmpty ? .answerIsNo : .done
  }

  /// The content of the document, or every problem of it on standard error.
  private static func read(_ bytes: [UInt8], _ run: CommandRun) throws -> InventoryContent {
    do {
      return try InventoryContent(document: bytes)
    } catch {
      throw try ImportOptions.refusal(
        error.problems.map { "\($0)" }, isCut: error.isCut,
        "compare it with what 'adview-admin export inventory' writes", run)
    }
  }

  private static func counted(_ units: Int, _ pages: Int) -> String {
    "\(units.counted("unit")), \(pages.counted("page"))"
  }
}
