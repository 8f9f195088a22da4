// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// `unit set UNIT…`.
enum UnitSet {
  static let command = Command(
    "set", "Change settings of ad units; what is not named stays as it is.",
    details: """
      Units are named, or read from standard input with -, or selected: those that meet all of \
      --from-page, --status, --target, --text and --like that are given. All are changed in one \
      transaction, or none. Before more than 20 are changed, it asks on a terminal.
      """,
    effect: .changes, output: .changes, arguments: [UnitSelection.units],
    options: UnitAdd.fields.options + [
      UnitAdd.fields.clear, UnitSelection.fromPage, UnitSelection.status, UnitSelection.target,
      UnitSelection.text, UnitSelection.like,
    ],
    examples: [
      Example("unit set div-gpt-ad-mobile_1 --max-width 400 --max-height 600", "Limits."),
      Example("unit set div-gpt-ad-mobile_1 --label-shown yes --label-text Annonce", "A label."),
      Example("unit set div-gpt-ad-mobile_1 --clear max-width --clear page", "Take fields away."),
      Example("unit set div-gpt-ad-mobile_1 --page news --dry-run", "See what would change."),
      Example("unit set --from-page article --label-shown yes", "All units of a page."),
      Example(
        "unit list --target section=sport --columns adUnitId --format csv | adview-admin unit set - "
          + "--page sport", "Those that a list found."),
    ]
  ) { run in
    let named = run.input.all(UnitSelection.units)
    if let status = run.input.all(UnitSelection.status).first, !named.isEmpty {
      let verb = UnitStatus.verb(for: status)
      throw Failure(
        .usage, "--status selects units here; 'unit \(verb)' changes it.",
        try: (["adview-admin", "unit", verb] + named.map(\.rawValue.quotedForShell))
          .joined(separator: " "))
    }
    guard UnitAdd.fields.areGiven(in: run.input, clearing: true) else {
      throw Failure(.usage, "nothing to set: name at least one field.")
    }
    try UnitSelection.change(run, onPage: UnitSelection.fromPage) { edit, id in
      try edit.set(id) { unit in
        try UnitAdd.fields.apply(run.input, to: &unit, clearing: true)
      }
    }
  }
}
