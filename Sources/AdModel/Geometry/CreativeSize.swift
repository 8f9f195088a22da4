// SPDX-License-Identifier: MIT

/// A width and a height in points.
public struct CreativeSize: Hashable, Codable, Sendable {
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double

  /// Makes a size; nothing is checked, for a size may come from a measurement.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The area in square points.
  package var area: Double { width * height }
}
