// SPDX-License-Identifier: MIT
public import AdModel

/// Where one ad is, in points.
///
/// Content coordinates, which stay fixed while the viewport moves, make checks cheapest; screen
/// coordinates work too, as long as the viewport uses the same.
public struct AdFrame: Hashable, Sendable {
  /// The ad unit.
  public let unit: AdUnitID
  /// Its rectangle; one with a side of zero overlaps nothing.
  public let frame: AdRect

  /// Places an ad.
  public init(unit: AdUnitID, frame: AdRect) {
    self.unit = unit
    self.frame = frame
  }
}
