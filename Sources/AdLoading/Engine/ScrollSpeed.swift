// SPDX-License-Identifier: MIT
import AdModel

/// How fast something moves, in points a millisecond, to the right and downwards.
package struct ScrollSpeed: Hashable, Sendable {
  /// For how long what moved tells a speed, in milliseconds: a dozen frames of a scroll, and three of a
  /// host that tells of every fourth.
  package static let window: Int64 = 200
  /// At rest.
  package static let none = ScrollSpeed(x: 0, y: 0)

  package let x: Double
  package let y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  static func - (one: ScrollSpeed, other: ScrollSpeed) -> ScrollSpeed {
    ScrollSpeed(x: one.x - other.x, y: one.y - other.y)
  }
}
