// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit set UNIT`.
enum UnitSet {
  static let unit = Argument(.unit, "The ad unit.")

  static let command = Command(
    "set", "Change settings of an ad unit; what is not named stays as it is.",
    effect: .changes, output: .keys(ChangeReport.keys), arguments: [unit],
    options: UnitOptions.fields.options + [UnitOptions.fields.clear],
    examples: [
      Example("unit set div-gpt-ad-mobile_1 --max-width 400 --max-height 600", "Limits."),
      Example("unit set div-gpt-ad-mobile_1 --label-shown yes --label-text Annonce", "A label."),
      Example("unit set div-gpt-ad-mobile_1 --clear max-width --clear page", "Take fields away."),
      Example("unit set div-gpt-ad-mobile_1 --page news --dry-run", "See what would change."),
    ]
  ) { run in
    guard UnitOptions.fields.areGiven(in: run.input, clearing: true) else {
      throw Failure(
        .usage, "nothing to set: name at least one field.", try: "adview-admin unit set --help")
    }
    try run.changeInventory { edit in
      try edit.set(run.input[unit]) { unit in
        try UnitOptions.fields.apply(run.input, to: &unit, clearing: true)
      }
    }
  }
}
