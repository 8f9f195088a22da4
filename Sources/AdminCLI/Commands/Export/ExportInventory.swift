// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `export inventory`.
enum ExportInventory {
  private static let keys: [OutputKey] =
    [
      OutputKey("adviewInventory", "The version of the document."),
      OutputKey("targeting.app", "What every unit of the app sends."),
      OutputKey("targeting.debug", "What comes on top while debugging."),
      OutputKey("pages", "The pages."),
    ]
    + (Column.keys(
      of: FieldTable<InventoryPage>.pages.columns { (page: InventoryPage, cell) in cell(page) })
    + [OutputKey("targeting", "The page's own targeting.")]).elements(of: "pages")
    + [OutputKey("units", "The units, or how many there are.")]
    + Column.keys(of: UnitColumns.list).elements(of: "units")
    + [OutputKey("experiments", "The experiments.")]
    + Column.keys(of: ExperimentRow.documented).elements(of: "experiments")
    + FieldTable<InventorySettings>.settings.documented.map {
      OutputKey("settings.\($0.key)", $0.summary)
    }

  static let command = Command(
    "inventory", "Write the whole inventory as one JSON document, for git and for 'import'.",
    details: """
      Holds all units, archived ones too, with sizes, constraints, label, status, notes and \
      targeting; pages with thresholds, percentages and targeting; experiments; the targeting of the app and of \
      debugging; and the settings. Never consent, history or the debug switch. The same inventory gives the same \
      bytes, a line a value, so that two documents can be compared line by line.
      """,
    effect: .reads, output: .document("JSON", keys: keys),
    examples: [
      Example("export inventory > inventory.json", "A file to keep in git."),
      Example(
        "export inventory | adview-admin import inventory - --db other.sqlite",
        "Into another database."),
    ]
  ) { run in
    try run.readInventory { inventory in
      // Where a person reads the document as it comes, a line about it would stand in its middle.
      guard !run.output.isWatched else {
        return try inventory.writeDocument { try run.output.write(json: $0) }
      }
      try run.withProgress("writing", "kilobytes") { show in
        var bytes = 0
        try inventory.writeDocument { piece in
          bytes += piece.count
          try show(Int64(bytes / 1_000), nil)
          try run.output.write(json: piece)
        }
      }
    }
  }
}
