// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit remove UNIT…`.
enum UnitRemove {
  static let command = Command(
    "remove", "Delete ad units with their targeting; the log and the history of their ads stay.",
    details: "Most often, 'unit archive' is what is wanted: it can be taken back by itself.\n\n"
      + UnitSelection.details,
    effect: .destroys, output: .changes, arguments: [UnitSelection.units],
    options: UnitSelection.options,
    examples: [
      Example("unit remove div-gpt-ad-mobile_1 --yes", "One unit, without a question."),
      Example("unit remove --page old --status archived --dry-run", "What would go with a page."),
    ]
  ) { run in
    let ids = try UnitSelection.chosen(run)
    guard !ids.isEmpty else { return try ChangeReport.print([], run: run) }
    let named = ids.count == 1 ? "ad unit '\(ids[0])'" : ids.count.counted("ad unit")
    try run.confirm("Delete \(named) for good?")
    try UnitSelection.change(ids, run) { try $0.remove($1) }
  }
}
