// SPDX-License-Identifier: MIT
public import AdModel

/// Something about an inventory that a rule advises against. Holds no value that may be personal.
public struct LintFinding: Hashable, Sendable {
  /// The rule.
  public let rule: LintRule
  /// The ad unit, where it concerns a single one.
  public let unit: AdUnitID?
  /// What it is about: `targeting of page article, key 'x'`.
  public let place: String
  /// What was found there, with the value.
  public let what: String

  /// Describes a finding.
  /// - Parameters:
  ///   - rule: The rule.
  ///   - unit: The ad unit, where it concerns a single one.
  ///   - place: What it is about.
  ///   - what: What was found there, with the value.
  public init(_ rule: LintRule, unit: AdUnitID? = nil, place: String, what: String) {
    self.rule = rule
    self.unit = unit
    self.place = place
    self.what = what
  }
}
