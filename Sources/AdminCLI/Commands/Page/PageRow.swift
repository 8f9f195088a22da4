// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// A page and how many units stand on it.
struct PageRow: Sendable {
  let page: InventoryPage
  let unitCount: Int

  static let columns = columns(isWhole: false)
  /// The columns of one page.
  static let fields = columns(isWhole: true)

  private static func columns(isWhole: Bool) -> [Column<PageRow>] {
    FieldTable<InventoryPage>.pages.columns(isWhole: isWhole) { $1($0.page) }
      .secondary("throttleMs", "stabilityMs", "feedPattern", "remote.fetch", "remote.render") + [
        Column("units", "Units", .trailing, meaning: "How many units stand on it.") {
          .integer(Int64($0.unitCount))
        }
      ]
  }

  static let object: ListWriter<PageRow>.ObjectWriter = { row, object in
    try InventoryDocument.write(row.page, to: &object)
    object.member("units", row.unitCount)
  }
}
