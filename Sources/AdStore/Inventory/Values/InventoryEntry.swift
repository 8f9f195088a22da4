// SPDX-License-Identifier: MIT
public import AdModel

/// An ad unit with the targeting that is set for the unit itself.
public struct InventoryEntry: Hashable, Sendable {
  /// The unit.
  public var unit: AdUnit
  /// Its own targeting; what its page and the app add is in ``EffectiveTargeting``.
  public var targeting: Targeting

  /// Puts a unit and its targeting together.
  public init(unit: AdUnit, targeting: Targeting = Targeting()) {
    self.unit = unit
    self.targeting = targeting
  }
}
