// SPDX-License-Identifier: MIT

/// A rectangle in points, with its origin at the top left.
public struct AdRect: Hashable, Codable, Sendable {
  /// The left edge in points.
  public var x: Double
  /// The top edge in points.
  public var y: Double
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double

  /// Makes a rectangle; nothing is checked, for it may come from a measurement.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The right edge in points.
  public var maxX: Double { x + width }
  /// The bottom edge in points.
  public var maxY: Double { y + height }
  /// The size in points.
  public var size: CreativeSize { CreativeSize(width: width, height: height) }
  /// Whether nothing is inside: a side is zero or negative.
  public var isEmpty: Bool { !(width > 0 && height > 0) }
  /// Whether all four numbers, and the edges they make, are finite.
  public var isFinite: Bool { x.isFinite && y.isFinite && maxX.isFinite && maxY.isFinite }

  /// Says whether the intersection has positive width and positive height: touching edges do not
  /// count, and an empty rectangle overlaps nothing.
  public func overlaps(_ other: AdRect) -> Bool {
    !isEmpty && !other.isEmpty
      && x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  /// How far two rectangles are apart, in points: the larger of the gaps beside and below or above
  /// one another; 0 where they overlap or touch.
  public func distance(to other: AdRect) -> Double {
    max(0, x - other.maxX, other.x - maxX, y - other.maxY, other.y - maxY)
  }

  /// The part that lies in both rectangles.
  /// - Returns: The common part, or `nil` where the two do not overlap.
  public func intersection(_ other: AdRect) -> AdRect? {
    guard overlaps(other) else { return nil }
    let left = max(x, other.x)
    let top = max(y, other.y)
    return AdRect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }
}
