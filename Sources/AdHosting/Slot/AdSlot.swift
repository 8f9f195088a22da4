// SPDX-License-Identifier: MIT
public import AdModel

/// An ad's place as the app itself describes it, on top of what the inventory says of the unit.
public struct AdSlot: Hashable, Identifiable, Sendable {
  /// The unit's id.
  public var id: AdUnitID { unit }

  /// The ad unit; the inventory need not have it.
  public var unit: AdUnitID
  /// The app's own targeting; a key of it replaces the inventory's.
  public var targeting: [TargetingEntry]
  /// The app's own sizes and limits.
  public var sizes: SizeOverrides?
  /// What the app says of the label.
  public var label: LabelOverrides?

  /// Describes a place.
  public init(
    unit: AdUnitID, targeting: [TargetingEntry] = [], sizes: SizeOverrides? = nil,
    label: LabelOverrides? = nil
  ) {
    self.unit = unit
    self.targeting = targeting
    self.sizes = sizes
    self.label = label
  }
}
