// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit show UNIT…`.
enum UnitShow {
  static let units = Argument(.unit, "The ad units.", count: .many)

  static let command = Command(
    "show", "Show ad units with all of their settings and everything that they send.",
    details: "One is an object in JSON, several are an array.",
    effect: .reads, output: .keys(of: UnitColumns.fields), arguments: [units],
    examples: [
      Example("unit show div-gpt-ad-mobile_1", "One unit."),
      Example("unit show div-gpt-ad-mobile_1 div-gpt-ad-mobile_2", "Two, one after the other."),
      Example("unit show div-gpt-ad-mobile_1 --format json", "The same for a program."),
    ]
  ) { run in
    let all = try run.readInventory { inventory in
      let isDebugging = try inventory.isDebugging()
      return try run.input.all(units).map { id in
        UnitColumns.Whole(
          entry: try inventory.entry(id),
          effective: try inventory.effectiveTargeting(of: id, debugging: isDebugging))
      }
    }
    if all.count > 1, run.format != .table {
      return try run.list(all, UnitColumns.fields, object: UnitColumns.wholeObject)
    }
    for (place, whole) in all.enumerated() {
      if place > 0 { try run.print("\n") }
      try run.fields(whole, UnitColumns.fields, object: UnitColumns.wholeObject)
    }
  }
}
