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
    try run.readInventory { try $0.writeDocument { try run.output.write(json: $0) } }
  }
}
