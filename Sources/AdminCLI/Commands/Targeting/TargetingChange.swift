// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `targeting set|add KEY=VALUE…`.
enum TargetingChange {
  static let pairs = Argument(
    .targetingPair, "A key with a value; a key given several times has several values.",
    count: .many)

  static let set = Command(
    "set", "Set targeting keys: the values given replace those that a key had.",
    details: TargetingOptions.details, effect: .changes, output: .changes,
    arguments: [pairs],
    options: TargetingOptions.scopeOptions,
    examples: [
      Example("targeting set section=sport --unit div-gpt-ad-mobile_1", "One value for a unit."),
      Example("targeting set section=sport section=news --page home", "Two values for a page."),
      Example("targeting set test=on --debug", "Only while debugging."),
    ]
  ) { run in
    let targeting = try TargetingPair.targeting(of: run.input.all(pairs))
    try TargetingOptions.change(run) { try $0.setTargeting(targeting.entries, for: $1) }
  }

  static let add = Command(
    "add", "Add values to targeting keys behind those that they have.",
    details: TargetingOptions.details, effect: .changes, output: .changes,
    arguments: [pairs],
    options: TargetingOptions.scopeOptions,
    examples: [Example("targeting add section=culture --page home", "One value more.")]
  ) { run in
    let targeting = try TargetingPair.targeting(of: run.input.all(pairs))
    try TargetingOptions.change(run) { try $0.addTargeting(targeting.entries, for: $1) }
  }
}
