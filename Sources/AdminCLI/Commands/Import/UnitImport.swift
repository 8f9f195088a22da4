// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `import inventory FILE` where the file describes units alone.
enum UnitImport {
  /// Makes the units what a file says, in one transaction.
  /// - Throws: ``UnitProblems`` with everything that is wrong in the file; `StoreError`. Nothing has
  ///   changed then.
  static func run(_ source: any UnitSource, _ run: CommandRun) throws -> ExitCode {
    var unchanged = 0
    var missing: [AdUnitID] = []
    var added: [(page: PageID, nearest: String?)] = []
    let changes = try run.withDatabase(.readWrite) { database in
      try InventoryRepository(database).change(
        by: run.actor, at: run.now, dryRun: run.isDryRun
      ) { edit in
        unchanged = try apply(source, to: &edit, run)
        missing = try unnamed(by: source, in: edit)
        added = try edit.addedPages()
        if run.input[ImportOptions.archiveMissing] {
          for id in missing {
            try run.checkInterruption()
            try edit.archive(id)
          }
        }
        // The last moment at which all of it can still be undone.
        try run.checkInterruption()
      }
    }
    try ChangeReport.print(changes, run: run)
    try run.tell(of: added)
    try run.note("unchanged: \(unchanged.counted("unit"))")
    if !run.input[ImportOptions.archiveMissing], !missing.isEmpty {
      try run.note(
        "only in the database, left alone: \(InventoryFile.listed(missing)); --archive-missing "
          + "archives them")
    }
    return run.isDryRun && !changes.isEmpty ? .answerIsNo : .done
  }

  /// Puts every unit in its place, one after the other, until something is wrong in the file; the
  /// rest is then only looked through.
  /// - Returns: How many were so already.
  private static func apply(
    _ source: any UnitSource, to edit: inout InventoryEdit, _ run: CommandRun
  ) throws -> Int {
    try run.withProgress("importing", "units") { show in
      var problems = UnitProblems(advice: source.advice)
      var unchanged = 0
      for place in 0..<source.count where !problems.isCut {
        try show(Int64(place), Int64(source.count))
        let id = source.id(at: place)
        let stored = try edit.inventory.entryIfPresent(id)
        guard let entry = source.entry(at: place, over: stored, noting: &problems),
          problems.all.isEmpty
        else { continue }
        if try !edit.put(entry, over: stored) { unchanged += 1 }
      }
      if !problems.all.isEmpty { throw problems }
      return unchanged
    }
  }

  /// The units that are served or paused, and that the file does not name.
  private static func unnamed(
    by source: any UnitSource, in edit: borrowing InventoryEdit
  ) throws -> [AdUnitID] {
    let named = source.named
    return try edit.inventory.unitIDs { !named.contains($0) }
  }
}
