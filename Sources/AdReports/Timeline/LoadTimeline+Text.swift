// SPDX-License-Identifier: MIT
package import AdLoading
package import AdModel

/// One character's worth of a lane.
package enum LaneMark: Hashable, Sendable {
  /// The state that held longest in this time.
  case state(LoadState)
  /// The ad was not on the page.
  case absent
  /// The ad's view was removed in this time.
  case removed
  /// The ad became viewable in this time.
  case viewable
  /// Something was wrong with a load in this time.
  case fault(LoadFault.Kind)
}

extension LoadTimeline {
  /// A lane cut into equal times, for a line of text.
  /// - Parameter columns: How many, at least 1.
  /// - Returns: A mark for each; of two states that held equally long, the later one.
  /// - Complexity: O(n + columns) in the lane's stretches and places.
  package func marks(of lane: Lane, columns: Int) -> [LaneMark] {
    var marks: [LaneMark] = []
    var place = 0
    var stand = lane.places[...]
    for column in 0..<columns {
      let (start, end) = (edge(column, of: columns), edge(column + 1, of: columns))
      while place + 1 < lane.stretches.count, Double(lane.stretches[place].end) <= start {
        place += 1
      }
      while let next = stand.first, Double(next.end) <= start, stand.count > 1 {
        stand = stand.dropFirst()
      }
      let isThere = stand.first.map { Double($0.start) < end && start < Double($0.end) } ?? true
      marks.append(
        isThere
          ? .state(Self.longest(in: lane.stretches[place...], from: start, to: end)) : .absent)
    }
    guard columns > 0 else { return marks }
    for time in lane.removals { marks[column(of: time, in: columns)] = .removed }
    for time in lane.viewable { marks[column(of: time, in: columns)] = .viewable }
    // A fault is seen whatever else happened, and of several the worst.
    for kind in LoadFault.Kind.allCases.reversed() {
      for fault in lane.faults where fault.load.kind == kind {
        marks[column(of: fault.time, in: columns)] = .fault(kind)
      }
    }
    return marks
  }

  /// What held longest in each of equal times.
  /// - Parameters:
  ///   - held: The values, in order and without a gap.
  ///   - columns: How many times, at least 1.
  /// - Returns: A value for each; none where there are no values.
  package func longest<Value>(of held: [Held<Value>], columns: Int) -> [Value] {
    var rest = held[...]
    return (0..<columns).compactMap { column in
      let (start, end) = (edge(column, of: columns), edge(column + 1, of: columns))
      while rest.count > 1, let first = rest.first, Double(first.end) <= start {
        rest = rest.dropFirst()
      }
      return rest.prefix { Double($0.start) < end }
        .max { Self.share($0, start, end) < Self.share($1, start, end) }?.value ?? rest.first?.value
    }
  }

  private static func share<Value>(_ held: Held<Value>, _ start: Double, _ end: Double) -> Double {
    min(Double(held.end), end) - max(Double(held.start), start)
  }

  /// How far down the viewport's upper edge was, at the end of each of equal times.
  /// - Parameter columns: How many times, at least 1.
  /// - Returns: The positions in points; empty where the viewport is not known.
  package func depths(columns: Int) -> [Double] {
    // Beyond these bounds lies no page, and a share of the way could not be told.
    func bounded(_ depth: Double) -> Double { min(max(depth, -1e12), 1e12) }
    guard var depth = viewportPath.lazy.compactMap(\.viewport?.y).first.map(bounded) else {
      return []
    }
    var rest = viewportPath[...]
    return (1...max(columns, 1)).map { column in
      while let next = rest.first, Double(next.time) <= edge(column, of: columns) {
        depth = next.viewport.map { bounded($0.y) } ?? depth
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

extension LoadFault.Kind {
  /// What stands for it in lanes.
  package var letter: String {
    switch self {
    case .late: "L"
    case .wasted: "W"
    case .churn: "C"
    }
  }
}
