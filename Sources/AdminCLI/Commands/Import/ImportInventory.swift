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

      Google Ad Manager: a report with the dimension 'Ad unit code' and its levels, in CSV with English \
      titles (--column says what others mean); the file for creating units in bulk, whose columns \
      --sample or --columns names; and the ad units of its API, as JSON. A row is the unit at its path, \
      else the one without a path that is called like its code, else a new one, whose id is the code, \
      or the path where the code stands at several places. Codes, sizes, status (inactive is paused) \
      and description are taken, other columns left out. With --network, units get their paths.

      Ad units of pages: a JSON array of those of Prebid.js, or of Amazon's slots.

      Stored impressions of Prebid Server: a folder of files that are called like them (stored_imps, or \
      the folder that it is in), several such files, or JSON: {"imps":{ID:IMP}}, an array of them, or one, which is called \
      like its file. The path is the first of ext.data.adserver.adslot, ext.gpid, ext.data.pbadslot, \
      ext.context.data.adslot and tagid that is one; banner, video and native give the sizes and the \
      media. What is deleted there is archived here, and what was not found there is left alone.

      The whole file is checked first; problems are told with line and column, and nothing is changed \
      then. All changes happen in one transaction, compared with the inventory as it is \
      at that moment, and are logged like those of the single commands. Units that the file does not \
      name are left alone, or archived where asked for, and with --remove-missing pages and experiments go that a \
      document does not name. A unit of a document that says "renamedFrom": "OLD-ID" is given its new \
      id, with its log and history, where the old one is still there; else that is passed over.

      With --dry-run it prints the plan, with what every value was and would be, and ends with 1 \
      where anything would change, else with 0: a CI job finds drift with it. --save-plan keeps the \
      plan, and --plan, with the same options, does that and nothing else: it ends with 65 where the \
      inventory (whose SHA-256, as 'export inventory' writes it, stands in the plan) or what the file \
      says has changed since.
      """,
    effect: .changes, output: .changes, arguments: [ImportOptions.files],
    options: [
      ImportOptions.archiveMissing, ImportOptions.removeMissing, PlannedImport.saved,
      PlannedImport.followed,
    ] + InventoryFile.options,
    examples: [
      Example("import inventory inventory.json --dry-run", "The plan; 1 where there is one."),
      Example("import inventory inventory.json", "Do it."),
      Example("import inventory units.csv --dry-run", "What a spreadsheet would change."),
      Example("import inventory ad-units.csv --network 1234567", "What Ad Manager has."),
      Example(
        "import inventory upload.csv --columns code,name,parent,sizes,-", "A file without titles."),
      Example("import inventory stored_imps", "What Prebid Server has."),
      Example("import inventory stored_imps/top.json stored_imps/side.json", "Two of those."),
      Example(
        "import inventory inventory.json --remove-missing", "And take away what it does not name."),
      Example(
        "import inventory inventory.json --dry-run --save-plan plan.json", "A plan to be read."),
      Example(
        "import inventory inventory.json --plan plan.json --message INC-123", "Done as it was read."
      ),
    ]
  ) { run in
    let paths = run.input.all(ImportOptions.files)
    var planned = try PlannedImport(run)
    // Where the plan is printed, nothing else belongs there.
    let isReported = !planned.isPrinted
    var report = ChangeReport(run)
    let (count, overlap, added) = try importing(
      paths, message: run.input[GlobalOptions.message], "cannot be imported",
      "; nothing was changed", &planned, run
    ) { change in
      if isReported { try report.write(change) }
    }
    if let plan = try planned.document() {
      if planned.isPrinted {
        try run.output.write(json: plan.bytes)
      } else {
        try run.write(plan.bytes, toFile: plan.path)
        try run.note(
          "the plan is in \(plan.path.quotedForDisplay); the same command with --plan does what it says"
        )
      }
    }
    if isReported { try report.end() }
    try run.tell(of: added)
    let pages = overlap.unchangedPages.map { ", \($0.counted("page"))" } ?? ""
    try run.note("unchanged: \(overlap.unchangedUnits.counted("unit"))\(pages)")
    try tell(of: overlap, run)
    return run.isDryRun && count > 0 ? .answerIsNo : .done
  }

  /// Tells what only the database has and keeps.
  static func tell(of overlap: InventoryOverlap, _ run: CommandRun) throws {
    if run.input[ImportOptions.removeMissing] { return }
    func tell(_ what: String, _ names: String, _ advice: String) throws {
      if names.isEmpty { return }
      try run.note("\(what)only in the database, left alone: \(names); \(advice) them")
    }
    if !run.input[ImportOptions.archiveMissing] {
      try tell("", overlap.missingUnits.listed, "--archive-missing archives")
    }
    try tell("pages ", overlap.missingPages.listed, "--remove-missing removes")
    try tell("experiments ", overlap.missingExperiments.listed, "--remove-missing removes")
  }

  /// Makes the inventory what a file says, or finds out what that would change: an import, its dry run and
  /// a comparison with the inventory of now are one.
  /// - Parameters:
  ///   - paths: The file, or several of stored impressions.
  ///   - isTrial: Whether nothing is to be kept, so that a database that cannot be written does as well.
  ///   - verdict: What is not done with a file that is wrong: `cannot be imported`.
  ///   - consequence: What else that means.
  ///   - planned: The plan that is made or followed.
  ///   - told: Takes the changes in their order, those of a trial before they are undone.
  /// - Returns: How many changes there are, and what only the database has.
  /// - Throws: ``Failure`` with `badData`; ``StoreError``; ``ChannelError``.
  static func importing(
    _ paths: [String], isTrial: Bool = false, message: String? = nil, _ verdict: String,
    _ consequence: String = "",
    _ planned: inout PlannedImport, _ run: CommandRun, told: (InventoryChange) throws -> Void
  ) throws -> (
    count: Int, overlap: InventoryOverlap,
    added: [(page: PageID, nearest: String?)]
  ) {
    let isRemoving = run.input[ImportOptions.removeMissing]
    let isArchiving = isRemoving || run.input[ImportOptions.archiveMissing]
    var overlap = InventoryOverlap()
    var added: [(page: PageID, nearest: String?)] = []
    return try InventoryFile.reading(paths, run, verdict, consequence) {
      let file = try InventoryFile(paths, run)
      let count = try run.withInventory(kept: !isTrial) { database in
        try InventoryRepository(database).changeMany(
          by: run.actor, message: message, at: run.now, dryRun: isTrial || run.isDryRun
        ) { edit in
          try planned.begin(edit.inventory)
          overlap =
            switch file {
            case .document(let bytes): try apply(document: bytes, to: &edit, run)
            case .units(let source): try apply(source, to: &edit, run)
            }
          if isArchiving {
            for id in overlap.missingUnits {
              try run.checkInterruption()
              try edit.archive(id)
            }
          }
          if isRemoving { try edit.removeMissing(in: overlap) }
          added = try edit.addedPages()
          try planned.end(edit)
          // The last moment at which all of it can still be undone.
          try run.checkInterruption()
        } told: {
          try told($0)
        }
      }
      return (count, overlap, added)
    }
  }

  /// Makes the inventory what a document of ours says.
  private static func apply(
    document bytes: [UInt8], to edit: inout InventoryEdit, _ run: CommandRun
  ) throws -> InventoryOverlap {
    try run.withProgress("importing", "units") { show in
      try edit.apply(document: bytes) { try show(Int64($0), Int64($1)) }
    }
  }

  /// Puts every unit of a file in its place, one after the other, until something is wrong in the
  /// file; the rest is then only looked through.
  private static func apply(
    _ given: any UnitSource, to edit: inout InventoryEdit, _ run: CommandRun
  ) throws -> InventoryOverlap {
    var source = given
    let notes = try source.meet {
      var places = StoredPlaces()
      try edit.inventory.forEachUnit(matching: .everything) { places.note($0) }
      return places
    }
    for note in notes { try run.note(note) }
    return try run.withProgress("importing", "units") { show in
      var problems = UnitProblems(advice: source.advice)
      var overlap = InventoryOverlap()
      for place in 0..<source.count where !problems.isCut {
        try show(Int64(place), Int64(source.count))
        let stored = try edit.inventory.entryIfPresent(source.id(at: place))
        guard let entry = source.entry(at: place, over: stored, noting: &problems),
          problems.all.isEmpty
        else { continue }
        if try !edit.put(entry, over: stored) { overlap.unchangedUnits += 1 }
      }
      if !problems.all.isEmpty { throw problems }
      let named = source.named
      overlap.missingUnits = try edit.inventory.unitIDs { !named.contains($0) }
      return overlap
    }
  }
}
