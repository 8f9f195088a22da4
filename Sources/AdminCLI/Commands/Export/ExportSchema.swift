// SPDX-License-Identifier: MIT
import AdStore

/// `export schema`.
enum ExportSchema {
  static let command = Command(
    "schema", "Write the JSON Schema of the inventory document, for editors and checks.",
    details:
      "It follows from the same table that reads and writes documents, and needs no database.",
    effect: .reads, output: .document("JSON"),
    examples: [Example("export schema > inventory.schema.json", "A file to name in an editor.")]
  ) { run in try run.print(InventorySchema.text) }
}
