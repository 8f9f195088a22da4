// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit rename UNIT NEW-ID`.
enum UnitRename {
  static let unit = Argument(.unit, "The ad unit.")
  static let newID = Argument(
    ValueKind<AdUnitID>("NEW-ID", expected: "an ad unit id") { try AdUnitID($0) },
    "What it shall be called.")

  static let command = Command(
    "rename", "Give an ad unit another id; its log and its history go with it.",
    effect: .changes, output: .changes, arguments: [unit, newID],
    examples: [Example("unit rename div-gpt-ad-mobile_1 home-top", "A better name.")]
  ) { run in
    // Who is called so already is not looked for under the name that is gone.
    if run.input[unit] == run.input[newID] {
      _ = try run.readInventory { try $0.unit(run.input[unit]) }
      return try ChangeReport.print([], run: run)
    }
    try run.changeInventory { edit in try edit.rename(run.input[unit], to: run.input[newID]) }
  }
}
