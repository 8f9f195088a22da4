// SPDX-License-Identifier: MIT
import AdLoading
package import AdModel

/// The states of one session's ads over time, a lane for each, and the viewport's path.
///
/// Times are milliseconds since the session began.
package struct LoadTimeline: Hashable, Sendable {
  /// How long an ad was in one state.
  package struct Stretch: Hashable, Sendable {
    /// The state.
    package let state: LoadState
    /// When it began, in milliseconds.
    package let start: Int64
    /// When it ended, in milliseconds.
    package fileprivate(set) var end: Int64
    /// Why the ad came into it; `nil` for the state in which it began.
    package let cause: TransitionCause?
    /// Where the ad was then, in points.
    package let frame: AdRect
  }

  /// One ad's states over time.
  package struct Lane: Hashable, Sendable {
    /// The ad unit.
    package let unit: AdUnitID
    /// Its states from the beginning to the end of the session, without a gap.
    package fileprivate(set) var stretches: [Stretch]
    /// When it became viewable, in milliseconds.
    package fileprivate(set) var viewable: [Int64] = []
  }

  /// Where the viewport was at a recorded moment.
  package struct ViewportSample: Hashable, Sendable {
    /// When, in milliseconds.
    package let time: Int64
    /// Where, in points.
    package let viewport: AdRect
  }

  /// The ads in the order in which they stand on the page, as far as they were recorded.
  package let lanes: [Lane]
  /// Where the viewport was; the history knows it at transitions only.
  package let viewportPath: [ViewportSample]
  /// How long the session lasted, in milliseconds, at least 0.
  package let duration: Int64

  /// Puts a session together.
  /// - Parameters:
  ///   - transitions: The session's transitions in order of time.
  ///   - viewable: Which ads became viewable, and when, by the clock of the transitions.
  ///   - start: When the session began, by the same clock.
  ///   - end: When it ended; what happened later prolongs it.
  /// - Complexity: O(n log n) in the ads, O(n) in the transitions.
  package init(
    _ transitions: [Transition], viewable: [(unit: AdUnitID, time: Int64)] = [],
    from start: Int64, until end: Int64
  ) {
    let start = Timestamp(milliseconds: min(start, transitions.first?.time ?? start))
    // Kept within the calendar, so that no sum overflows; a clock that was set back stands still.
    func since(_ time: Int64) -> Int64 {
      max(Timestamp(milliseconds: time).milliseconds - start.milliseconds, 0)
    }
    var lanes: [AdUnitID: Lane] = [:]
    var viewportPath: [ViewportSample] = []
    var time: Int64 = 0
    for change in transitions {
      time = max(since(change.time), time)
      lanes[change.unit, default: Lane(unit: change.unit, stretches: [])].append(change, at: time)
      if viewportPath.last?.viewport != change.viewport {
        viewportPath.append(ViewportSample(time: time, viewport: change.viewport))
      }
    }
    var duration = max(since(end), time)
    for sight in viewable {
      duration = max(duration, since(sight.time))
      lanes[sight.unit]?.viewable.append(since(sight.time))
    }
    self.viewportPath = viewportPath
    self.duration = duration
    self.lanes = lanes.values.map { [duration] in $0.ended(at: duration) }.sorted {
      $0.stands(before: $1)
    }
  }
}

extension LoadTimeline.Lane {
  fileprivate mutating func append(_ change: Transition, at time: Int64) {
    if stretches.isEmpty, time > 0 {
      stretches.append(
        .init(state: change.from, start: 0, end: time, cause: nil, frame: change.frame))
    }
    if let last = stretches.indices.last { stretches[last].end = time }
    stretches.append(
      .init(
        state: change.to, start: time, end: time, cause: change.cause, frame: change.frame))
  }

  fileprivate func ended(at time: Int64) -> Self {
    var lane = self
    if let last = stretches.indices.last { lane.stretches[last].end = time }
    return lane
  }

  /// From top to bottom, then from left to right, then by id.
  fileprivate func stands(before other: Self) -> Bool {
    guard let frame = stretches.first?.frame, let next = other.stretches.first?.frame else {
      return unit < other.unit
    }
    return (frame.y, frame.x) == (next.y, next.x)
      ? unit < other.unit : (frame.y, frame.x) < (next.y, next.x)
  }
}
