// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit log [UNIT]`.
enum UnitLog {
  static let unit = Argument(
    .unit, "The ad unit; everything where none is given.", count: .optional)

  static let command = Command(
    "log", "Show who changed an ad unit and its targeting, when, and from what to what.",
    details: "Newest first. The log of a renamed or removed unit is found under its id, too. JSON "
      + "holds everything before and after each change. 'adview-admin log' tells of pages and "
      + "settings as well.",
    effect: .reads, output: .keys(of: ChangeReport.columns), arguments: [unit],
    options: [LogCommand.since, LogCommand.until, LogCommand.limit] + ListOptions.shape,
    examples: [
      Example("unit log div-gpt-ad-mobile_1", "One unit."),
      Example("unit log div-gpt-ad-mobile_1 --since 7d", "What became of it this week."),
      Example("unit log --limit 20", "The last twenty changes of anything."),
    ]
  ) { run in
    let unit = run.input.optional(unit)
    var filter = LogCommand.filter(of: run)
    filter.name = unit?.rawValue
    if unit != nil { filter.nouns = [.unit, .targeting] }
    let limit = run.input[LogCommand.limit] ?? 100
    var list = try ChosenList(ChangeReport.columns, empty: "no changes", run)
    try run.readInventory { inventory in
      // Tells of an unknown unit which is meant.
      if let unit { _ = try inventory.changes(of: unit, limit: 1) }
      try inventory.forEachChange(matching: filter, limit: limit) { try list.append($0) }
    }
    try list.end()
  }
}
