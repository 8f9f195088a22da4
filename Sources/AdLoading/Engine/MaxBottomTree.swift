// SPDX-License-Identifier: MIT

/// Finds, among ads in order of their upper edges, those that reach below a height.
///
/// The greatest lower edge of every sixteen ads, of every sixteen such groups and so on: a group
/// that does not reach far enough is passed over as a whole, so that one very tall ad above does
/// not make the short ones between be looked at.
struct MaxBottomTree: Sendable {
  private static let fan = 16
  /// The lower edges by rank, then the maxima of each sixteen of the level before.
  private var levels: [[Double]]

  init() { levels = [] }

  /// Takes the ads' lower edges in order of their upper edges.
  init(_ lowerEdges: [Double]) {
    levels = [lowerEdges]
    var last = lowerEdges
    while last.count > Self.fan {
      last = stride(from: 0, to: last.count, by: Self.fan).map { first in
        last[first..<min(first + Self.fan, last.count)].reduce(-.infinity, max)
      }
      levels.append(last)
    }
  }

  /// Visits each rank below a limit whose ad reaches beyond a height.
  /// - Complexity: O(log n) for each rank visited.
  func forEachRank(below limit: Int, reachingBeyond height: Double, visit: (Int) -> Void) {
    guard limit > 0, let top = levels.indices.last else { return }
    descend(level: top, first: 0, below: limit, beyond: height, visit: visit)
  }

  private func descend(
    level: Int, first: Int, below limit: Int, beyond height: Double, visit: (Int) -> Void
  ) {
    var span = 1
    for _ in 0..<level { span *= Self.fan }
    let end = min(first + Self.fan, levels[level].count, (limit + span - 1) / span)
    for node in first..<max(first, end) where levels[level][node] > height {
      if level == 0 {
        visit(node)
      } else {
        descend(
          level: level - 1, first: node * Self.fan, below: limit, beyond: height, visit: visit)
      }
    }
  }
}
