// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// `log [NAME]`.
enum LogCommand {
  static let name = Argument(
    ValueKind<String>("NAME", expected: "a unit, page, setting or experiment, app or debug") {
      $0.isEmpty ? nil : $0
    }, "What was changed; everything where none is given.", count: .optional)
  static let noun = Option<InventoryChange.Noun>(
    "noun", .choice("NOUN"), "Only changes of these: unit, page, targeting, setting or experiment.",
    repeats: true)
  static let since = Option("since", .time, "Only changes from this time on.")
  static let until = Option("until", .time, "Only changes before this time.")
  static let limit = Option(
    "limit", .whole(in: 1...1_000_000), "How many changes at most.", defaultDescription: "100")

  static let command = Command(
    "log",
    "Show who changed units, pages, targeting, settings and experiments, when, and from what to what.",
    details: """
      Newest first. --actor NAME shows the changes of one person alone. What a unit or page was called \
      before is found under its present name, and what was removed under its last. The number of a \
      change is what 'adview-admin revert' takes. JSON holds everything before and after.
      """,
    effect: .reads, output: .keys(of: ChangeReport.columns), arguments: [name],
    options: [noun, since, until, limit] + ListOptions.shape,
    examples: [
      Example("log --limit 20", "The last twenty changes of anything."),
      Example("log article --noun page", "One page."),
      Example("log --actor ann --since yesterday", "What somebody did since yesterday."),
    ]
  ) { run in
    let name = run.input.optional(name)
    var filter = filter(of: run)
    filter.name = name
    filter.nouns = Set(run.input.all(noun))
    let limit = run.input[limit] ?? 100
    var list = try ChosenList(ChangeReport.columns, empty: "no changes", run)
    try run.readInventory { inventory in
      var isEmpty = true
      try inventory.forEachChange(matching: filter, limit: limit) { change in
        isEmpty = false
        try list.append(change)
      }
      // A name that nothing ever had is a mistake, and not an answer.
      if let name, isEmpty, let id = try? AdUnitID(name),
        try inventory.changes(matching: ChangeFilter(name: name), limit: 1).isEmpty
      {
        throw try unknown(id, in: inventory)
      }
    }
    try list.end()
  }

  /// The conditions that `log` and `unit log` share.
  static func filter(of run: CommandRun) -> ChangeFilter {
    ChangeFilter(
      actor: run.input[GlobalOptions.actor], since: run.time(since), until: run.time(until))
  }

  private static func unknown(
    _ id: AdUnitID, in inventory: borrowing InventorySnapshot
  ) throws -> Failure {
    let names = try inventory.changes(limit: 10_000).map(\.name)
    let near = Spelling.nearest(to: id.rawValue, in: names)
    return Failure(
      .notFound,
      "the log knows nothing called '\(id)'" + (near.map { "; the closest is '\($0)'." } ?? "."),
      try: "adview-admin log" + (near.map { " \($0.quotedForShell)" } ?? ""))
  }
}
