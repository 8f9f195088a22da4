// SPDX-License-Identifier: MIT

/// `targeting`: keys and values for a unit, a page, the app, or debugging.
enum TargetingNoun {
  static let noun = Noun(
    "targeting", "Keys and values that units send: per unit, per page, for the app, for debugging.",
    [
      "set": { TargetingChange.set }, "add": { TargetingChange.add },
      "remove": { TargetingRemove.command }, "list": { TargetingList.command },
    ])
}
