// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit remove UNIT…`.
enum UnitRemove {
  static let units = Argument(.unit, "The ad units.", count: .many)

  static let command = Command(
    "remove", "Delete ad units with their targeting; the log and the history of their ads stay.",
    details: "Most often, 'unit archive' is what is wanted: it can be taken back.",
    effect: .destroys, output: .keys(ChangeReport.keys), arguments: [units],
    examples: [Example("unit remove div-gpt-ad-mobile_1 --yes", "One unit, without a question.")]
  ) { run in
    let ids = run.input.all(units)
    let named = ids.count == 1 ? "ad unit '\(ids[0])'" : "\(ids.count) ad units"
    try run.confirm("Delete \(named) for good?")
    try run.changeInventory { edit in
      for id in ids { try edit.remove(id) }
    }
  }
}
