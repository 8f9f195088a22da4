// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit show UNIT`.
enum UnitShow {
  static let unit = Argument(.unit, "The ad unit.")

  static let command = Command(
    "show", "Show one ad unit with all of its settings and everything that it sends.",
    effect: .reads, output: .keys(Column.keys(of: UnitColumns.fields)), arguments: [unit],
    examples: [
      Example("unit show div-gpt-ad-mobile_1", "One unit."),
      Example("unit show div-gpt-ad-mobile_1 --format json", "The same for a program."),
    ]
  ) { run in
    let whole = try run.readInventory { inventory in
      UnitColumns.Whole(
        entry: try inventory.entry(run.input[unit]),
        effective: try inventory.effectiveTargeting(
          of: run.input[unit], debugging: try inventory.isDebugging()))
    }
    try run.fields(whole, UnitColumns.fields, object: UnitColumns.wholeObject)
  }
}
