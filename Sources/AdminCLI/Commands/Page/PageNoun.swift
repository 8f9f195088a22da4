// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `page`: pages with their thresholds.
enum PageNoun {
  static let noun = Noun("page", "Pages: when the ads of each are fetched, displayed, unloaded.") {
    [PageList.command, PageShow.command, PageSet.command, PageRemote.command]
  }

  /// A page and how many units stand on it.
  struct Row: Sendable {
    let page: Page
    let unitCount: Int
  }

  static let columns: [Column<Row>] = [
    Column("name", "Page") { .text($0.page.id.rawValue) },
    Column("units", "Units", .trailing) { .integer(Int64($0.unitCount)) },
    Column("fetch", "Fetch", .trailing) { .number($0.page.thresholds.fetch) },
    Column("display", "Display", .trailing) { .number($0.page.thresholds.display) },
    Column("unload", "Unload", .trailing) { .number($0.page.thresholds.unload) },
    Column("unloading", "Unloading") { .flag($0.page.thresholds.unloadingEnabled) },
    Column("throttle", "Throttle ms", .trailing) { .integer($0.page.thresholds.throttle) },
    Column("stability", "Stability ms", .trailing) { .integer($0.page.thresholds.stabilityDelay) },
    Column("remote", "Remote %") { row in
      .optional(row.page.remote.map { "\($0.fetch.formatted)/\($0.render.formatted)" })
    },
  ]

  static let object: ListWriter<Row>.ObjectWriter = { row, object in
    try InventoryDocument.write(row.page, to: &object)
    object.member("units", row.unitCount)
  }
}

/// `page list`.
enum PageList {
  static let command = Command(
    "list", "List pages with their thresholds and how many units stand on each.",
    effect: .reads, examples: [Example("page list", "All pages.")]
  ) { run in
    let rows = try run.readInventory { inventory in
      try inventory.pages().map { PageNoun.Row(page: $0.page, unitCount: $0.unitCount) }
    }
    try run.list(rows, PageNoun.columns, object: PageNoun.object)
  }
}

/// `page show PAGE`.
enum PageShow {
  static let page = Argument(.page, "The page.")

  static let command = Command(
    "show", "Show one page with its thresholds.", effect: .reads, arguments: [page],
    examples: [Example("page show home", "One page.")]
  ) { run in
    let row = try run.readInventory { inventory in
      let page = try inventory.page(run.input[page])
      let count = try inventory.pages().first { $0.page.id == page.id }?.unitCount ?? 0
      return PageNoun.Row(page: page, unitCount: count)
    }
    try run.fields(row, PageNoun.columns, object: PageNoun.object)
  }
}
