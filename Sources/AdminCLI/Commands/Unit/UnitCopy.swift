// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit copy UNIT NEW-ID`.
enum UnitCopy {
  static let unit = Argument(.unit, "The ad unit.")
  static let newID = Argument(
    ValueKind<AdUnitID>("NEW-ID", expected: "an ad unit id") { try AdUnitID($0) },
    "The id of the copy.")

  static let command = Command(
    "copy", "Add an ad unit that is like another, with its own targeting.",
    details:
      "Fields that options name differ in the copy. The copy of an archived unit is paused.",
    effect: .changes, output: .changes, arguments: [unit, newID],
    options: UnitAdd.fields.options + [UnitAdd.fields.clear],
    examples: [
      Example("unit copy div-gpt-ad-mobile_1 div-gpt-ad-mobile_9", "The same once more."),
      Example("unit copy div-gpt-ad-mobile_1 top --page article --position 4", "Elsewhere."),
    ]
  ) { run in
    try run.changeInventory { edit in
      let original = try edit.inventory.entry(run.input[unit])
      var unit = original.unit
      try UnitAdd.fields.apply(run.input, to: &unit, clearing: true)
      // An id cannot be changed, so the copy is made anew.
      var copy = InventoryUnit(id: run.input[newID])
      for field in FieldTable<InventoryUnit>.units.fields where field.kind != .unit {
        try field.set(field.value(unit), in: &copy)
      }
      if copy.status == .archived { copy.status = .paused }
      try edit.add(InventoryEntry(unit: copy, targeting: original.targeting))
    }
  }
}
