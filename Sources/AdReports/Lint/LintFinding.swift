// SPDX-License-Identifier: MIT
package import AdModel

/// Something about an inventory that a rule advises against. Holds no value that may be personal.
package struct LintFinding: Hashable, Sendable {
  /// The rule.
  package let rule: LintRule
  /// The ad unit, where it concerns a single one.
  package let unit: AdUnitID?
  /// The place in the inventory: `targeting of page article, key 'x'`.
  package let place: String
  /// The fault that was found there, with the value.
  package let what: String

  /// Describes a finding.
  package init(_ rule: LintRule, unit: AdUnitID? = nil, place: String, what: String) {
    self.rule = rule
    self.unit = unit
    self.place = place
    self.what = what
  }
}
