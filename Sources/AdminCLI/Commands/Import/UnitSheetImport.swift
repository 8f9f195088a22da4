// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `import inventory FILE` where the file is a spreadsheet.
enum UnitSheetImport {
  /// Makes the units what the file says, in one transaction.
  static func run(_ bytes: [UInt8], _ run: CommandRun) throws -> ExitCode {
    var unchanged = 0
    var missing: [AdUnitID] = []
    let changes: [InventoryChange]
    do {
      let sheet = try UnitSheet(bytes, skippingUnknown: run.input[ImportOptions.skipUnknown])
      changes = try run.withDatabase(.readWrite) { database in
        try InventoryRepository(database).change(
          by: run.actor, at: run.now, dryRun: run.isDryRun
        ) { edit in
          unchanged = try apply(sheet, to: &edit, run)
          missing = try unnamed(by: sheet, in: edit)
          if run.input[ImportOptions.archiveMissing] {
            for id in missing { try edit.archive(id) }
          }
          // The last moment at which all of it can still be undone.
          try run.checkInterruption()
        }
      }
    } catch let problems as UnitSheet.Problems {
      throw try ImportOptions.refusal(
        problems.all, isCut: problems.isCut,
        "correct the cells; 'adview-admin help formats unit list' names the columns", run)
    }
    try ChangeReport.print(changes, run: run)
    try run.note("unchanged: \(unchanged.counted("unit"))")
    if !run.input[ImportOptions.archiveMissing], !missing.isEmpty {
      try run.note(
        "only in the database, left alone: \(ImportOptions.listed(missing)); --archive-missing "
          + "archives them")
    }
    return run.isDryRun && !changes.isEmpty ? .answerIsNo : .done
  }

  /// Puts every unit in its place.
  /// - Returns: How many were so already.
  private static func apply(
    _ sheet: UnitSheet, to edit: inout InventoryEdit, _ run: CommandRun
  ) throws -> Int {
    var everything = InventoryFilter.standard
    everything.statuses = AdUnit.Status.allCases
    var stored: [AdUnitID: InventoryEntry] = [:]
    try edit.inventory.forEachEntry(matching: everything) { stored[$0.unit.id] = $0 }
    let entries = try sheet.entries(over: stored)
    return try run.withProgress("importing", "units") { show in
      var unchanged = 0
      for (done, entry) in entries.enumerated() {
        try show(Int64(done), Int64(entries.count))
        let before = edit.changes.count
        if stored[entry.unit.id] == nil {
          try edit.add(entry)
        } else {
          try edit.set(entry.unit.id) { $0 = entry.unit }
          try edit.replaceTargeting(with: entry.targeting, for: .unit(entry.unit.id))
        }
        if edit.changes.count == before { unchanged += 1 }
      }
      return unchanged
    }
  }

  /// The units that are served or paused, and that the file does not name.
  private static func unnamed(
    by sheet: UnitSheet, in edit: borrowing InventoryEdit
  ) throws -> [AdUnitID] {
    let named = Set(sheet.ids)
    var missing: [AdUnitID] = []
    try edit.inventory.forEachUnit { unit in
      if !named.contains(unit.id) { missing.append(unit.id) }
    }
    return missing
  }
}
