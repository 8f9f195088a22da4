// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `page list`.
enum PageList {
  static let command = Command(
    "list", "List pages with their thresholds and how many units stand on each.",
    effect: .reads, output: .keys(of: PageRow.columns),
    options: ListOptions.all,
    examples: [
      Example("page list", "All pages."), Example("page list --sort -units", "The fullest first."),
    ]
  ) { run in
    let rows = try run.readInventory { inventory in
      try inventory.pages().map { PageRow(page: $0.page, unitCount: $0.unitCount) }
    }
    try run.listChosen(rows, PageRow.columns, object: PageRow.object, empty: "no pages")
  }
}

/// `page show PAGE`.
enum PageShow {
  static let page = Argument(.page, "The page.")

  static let command = Command(
    "show", "Show one page with its thresholds.", effect: .reads,
    output: .keys(of: PageRow.fields), arguments: [page],
    examples: [Example("page show home", "One page.")]
  ) { run in
    let row = try run.readInventory { inventory in
      let page = try inventory.page(run.input[page])
      let count = try inventory.pages().first { $0.page.id == page.id }?.unitCount ?? 0
      return PageRow(page: page, unitCount: count, arm: try inventory.arm(onPage: page.id))
    }
    try run.fields(row, PageRow.fields, object: PageRow.whole)
  }
}
