// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit add UNIT`.
enum UnitAdd {
  enum StartStatus: String, CaseIterable {
    case active, paused
  }

  /// What describes an ad unit, here and where one is changed or copied.
  static let fields = FieldOptions(FieldTable<InventoryUnit>.units)
  static let unit = Argument(.newUnit, "The id of the element that shows the ad.")
  static let status = Option<StartStatus>(
    "status", .choice("STATUS"), "active or paused.", defaultDescription: "active")
  static let target = Option(
    "target", .targetingPair, "A targeting key with a value, for this unit alone.", repeats: true)

  static let command = Command(
    "add", "Add an ad unit.",
    details: "A page that is new is added with it. Lengths are in points.",
    effect: .changes, output: .changes, arguments: [unit],
    options: fields.options + [status, target],
    examples: [
      Example("unit add div-gpt-ad-mobile_1 --page home", "A unit with the usual settings."),
      Example(
        "unit add top --page home --position 0 --size 320x250 --size fluid --max-height 600",
        "Two sizes for creatives, and a limit."),
      Example("unit add top --target section=sport --target section=news", "With targeting."),
    ]
  ) { run in
    var unit = InventoryUnit(id: run.input[unit])
    try fields.apply(run.input, to: &unit)
    unit.status = run.input[status] == .paused ? .paused : .active
    let targeting = try TargetingPair.targeting(of: run.input.all(target))
    try run.changeInventory { edit in
      try edit.add(InventoryEntry(unit: unit, targeting: targeting))
    }
  }
}
