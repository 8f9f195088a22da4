// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `revert CHANGE…` and `revert --since TIME`.
enum RevertCommand {
  static let numbers = Argument(
    .whole(in: 1...Int.max, "CHANGE"), "The numbers of changes, as 'log' shows them.",
    count: .any)
  static let since = Option("since", .time, "Take back everything since this time.")

  static let command = Command(
    "revert", "Take changes of the inventory and the settings back, after showing what that means.",
    details: """
      Each field that a change set becomes what it was before; what it added goes, and what it removed \
      comes back. Where a field has become something else since, nothing is done: take the later \
      changes back with it. All happens in one transaction and is logged, so that it can be taken back \
      itself. Consent and history are never touched.

      On a terminal it shows the plan and asks; elsewhere --dry-run shows it and --yes does it.
      """,
    effect: .destroys, output: .changes, arguments: [numbers], options: [since],
    examples: [
      Example("revert 12 --dry-run", "What taking back one change means."),
      Example("revert 12 13 14 --yes", "Three, in one transaction."),
      Example("revert --since 1h", "Everything of the last hour, after a question."),
    ]
  ) { run in
    let numbers = run.input.all(numbers).map(Int64.init)
    let since = run.time(since)
    guard numbers.isEmpty != (since == nil) else {
      throw Failure(
        .usage, "name the changes to take back, or --since TIME, and not both.",
        try: "adview-admin log")
    }
    let taken = try run.readInventory { inventory in
      guard let since else { return numbers }
      return try inventory.changes(matching: ChangeFilter(since: since)).filter(\.isRevertible)
        .map(\.number)
    }
    let isAsked = !run.isDryRun && !run.input[GlobalOptions.yes]
    let seen = try isAsked ? ask(taken, run) : nil
    if seen?.isNothing == true { return try ChangeReport.print([], run: run) }
    try run.changeInventory { edit in
      if let seen, try edit.inventory.newestChange() != seen.newest {
        throw Failure(
          .busy, "the inventory was changed since the plan was shown; nothing was taken back.",
          try: "the same command again")
      }
      try revert(taken, in: &edit, run)
    }
  }

  /// Takes back, and tells how far it is; ended with Ctrl-C, nothing is.
  private static func revert(
    _ numbers: [Int64], in edit: inout InventoryEdit, _ run: CommandRun
  ) throws {
    try run.withProgress("taking back", "changes") { show in
      try edit.revert(numbers) { try show(Int64($0), Int64(numbers.count)) }
    }
  }

  /// Shows what would be done, and asks whether it shall be.
  /// - Returns: The newest change that the plan rests on, and whether there is nothing to do.
  private static func ask(
    _ numbers: [Int64], _ run: CommandRun
  ) throws -> (newest: Int64, isNothing: Bool) {
    var newest: Int64 = 0
    let plan = try run.withDatabase(.readWrite) { database in
      try InventoryRepository(database).change(by: run.actor, at: run.now, dryRun: true) { edit in
        newest = try edit.inventory.newestChange()
        try revert(numbers, in: &edit, run)
      }
    }
    guard !plan.isEmpty else { return (newest, true) }
    for change in plan {
      try run.note("would \(ChangeReport.sentence(for: change, isDone: false))")
    }
    try run.confirm(
      "Take \(numbers.count.counted("change")) back?", because: "asks before it does what it shows")
    return (newest, false)
  }
}
