// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// A page and how many units stand on it.
struct PageRow: Sendable {
  let page: InventoryPage
  let unitCount: Int
  /// The arm of an experiment by which this store goes there.
  var arm: ExperimentArm?

  static let columns = columns(isWhole: false)
  /// The columns of one page.
  static let fields = columns(isWhole: true)

  private static func columns(isWhole: Bool) -> [Column<PageRow>] {
    FieldTable<InventoryPage>.pages.columns(isWhole: isWhole) { $1($0.page) }
      .secondary(
        "throttleMs", "stabilityMs", "predictionMs", "feedPattern", "remote.fetch", "remote.render")
      + [
        Column("units", "Units", .trailing, meaning: "How many units stand on it.") { $0.unitCount }
      ] + (isWhole ? arms : [])
  }

  private static let arms: [Column<PageRow>] = [
    Column(
      "experiment", "Experiment",
      meaning: "The experiment that runs there, where this store is in it."
    ) { $0.arm?.experiment },
    Column(
      "arm", "Arm",
      meaning: "The arm of that experiment, whose settings hold instead of the page's."
    ) { $0.arm?.arm },
  ]

  static let object: ListWriter<PageRow>.ObjectWriter = { row, object in
    try InventoryDocument.write(row.page, to: &object)
    object.member("units", row.unitCount)
  }

  /// The object of one page.
  static let whole: ListWriter<PageRow>.ObjectWriter = { row, output in
    try object(row, &output)
    output.member("experiment", row.arm?.experiment.rawValue)
    output.member("arm", row.arm?.arm.rawValue)
  }
}
