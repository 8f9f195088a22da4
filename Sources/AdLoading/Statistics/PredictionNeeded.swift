// SPDX-License-Identifier: MIT
import AdModel

/// How long a prediction would have had to be for zones to reach one ad, at each moment at which a check may
/// have come.
///
/// A move asks for a check, which comes within the throttle; a transition asks for another within it. When
/// exactly they come depends on all ads of a page, so that what is told here holds whenever they do.
struct PredictionNeeded: Sendable {
  private struct Moment: Sendable {
    let time: Int64
    /// Whether something moved then, which asks for a check.
    let isMove: Bool
    /// Milliseconds of scroll; 0 where the distance alone reaches it, nil where none of at most
    /// ``LoadingThresholds/greatestPrediction`` does.
    let fetch: Int64?
    let display: Int64?
  }

  private var moments: [Moment] = []
  /// The first moment from which on the ad was never so far away that it would have been unloaded.
  private var firstKept = 0
  private let throttle: Int64

  /// Follows an ad.
  /// - Parameters:
  ///   - states: Where viewport and ad were, from ``ScrollSpeed/window`` before `start` on.
  ///   - start: The first moment that counts.
  ///   - inForce: The distances that hold.
  /// - Complexity: O(states).
  init(
    _ states: [PageMotion.State], from start: Int64, under inForce: DistancesInForce
  ) {
    throttle = inForce.thresholds.throttle
    var leading = inForce.thresholds
    leading.prediction = 1
    var speeds = PageSpeeds(under: leading)
    for (place, state) in states.enumerated() {
      if place > 0 { Self.follow(from: states[place - 1], to: state, &speeds) }
      let next = place + 1 < states.count ? states[place + 1].time : .max
      // A check of the time of the next move comes before it.
      let last = min(next, later(state.time, by: max(2 * throttle, ScrollSpeed.window + 1)))
      guard last >= start, state.time > .min else { continue }
      let first = max(start, state.time)
      // Between these the speed becomes less and less.
      let turns = speeds.turns(beside: 0).filter { first < $0 && $0 < last }
      for time in Set([first, last] + turns).sorted() {
        let speed = speeds.speed(beside: 0, at: time) ?? speeds.speed(at: time)
        moments.append(
          Moment(
            time: time, isMove: place > 0 && time == state.time,
            fetch: Self.needed(for: state, at: speed, \.fetch, inForce),
            display: Self.needed(for: state, at: speed, \.display, inForce)))
      }
      if Self.isUnloaded(state, leading, inForce) { firstKept = moments.count }
    }
  }

  private func later(_ time: Int64, by duration: Int64) -> Int64 {
    let (sum, overflows) = time.addingReportingOverflow(duration)
    return overflows ? .max : sum
  }

  private static func follow(
    from last: PageMotion.State, to state: PageMotion.State, _ speeds: inout PageSpeeds
  ) {
    if state.viewport != last.viewport {
      speeds.move(from: last.viewport, to: state.viewport, at: state.time)
    }
    guard let frame = state.frame else {
      speeds.remove(0)
      return
    }
    if let before = last.frame, let viewport = state.viewport ?? last.viewport {
      speeds.move(0, from: before, to: frame, at: state.time, within: viewport)
    }
  }

  private static func isUnloaded(
    _ state: PageMotion.State, _ leading: LoadingThresholds, _ inForce: DistancesInForce
  ) -> Bool {
    guard leading.unloadingEnabled, let viewport = state.viewport, let frame = state.frame,
      let zones = LoadingZones(viewport: viewport, thresholds: leading, remote: inForce.remote)
    else { return false }
    return !zones.overlaps(frame, zones.unload)
  }

  private static func needed(
    for state: PageMotion.State, at speed: ScrollSpeed,
    _ zone: KeyPath<LoadingZones, LoadingZones.Span>, _ inForce: DistancesInForce
  ) -> Int64? {
    guard let viewport = state.viewport, let frame = state.frame, !frame.isEmpty else { return nil }
    func zones(_ prediction: Int64) -> LoadingZones? {
      var thresholds = inForce.thresholds
      thresholds.prediction = prediction
      return LoadingZones(
        viewport: viewport, thresholds: thresholds, remote: inForce.remote, speed: speed)
    }
    guard let still = zones(0)?[keyPath: zone],
      let x = time(to: (frame.x, frame.maxX), from: (still.left, still.right), at: speed.x),
      let y = time(to: (frame.y, frame.maxY), from: (still.top, still.bottom), at: speed.y)
    else { return nil }
    // Where ads are unloaded, a lead ends with that zone.
    guard let led = zones(max(x, y)), led.overlaps(frame, led[keyPath: zone]) else { return nil }
    return max(x, y)
  }

  /// How long it takes to go beyond the near edge of something; 0 where it is there, nil where that is never.
  private static func time(
    to place: (low: Double, high: Double), from zone: (low: Double, high: Double), at speed: Double
  ) -> Int64? {
    let isAfter = place.low >= zone.high
    guard isAfter || place.high <= zone.low else { return 0 }
    guard isAfter ? speed > 0 : speed < 0 else { return nil }
    // Touching the edge is not within.
    let time =
      ((isAfter ? place.low - zone.high : place.high - zone.low) / speed).rounded(.down) + 1
    return time <= Double(LoadingThresholds.greatestPrediction) ? Int64(time) : nil
  }

  /// The shortest prediction that has the ad fetched by one time, and displayed by another with a check that
  /// comes later, whenever checks come; nil where none does.
  func least(fetchedBy latest: Int64, displayedBy end: Int64) -> Int64? {
    // What it takes to be displayed by the check that some move from each on asks for.
    var displays = [Int64?](repeating: nil, count: moments.count + 1)
    for place in moments.indices.reversed() {
      let (isMove, time) = (moments[place].isMove, moments[place].time)
      let own =
        isMove && later(time, by: throttle) <= end
        ? most(\.display, from: place, for: throttle) : nil
      displays[place] = Self.shorter(own, displays[place + 1])
    }
    var next = 0
    var least: Int64?
    for place in moments.indices.dropFirst(firstKept) where moments[place].isMove {
      let time = moments[place].time
      guard later(time, by: throttle) <= latest else { break }
      while next < moments.count, moments[next].time < later(time, by: throttle) { next += 1 }
      // The check that the fetch asks for.
      let second =
        later(time, by: 2 * throttle) <= end
        ? most(\.display, from: place, for: 2 * throttle) : nil
      guard let fetch = most(\.fetch, from: place, for: throttle),
        let display = Self.shorter(second, displays[next])
      else { continue }
      least = Self.shorter(least, max(fetch, display))
    }
    return least
  }

  private static func shorter(_ one: Int64?, _ other: Int64?) -> Int64? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// What it takes to be within a zone at any time from a moment on for so long.
  private func most(
    _ needed: KeyPath<Moment, Int64?>, from first: Int, for duration: Int64
  ) -> Int64? {
    let end = later(moments[first].time, by: duration)
    var most: Int64 = 0
    for moment in moments[first...] {
      guard let time = moment[keyPath: needed] else { return nil }
      most = max(most, time)
      if moment.time >= end { break }
    }
    return most
  }

  /// The longest prediction with which the ad never is within the fetch zone; nil where a distance reaches
  /// it.
  var most: Int64? {
    guard let least = moments.compactMap(\.fetch).min(), least > 0 else { return nil }
    return least - 1
  }
}
