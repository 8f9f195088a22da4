// SPDX-License-Identifier: MIT
public import AdModel

extension AdSizeRange {
  /// What Klipy's own grids ask for on a screen: 50 points at least, and at most the screen's width
  /// less 20 points, by 200 points.
  /// - Parameter screen: The screen's size, in points.
  /// - Throws: `InvalidValue` for a screen narrower than 70 points or wider than 100,020.
  public init(onScreen screen: CreativeSize) throws(InvalidValue) {
    try self.init(greatest: CreativeSize(width: screen.width - 20, height: Self.usualHeight))
  }

  /// The sizes that an ad unit's container can take: its limits; where it names none, 50 points at
  /// least, and at most what its declared sizes and an initial size of its own reach; and where it
  /// says nothing at all, what ``init(onScreen:)`` has.
  /// - Parameter screen: The screen's size, in points, if it is known.
  /// - Throws: `InvalidValue` where a limit is below 1 point.
  public init(of unit: InventoryUnit, onScreen screen: CreativeSize? = nil) throws(InvalidValue) {
    let limits = unit.constraints
    let standard = SizeConstraints.standard.initial
    var reach: CreativeSize? = limits.initial == standard ? nil : limits.initial
    for case .fixed(let width, let height) in unit.declaredSizes {
      reach = CreativeSize(
        width: max(reach?.width ?? 0, Double(width)),
        height: max(reach?.height ?? 0, Double(height)))
    }
    let usual =
      try screen.map { screen throws(InvalidValue) in try AdSizeRange(onScreen: screen).greatest }
      ?? CreativeSize(width: standard.width, height: Self.usualHeight)
    // A least size of the unit's own is not to be above what is only usual.
    let greatest = CreativeSize(
      width: limits.maximumWidth ?? max(reach?.width ?? usual.width, limits.minimumWidth ?? 0),
      height: limits.maximumHeight ?? max(reach?.height ?? usual.height, limits.minimumHeight ?? 0))
    try self.init(
      least: CreativeSize(
        width: limits.minimumWidth ?? min(50, greatest.width),
        height: limits.minimumHeight ?? min(50, greatest.height)),
      greatest: greatest)
  }

  private static let usualHeight = 200.0
}
