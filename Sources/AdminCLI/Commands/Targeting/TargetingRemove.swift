// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `targeting remove KEY[=VALUE]…`.
enum TargetingRemove {
  static let keys = Argument(
    .targetingMatch, "A key, or a key with one of its values.", count: .many)

  static let command = Command(
    "remove", "Remove targeting keys, or single values of them.",
    details: TargetingOptions.details, effect: .changes, output: .changes,
    arguments: [keys],
    options: TargetingOptions.scopeOptions,
    examples: [
      Example("targeting remove section --unit div-gpt-ad-mobile_1", "A key with all values."),
      Example("targeting remove section=news --page home", "One value."),
    ]
  ) { run in
    try TargetingOptions.change(run) { edit, scope in
      for match in run.input.all(keys) {
        try edit.removeTargeting(key: match.key, value: match.value, for: scope)
      }
    }
  }
}
