// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `page remove PAGE`.
enum PageRemove {
  static let page = Argument(.page, "The page.")
  static let successor = Option("units-to", .page, "The page that its units shall stand on.")

  static let command = Command(
    "remove", "Delete a page with its thresholds and its targeting.",
    details: """
      Where units stand on it, archived ones too, it asks first: they stand on no page then, or on the \
      one that --units-to names. 'adview-admin revert' takes it back.
      """,
    effect: .destroys, output: .changes, arguments: [page],
    options: [successor],
    examples: [
      Example("page remove homepge --yes", "A page that was mistyped."),
      Example("page remove homepge --units-to homepage --yes", "With the units that it got."),
    ]
  ) { run in
    let page = run.input[page]
    let count = try run.readInventory { inventory in
      try inventory.count(
        matching: InventoryFilter(statuses: InventoryUnit.Status.allCases, page: page))
    }
    if count > 0 {
      let place = run.input[successor].map { "page '\($0)'" } ?? "no page"
      try run.confirm(
        "Remove page '\(page)'? \(count.counted("ad unit")) will stand on \(place).",
        because: "would put \(count.counted("ad unit")) on \(place)")
    }
    try run.changeInventory { edit in
      try edit.removePage(page, movingUnitsTo: run.input[successor])
    }
  }
}
