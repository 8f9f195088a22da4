// SPDX-License-Identifier: MIT
public import AdModel

/// An ad's place as the app itself describes it, on top of what the inventory says of the unit.
public struct AdSlot: Hashable, Sendable {
  /// The ad unit; the inventory need not have it.
  public var unit: AdUnitID
  /// The app's own targeting; a key of it replaces the inventory's.
  public var targeting: [TargetingEntry]
  /// The limits of the size, where the app gives other ones than the inventory.
  public var constraints: SizeConstraints?
  /// The label, where the app gives another one than the inventory.
  public var label: AdLabel?

  /// Describes a place.
  public init(
    unit: AdUnitID, targeting: [TargetingEntry] = [], constraints: SizeConstraints? = nil,
    label: AdLabel? = nil
  ) {
    self.unit = unit
    self.targeting = targeting
    self.constraints = constraints
    self.label = label
  }
}
