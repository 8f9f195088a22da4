// SPDX-License-Identifier: MIT
import AdLoading
package import AdModel

/// One character's worth of a lane.
package enum LaneMark: Hashable, Sendable {
  /// The state that held longest in this time.
  case state(LoadState)
  /// The ad became viewable in this time.
  case viewable
}

extension LoadTimeline {
  /// A lane cut into equal times, for a line of text.
  /// - Parameters:
  ///   - lane: The lane.
  ///   - columns: How many, at least 1.
  /// - Returns: A mark for each; of two states that held equally long, the later one.
  /// - Complexity: O(n + columns) in the lane's stretches.
  package func marks(of lane: Lane, columns: Int) -> [LaneMark] {
    var marks: [LaneMark] = []
    var place = 0
    for column in 0..<columns {
      let (start, end) = (edge(column, of: columns), edge(column + 1, of: columns))
      while place + 1 < lane.stretches.count, Double(lane.stretches[place].end) <= start {
        place += 1
      }
      marks.append(.state(Self.longest(in: lane.stretches[place...], from: start, to: end)))
    }
    for time in lane.viewable where columns > 0 { marks[column(of: time, in: columns)] = .viewable }
    return marks
  }

  /// How far down the viewport's upper edge was, at the end of each of equal times.
  /// - Parameter columns: How many times, at least 1.
  /// - Returns: The positions in points; empty where the viewport is not known.
  package func depths(columns: Int) -> [Double] {
    // Beyond these bounds lies no page, and a share of the way could not be told.
    func bounded(_ depth: Double) -> Double { min(max(depth, -1e12), 1e12) }
    guard var depth = (viewportPath.first?.viewport.y).map(bounded) else { return [] }
    var rest = viewportPath[...]
    return (1...max(columns, 1)).map { column in
      while let next = rest.first, Double(next.time) <= edge(column, of: columns) {
        depth = bounded(next.viewport.y)
        rest = rest.dropFirst()
      }
      return depth
    }
  }

  /// The column in which a time lies.
  /// - Parameters:
  ///   - time: Milliseconds since the session began.
  ///   - columns: How many columns the session has, at least 1.
  /// - Returns: The column, counted from 0.
  package func column(of time: Int64, in columns: Int) -> Int {
    let share = Double(time) / Double(max(duration, 1)) * Double(columns)
    return Int(min(max(share, 0), Double(columns - 1)))
  }

  private func edge(_ column: Int, of columns: Int) -> Double {
    Double(max(duration, 1)) * Double(column) / Double(columns)
  }

  private static func longest(
    in stretches: ArraySlice<Stretch>, from start: Double, to end: Double
  ) -> LoadState {
    var times: [LoadState: Double] = [:]
    var best = stretches.first?.state ?? .notLoaded
    for stretch in stretches {
      guard Double(stretch.start) < end else { break }
      let time = min(Double(stretch.end), end) - max(Double(stretch.start), start)
      times[stretch.state, default: 0] += max(time, 0)
      if times[stretch.state, default: 0] >= times[best, default: 0] { best = stretch.state }
    }
    return best
  }
}
