// SPDX-License-Identifier: MIT
public import AdModel

/// An ad unit with the targeting that is set for the unit itself.
public struct InventoryEntry: Hashable, Identifiable, Sendable {
  /// The unit's id.
  public var id: AdUnitID { unit.id }

  /// The unit.
  public var unit: InventoryUnit
  /// Its own targeting; what its page and the app add is in ``EffectiveTargeting``.
  public var targeting: AdTargeting

  /// Puts a unit and its targeting together.
  public init(unit: InventoryUnit, targeting: AdTargeting = AdTargeting()) {
    self.unit = unit
    self.targeting = targeting
  }
}
