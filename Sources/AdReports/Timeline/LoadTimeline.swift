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
    /// Loads for nothing, late displays, and loads soon after an unload.
    package fileprivate(set) var faults = 0
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
  ///   - track: All that its loading engine was told, where that was recorded.
  ///   - end: When it ended; what happened later prolongs it.
  /// - Complexity: O(n log n) in the ads, O(n) in the transitions and the track.
  package init(
    _ transitions: [LoadTransition], viewable: [(unit: AdUnitID, time: Int64)] = [],
    track: SessionTrack? = nil, from start: Int64, until end: Int64
  ) {
    let start = Timestamp(
      milliseconds: track == nil ? min(start, transitions.first?.time ?? start) : start)
    // Kept within the calendar, so that no sum overflows; a clock that was set back stands still.
    func since(_ time: Int64) -> Int64 {
      max(Timestamp(milliseconds: time).milliseconds - start.milliseconds, 0)
    }
    var lanes: [AdUnitID: Lane] = [:]
    var faults: [AdUnitID: FaultCount] = [:]
    var seen: [ScrollPath.Sample] = []
    var time: Int64 = 0
    for change in transitions {
      time = max(since(change.time), time)
      lanes[change.unit, default: Lane(unit: change.unit, stretches: [])].append(change, at: time)
      faults[change.unit, default: FaultCount()].count(change, at: time)
      if seen.last?.viewport != change.viewport {
        seen.append(ScrollPath.Sample(time: time, viewport: change.viewport))
      }
    }
    var duration = max(since(end), time)
    for sight in viewable {
      duration = max(duration, since(sight.time))
      lanes[sight.unit]?.viewable.append(since(sight.time))
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
      lanes[unit]?.faults = faults[unit]?.ended(at: duration) ?? 0
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
      (one.faults, one.stretches.count) == (other.faults, other.stretches.count)
        ? one.unit < other.unit
        : (one.faults, one.stretches.count) > (other.faults, other.stretches.count)
    }
    let shown = Set(ranked.prefix(limit).map(\.unit))
    return showing { shown.contains($0.unit) }
  }
}

/// Counts what went wrong with one ad.
private struct FaultCount {
  private var life = AdLifecycle(isMeasured: false)
  private var statistics = LoadStatistics()

  mutating func count(_ change: LoadTransition, at time: Int64) {
    life.count(change, at: time, into: &statistics)
  }

  func ended(at time: Int64) -> Int {
    var (life, statistics) = (life, statistics)
    life.end(at: time, into: &statistics)
    return statistics.wastedFetches + statistics.lateDisplays + statistics.churn
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
