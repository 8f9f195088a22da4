// SPDX-License-Identifier: MIT
public import AdInjection
public import AdLoading
public import AdModel

/// What the inventory and its settings say of a page and its ads.
public struct PageContent: Equatable, Sendable {
  /// A unit with the targeting that holds for it.
  public struct Unit: Equatable, Sendable {
    /// The unit.
    public var unit: InventoryUnit
    /// Its targeting, with that of its page and of the app.
    public var targeting: [TargetingEntry]

    /// Describes a unit.
    public init(_ unit: InventoryUnit, targeting: [TargetingEntry] = []) {
      self.unit = unit
      self.targeting = targeting
    }
  }

  /// Which units are served, and the distances and durations.
  public var plan: LoadingPlan
  /// The units by id.
  public var units: [AdUnitID: Unit]
  /// What becomes of a slot for which there is no ad.
  public var noFill: NoFillBehavior
  /// Where ads stand among the items of the page's own feed.
  public var feedPattern: FeedPattern
  /// The template and how its pages are told things.
  public var options: BundleBuilder.Options

  /// Describes a page.
  /// - Parameters:
  ///   - plan: Which units are served, and the distances and durations.
  ///   - units: The units with their targeting, at most one of an id.
  ///   - noFill: What becomes of a slot for which there is no ad.
  ///   - feedPattern: Where ads stand among the items of the page's own feed.
  ///   - options: The template and how its pages are told things.
  public init(
    plan: LoadingPlan = LoadingPlan(), units: [Unit] = [], noFill: NoFillBehavior = .collapse,
    feedPattern: FeedPattern = .standard,
    options: BundleBuilder.Options = BundleBuilder.Options()
  ) {
    self.plan = plan
    self.units = Dictionary(units.map { ($0.unit.id, $0) }) { first, _ in first }
    self.noFill = noFill
    self.feedPattern = feedPattern
    self.options = options
  }

  /// A unit as the inventory has it, and where the app describes its place, as the app does.
  func unit(_ id: AdUnitID, in slot: AdSlot?) -> Unit {
    var unit = units[id] ?? Unit(InventoryUnit(id: id))
    guard let slot else { return unit }
    if let sizes = slot.sizes {
      unit.unit.constraints = sizes.applied(to: unit.unit.constraints)
    }
    if let label = slot.label { unit.unit.label = label.applied(to: unit.unit.label) }
    for entry in slot.targeting { unit.targeting.set(entry) }
    return unit
  }
}
