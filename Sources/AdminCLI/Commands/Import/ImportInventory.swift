// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `import inventory FILE`.
enum ImportInventory {
  static let command = Command(
    answering: "inventory", "Make the inventory what a document or a spreadsheet says.",
    details: """
      The form of the file is found out by itself:

      A document of 'export inventory'. What it leaves out stays as it is, down to single members; a \
      unit or page that is new gets the defaults. 'export schema' writes its JSON Schema.

      CSV as spreadsheets write it, with commas, semicolons or tabs. Its first line names the columns, \
      by the keys of 'unit list --format csv' or as tables and options call them; case, spaces and \
      underscores do not matter. Only adUnitId must be there: what has no column stays as it is. \
      Targeting is one column of pairs (section=sport,news mood=calm), or a column for each key \
      (targeting.section). An empty cell takes the value away.

      CSV of Google Ad Manager, with English titles: a report with the dimension 'Ad unit code', or the \
      file for creating units in bulk. The last part of the code becomes the id; parent or levels of \
      codes, sizes, status (inactive is paused) and description are taken, other columns left out. \
      With --network, units get their Ad Manager paths.

      Stored impressions of Prebid Server in JSON: {"imps":{ID:IMP}}, an array of them, or one. tagid or \
      ext.gpid becomes the path where it is one, banner and native the sizes; what is deleted there is \
      archived here.

      The whole file is checked first; problems are told with line and column, and nothing is changed \
      then. All changes happen in one transaction, compared with the inventory as it is \
      at that moment, and are logged like those of the single commands. Nothing is ever deleted: \
      units that the file does not name are left alone, or archived where asked for.

      With --dry-run it prints the plan, with what every value was and would be, and ends with 1 \
      where anything would change, else with 0: a CI job finds drift with it.
      """,
    effect: .changes, output: .keys(ChangeReport.keys), arguments: [ImportOptions.file],
    options: [ImportOptions.archiveMissing] + InventoryFile.options,
    examples: [
      Example("import inventory inventory.json --dry-run", "The plan; 1 where there is one."),
      Example("import inventory inventory.json", "Do it."),
      Example("import inventory units.csv --dry-run", "What a spreadsheet would change."),
      Example("import inventory ad-units.csv --network 1234567", "What Ad Manager has."),
      Example(
        "import inventory inventory.json --archive-missing", "And archive what it does not name."),
    ]
  ) { run in
    let path = run.input[ImportOptions.file]
    do {
      switch try InventoryFile(path, run) {
      case .document(let bytes): return try take(document: bytes, run)
      case .units(let source): return try UnitImport.run(source, run)
      }
    } catch let problems as UnitProblems {
      throw try InventoryFile.refusal(
        problems.all, isCut: problems.isCut, of: path, "is not imported", "; nothing was changed",
        advice: problems.advice, run)
    }
  }

  /// Makes the inventory what a document of ours says.
  private static func take(document bytes: [UInt8], _ run: CommandRun) throws -> ExitCode {
    var overlap = InventoryOverlap()
    var added: [(page: PageID, nearest: String?)] = []
    let changes: [InventoryChange]
    do {
      changes = try run.withDatabase(.readWrite) { database in
        try InventoryRepository(database).change(
          by: run.actor, at: run.now, dryRun: run.isDryRun
        ) { edit in
          let content = try InventoryContent(
            document: bytes, over: try edit.inventory.content())
          try run.checkInterruption()
          overlap = try run.withProgress("importing", "units") { show in
            try edit.apply(
              content, archivingMissing: run.input[ImportOptions.archiveMissing]
            ) { try show(Int64($0), Int64(content.units.count)) }
          }
          added = try edit.addedPages()
          // The last moment at which all of it can still be undone.
          try run.checkInterruption()
        }
      }
    } catch let error as InventoryDocumentError {
      throw try InventoryFile.refusal(
        error.problems.map { "\($0)" }, isCut: error.isCut, of: run.input[ImportOptions.file],
        "is not imported", "; nothing was changed", advice: InventoryFile.documentAdvice, run)
    }
    try ChangeReport.print(changes, run: run)
    try run.tell(of: added)
    try run.note("unchanged: \(counted(overlap.unchangedUnits, overlap.unchangedPages))")
    if !run.input[ImportOptions.archiveMissing], !overlap.missingUnits.isEmpty {
      try run.note(
        "only in the database, left alone: \(InventoryFile.listed(overlap.missingUnits)); "
          + "--archive-missing archives them")
    }
    if !overlap.missingPages.isEmpty {
      try run.note(
        "pages only in the database, left alone: \(InventoryFile.listed(overlap.missingPages))")
    }
    return run.isDryRun && !changes.isEmpty ? .answerIsNo : .done
  }

  private static func counted(_ units: Int, _ pages: Int) -> String {
    "\(units.counted("unit")), \(pages.counted("page"))"
  }
}
