// SPDX-License-Identifier: MIT

/// Finds room for names beside their points, so that none covers another.
struct LabelPlacement {
  /// Where a name was put.
  struct Label {
    let x: Double
    /// The line that its letters stand on.
    let y: Double
    let width: Double
    /// Whether it is so far from its point that a line has to lead there.
    let isAway: Bool
  }

  private struct Box {
    let left: Double
    let top: Double
    let width: Double
    let height: Double

    func overlaps(_ other: Box) -> Bool {
      left < other.left + other.width && other.left < left + width
        && top < other.top + other.height && other.top < top + height
    }
  }

  private let x: ClosedRange<Double>
  private let y: ClosedRange<Double>
  private var taken: [Box] = []

  /// Begins with an empty field.
  /// - Parameters:
  ///   - x: The left and the right edge, in pixels.
  ///   - y: The upper and the lower edge, in pixels.
  init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
    self.x = x
    self.y = y
  }

  /// Keeps names away from a point.
  mutating func keepFree(around point: (x: Double, y: Double)) {
    taken.append(Box(left: point.x - 7, top: point.y - 7, width: 14, height: 14))
  }

  /// Puts a name to the right or left of its point, else below or above: points that come from top
  /// to bottom have names in the same order, and no lines that cross.
  /// - Parameter point: Its point.
  /// - Returns: Where it stands; on top of others only where the whole field is full.
  mutating func place(_ name: String, beside point: (x: Double, y: Double)) -> Label {
    let width = Double(name.count) * 6.6
    let steps = Int((y.upperBound - y.lowerBound) / 8)
    let downwards = (0...max(steps, 1)).map { 8 * Double($0) }
    let shifts = downwards + downwards.map { -$0 }
    for shift in shifts {
      for left in [point.x + 11, point.x - 11 - width] {
        let box = Box(left: left, top: point.y - 8 + shift, width: width, height: 16)
        guard x.lowerBound <= left, left + width <= x.upperBound + 20, y.lowerBound <= box.top,
          box.top + box.height <= y.upperBound, !taken.contains(where: box.overlaps)
        else { continue }
        taken.append(box)
        return Label(x: left, y: point.y + 4 + shift, width: width, isAway: shift != 0)
      }
    }
    return Label(x: point.x + 11, y: point.y + 4, width: width, isAway: false)
  }
}
