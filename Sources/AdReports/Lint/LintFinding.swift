// SPDX-License-Identifier: MIT
public import AdModel

/// Something about an inventory that a rule advises against. Holds no value that may be personal.
public struct LintFinding: Hashable, Sendable {
  /// The rule.
  public let rule: LintRule
  /// The ad unit, where it concerns a single one.
  public let unit: AdUnitID?
  /// The place in the inventory: `targeting of page article, key 'x'`.
  public let place: String
  /// The fault that was found there, with the value.
  public let what: String

  /// Describes a finding.
  public init(_ rule: LintRule, unit: AdUnitID? = nil, place: String, what: String) {
    self.rule = rule
    self.unit = unit
    self.place = place
    self.what = what
  }
}
