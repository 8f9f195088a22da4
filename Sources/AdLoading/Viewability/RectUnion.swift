// SPDX-License-Identifier: MIT
import AdModel

/// The area of what rectangles cover together, each point counted once.
enum RectUnion {
  /// The area that lies in some rectangles and in none of others.
  /// - Complexity: O(n² log n) with n rectangles.
  static func area(of rects: [AdRect], without others: [AdRect]) -> Double {
    let rects = rects.filter { !$0.isEmpty }
    guard let first = rects.first else { return 0 }
    if rects.count == 1, others.isEmpty { return first.size.area }
    let edges = Set((rects + others).flatMap { [$0.y, $0.maxY] }).sorted()
    var area = 0.0
    for (top, bottom) in zip(edges, edges.dropFirst()) {
      func crossing(_ all: [AdRect]) -> [(from: Double, to: Double)] {
        all.filter { $0.y <= top && $0.maxY >= bottom && !$0.isEmpty }.map { ($0.x, $0.maxX) }
      }
      area += (bottom - top) * length(of: crossing(rects), without: crossing(others))
    }
    return area
  }

  /// The length that lies in some intervals and in none of others.
  private static func length(
    of intervals: [(from: Double, to: Double)], without others: [(from: Double, to: Double)]
  ) -> Double {
    guard !intervals.isEmpty else { return 0 }
    let ends =
      intervals.flatMap { [($0.from, 1, 0), ($0.to, -1, 0)] }
      + others.flatMap { [($0.from, 0, 1), ($0.to, 0, -1)] }
    var (length, inside, covered, last) = (0.0, 0, 0, 0.0)
    for (place, opens, covers) in ends.sorted(by: { $0.0 < $1.0 }) {
      if inside > 0, covered == 0 { length += place - last }
      (inside, covered, last) = (inside + opens, covered + covers, place)
    }
    return length
  }
}
