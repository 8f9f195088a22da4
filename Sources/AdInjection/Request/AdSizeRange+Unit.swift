// SPDX-License-Identifier: MIT
public import AdModel

extension AdSizeRange {
  /// The sizes that an ad unit's container can take: its limits and, where it names none, 50 points
  /// at least, and at most what its initial and its declared sizes reach.
  /// - Parameter unit: The unit.
  /// - Throws: `InvalidValue` where a limit is below 1 point.
  public init(of unit: AdUnit) throws(InvalidValue) {
    var reach = unit.constraints.initial
    for case .fixed(let width, let height) in unit.declaredSizes {
      reach.width = max(reach.width, Double(width))
      reach.height = max(reach.height, Double(height))
    }
    let greatest = AdSize(
      width: unit.constraints.maximumWidth ?? reach.width,
      height: unit.constraints.maximumHeight ?? reach.height)
    try self.init(
      least: AdSize(
        width: unit.constraints.minimumWidth ?? min(50, greatest.width),
        height: unit.constraints.minimumHeight ?? min(50, greatest.height)),
      greatest: greatest)
  }
}
