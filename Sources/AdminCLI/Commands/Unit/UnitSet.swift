// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit set UNIT`.
enum UnitSet {
  static let unit = Argument(.unit, "The ad unit.")

  static let command = Command(
    "set", "Change settings of an ad unit; what is not named stays as it is.",
    effect: .changes, arguments: [unit], options: UnitFields.options + [UnitFields.clear],
    examples: [
      Example("unit set div-gpt-ad-mobile_1 --max-width 400 --max-height 600", "Limits."),
      Example("unit set div-gpt-ad-mobile_1 --label-shown yes --label-text Annonce", "A label."),
      Example("unit set div-gpt-ad-mobile_1 --clear max-width --clear page", "Take fields away."),
      Example("unit set div-gpt-ad-mobile_1 --page news --dry-run", "See what would change."),
    ]
  ) { run in
    let fields = UnitFields.options.map(\.declaration.name) + [UnitFields.clear.declaration.name]
    guard fields.contains(where: { run.input.options[$0] != nil }) else {
      throw Failure(
        .usage, "nothing to set: name at least one field.", try: "adview-admin unit set --help")
    }
    let cleared = Set(run.input.all(UnitFields.clear))
    try run.changeInventory { edit in
      try edit.set(run.input[unit]) { unit in
        unit = try UnitFields.apply(run.input, to: unit, clearing: cleared)
      }
    }
  }
}
