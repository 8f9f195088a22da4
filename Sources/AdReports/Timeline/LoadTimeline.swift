// SPDX-License-Identifier: MIT
package import AdLoading
package import AdModel

/// The states of one session's ads over time, a lane for each, the viewport's path, and what held for
/// all of them.
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

  /// What was wrong with one load.
  package struct Fault: Hashable, Sendable {
    /// When the load began, in milliseconds.
    package let fetchedAt: Int64
    /// When it showed: as a late ad came, else as the load began.
    package let time: Int64
    /// What, why, and what would have done.
    package let load: LoadFault

    package init(_ load: LoadFault, fetchedAt: Int64, at time: Int64) {
      self.load = load
      self.fetchedAt = fetchedAt
      self.time = time
    }
  }

  /// One ad's states over time.
  package struct Lane: Hashable, Sendable {
    /// The ad unit.
    package let unit: AdUnitID
    /// Its states from the beginning to the end of the session, without a gap.
    package fileprivate(set) var stretches: [Stretch]
    /// Where it stood on the page and when; nothing for the time in which it was not there.
    package fileprivate(set) var places: [Held<AdRect>] = []
    /// When its view was removed, in milliseconds.
    package fileprivate(set) var removals: [Int64] = []
    /// When it became viewable, in milliseconds.
    package fileprivate(set) var viewable: [Int64] = []
    /// Its loads that were late, for nothing, or soon after an unload.
    package fileprivate(set) var faults: [Fault] = []
  }

  /// The ads in the order in which they stand on the page, as far as they were recorded.
  package private(set) var lanes: [Lane]
  /// How many ads with transitions have no lane here.
  package private(set) var hiddenLanes = 0
  /// Where the viewport was.
  package let viewportPath: [ScrollPath.Sample]
  /// Where the ads stood that have no lane: those that were never loaded, and the hidden ones.
  package private(set) var otherPlaces: [AdUnitID: [Held<AdRect>]] = [:]
  /// What held for all ads; `nil` for a session without a track, of which only transitions are known,
  /// and the viewport at these.
  package let conditions: SessionConditions?
  /// How long the session lasted, in milliseconds, at least 0.
  package let duration: Int64

  /// Puts a session together.
  /// - Parameters:
  ///   - transitions: The session's transitions in order of time.
  ///   - viewable: Which ads became viewable, and when, by the clock of the transitions.
  ///   - faults: What was wrong with which ad's loads, by the clock of the transitions.
  ///   - track: All that its loading engine was told, where that was recorded.
  ///   - end: When it ended; what happened later prolongs it.
  /// - Complexity: O(n log n) in the ads, O(n) in the transitions and the track.
  package init(
    _ transitions: [LoadTransition], viewable: [(unit: AdUnitID, time: Int64)] = [],
    faults: [(unit: AdUnitID, fault: Fault)] = [], track: SessionTrack? = nil, from start: Int64,
    until end: Int64
  ) {
    let start = Timestamp(
      milliseconds: track == nil ? min(start, transitions.first?.time ?? start) : start)
    // Kept within the calendar, so that no sum overflows; a clock that was set back stands still.
    func since(_ time: Int64) -> Int64 {
      max(Timestamp(milliseconds: time).milliseconds - start.milliseconds, 0)
    }
    var lanes: [AdUnitID: Lane] = [:]
    var seen: [ScrollPath.Sample] = []
    var time: Int64 = 0
    for change in transitions {
      time = max(since(change.time), time)
      lanes[change.unit, default: Lane(unit: change.unit, stretches: [])].append(change, at: time)
      if seen.last?.viewport != change.viewport {
        seen.append(ScrollPath.Sample(time: time, viewport: change.viewport))
      }
    }
    var duration = max(since(end), time)
    for sight in viewable {
      duration = max(duration, since(sight.time))
      lanes[sight.unit]?.viewable.append(since(sight.time))
    }
    for (unit, fault) in faults {
      let (fetchedAt, time) = (since(fault.fetchedAt), since(fault.time))
      duration = max(duration, time)
      lanes[unit]?.faults.append(Fault(fault.load, fetchedAt: fetchedAt, at: time))
    }
    if let last = track?.steps.last?.time {
      duration = max(duration, min(last, Timestamp.range.upperBound))
    }
    self.duration = duration
    conditions = track.map { SessionConditions($0, until: duration) }
    let path = track.map { ScrollPath($0, until: duration) }
    viewportPath = path?.samples ?? seen
    for unit in lanes.keys {
      lanes[unit]?.end(at: duration)
      guard let path else {
        lanes[unit]?.takePlacesFromStretches()
        continue
      }
      lanes[unit]?.places = path.places[unit] ?? []
      lanes[unit]?.removals = path.removals[unit] ?? []
    }
    self.lanes = lanes.values.sorted { $0.stands(before: $1) }
    otherPlaces = path?.places.filter { lanes[$0.key] == nil } ?? [:]
  }

  /// The timeline with the lanes of some ads alone.
  /// - Parameter isShown: Which ads keep their lanes.
  /// - Returns: The same session; the others are counted as hidden.
  package func showing(_ isShown: (Lane) -> Bool) -> LoadTimeline {
    var timeline = self
    timeline.lanes = lanes.filter(isShown)
    timeline.hiddenLanes += lanes.count - timeline.lanes.count
    for lane in lanes where !isShown(lane) { timeline.otherPlaces[lane.unit] = lane.places }
    return timeline
  }

  /// The timeline with no more lanes than so many: those of the ads with the most faults, then the most
  /// changes.
  /// - Parameter limit: How many, at least 0.
  /// - Returns: The same session, in the page's order; the others are counted as hidden.
  package func showing(atMost limit: Int) -> LoadTimeline {
    guard lanes.count > limit else { return self }
    let ranked = lanes.sorted { one, other in
      let (first, second) = (
        (one.faults.count, one.stretches.count), (other.faults.count, other.stretches.count)
      )
      return first == second ? one.unit < other.unit : first > second
    }
    let shown = Set(ranked.prefix(limit).map(\.unit))
    return showing { shown.contains($0.unit) }
  }
}

extension LoadTimeline.Lane {
  fileprivate mutating func append(_ change: LoadTransition, at time: Int64) {
    if stretches.isEmpty, time > 0 {
      stretches.append(
        .init(state: change.from, start: 0, end: time, cause: nil, frame: change.frame))
    }
    if let last = stretches.indices.last { stretches[last].end = time }
    stretches.append(
      .init(
        state: change.to, start: time, end: time, cause: change.cause, frame: change.frame))
  }

  fileprivate mutating func end(at time: Int64) {
    if let last = stretches.indices.last { stretches[last].end = time }
  }

  /// What transitions alone tell: where the ad was at each, and that its view went.
  fileprivate mutating func takePlacesFromStretches() {
    for stretch in stretches {
      if stretch.cause == .removed {
        removals.append(stretch.start)
      } else if let last = places.indices.last, places[last].end == stretch.start,
        places[last].value == stretch.frame
      {
        places[last].end = stretch.end
      } else {
        places.append(Held(stretch.frame, from: stretch.start, to: stretch.end))
      }
    }
  }

  /// From top to bottom, then from left to right, then by id.
  fileprivate func stands(before other: Self) -> Bool {
    guard let frame = firstPlace, let next = other.firstPlace else { return unit < other.unit }
    return (frame.y, frame.x) == (next.y, next.x)
      ? unit < other.unit : (frame.y, frame.x) < (next.y, next.x)
  }

  private var firstPlace: AdRect? { places.first?.value ?? stretches.first?.frame }
}
