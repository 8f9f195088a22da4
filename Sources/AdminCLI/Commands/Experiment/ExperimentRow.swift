// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// An experiment with the arm of this store.
struct ExperimentRow: Sendable {
  let experiment: Experiment
  /// The arm by which this store goes; nil where it runs not, or the store is in none.
  let storeArm: ArmID?

  init(_ experiment: Experiment, in inventory: borrowing InventorySnapshot) throws {
    self.experiment = experiment
    storeArm = try inventory.storeArm(in: experiment)
  }

  static let columns = columns(isWhole: false)
  /// The columns of one experiment.
  static let fields = columns(isWhole: true)

  /// What documents have of an experiment.
  static let documented = fields.filter { $0.key != "storeArm" }

  private static func columns(isWhole: Bool) -> [Column<ExperimentRow>] {
    let columns: [Column<ExperimentRow>] =
      FieldTable<Experiment>.experiments.columns(isWhole: isWhole) { $1($0.experiment) }
    return columns.map { column in
      guard column.key == "arms" else { return column }
      return Column(column.key, "Arms", meaning: column.meaning, elements: armKeys) {
        $0.experiment.arms.fieldValue
      }.showing { .text($0.experiment.armWords) }
    } + [
      Column(
        "storeArm", isWhole ? "Arm here" : nil,
        meaning:
          "The arm by which the database here goes, as a phone does; null where it is in none."
      ) { $0.storeArm }
    ]
  }

  private static let armKeys = [
    OutputKey("arm", "Its name."), OutputKey("buckets", "The buckets of 10,000 that it owns."),
    OutputKey("settings", "What it has otherwise than the page, by the keys of a page."),
  ]

  static let object: ListWriter<ExperimentRow>.ObjectWriter = { row, object in
    try InventoryDocument.write(row.experiment, to: &object)
    object.member("storeArm", row.storeArm?.rawValue)
  }
}
