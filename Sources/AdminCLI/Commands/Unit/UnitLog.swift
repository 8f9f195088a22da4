// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit log [UNIT]`.
enum UnitLog {
  static let unit = Argument(
    .unit, "The ad unit; everything where none is given.", count: .optional)
  static let limit = Option(
    "limit", .whole(in: 1...1_000_000), "How many changes at most.", defaultDescription: "100")

  static let command = Command(
    "log", "Show who changed an ad unit or anything else, when, and from what to what.",
    details: "Newest first. The log of a renamed or removed unit is found under its id, too. JSON "
      + "holds everything before and after each change.",
    effect: .reads, output: .keys(Column.keys(of: ChangeReport.columns)), arguments: [unit],
    options: [limit],
    examples: [
      Example("unit log div-gpt-ad-mobile_1", "One unit."),
      Example("unit log --limit 20", "The last twenty changes of anything."),
    ]
  ) { run in
    let limit = run.input[limit] ?? 100
    let changes = try run.readInventory { inventory in
      guard let unit = run.input.optional(unit) else {
        return try inventory.changes(limit: limit)
      }
      return try inventory.changes(of: unit, limit: limit)
    }
    try run.list(changes, ChangeReport.columns, empty: "no changes")
  }
}
