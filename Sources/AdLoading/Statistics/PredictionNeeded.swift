// SPDX-License-Identifier: MIT
import AdModel

/// How long a prediction would have had to be for zones to reach one ad, at each moment of a session in
/// which it or the viewport moved.
struct PredictionNeeded: Sendable {
  private struct Moment: Sendable {
    let time: Int64
    /// Milliseconds of scroll; 0 where the distance alone reaches it, nil where none of at most
    /// ``LoadingThresholds/greatestPrediction`` does.
    let needed: Int64?
  }

  private var moments: [Moment] = []
  private let throttle: Int64

  /// Follows an ad.
  /// - Parameters:
  ///   - states: Where viewport and ad were, from ``ScrollSpeed/window`` before `start` on.
  ///   - zone: The zone that is to reach it.
  ///   - start: The first moment that counts.
  ///   - inForce: The distances that hold.
  init(
    _ states: [PageMotion.State], zone: KeyPath<LoadingZones, LoadingZones.Span>, from start: Int64,
    under inForce: DistancesInForce
  ) {
    throttle = inForce.thresholds.throttle
    var leading = inForce.thresholds
    leading.prediction = 1
    var speeds = PageSpeeds(under: leading)
    for (place, state) in states.enumerated() {
      if place > 0 { Self.follow(from: states[place - 1], to: state, &speeds) }
      let next = place + 1 < states.count ? states[place + 1].time : .max
      // A check may come as late as this, and what moves no more is slower by then.
      for time in [state.time, state.time.addingReportingOverflow(throttle).partialValue]
      where time >= start && (time == state.time || time < next) {
        let speed = speeds.speed(beside: 0, at: time) ?? speeds.speed(at: time)
        moments.append(
          Moment(time: time, needed: Self.needed(for: state, at: speed, zone, inForce)))
      }
    }
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
    guard let still = zones(0)?[keyPath: zone] else { return nil }
    /// How long it takes to go beyond an ad's near edge; 0 where it is there, nil where it never is.
    func time(_ low: Double, _ high: Double, _ from: Double, _ to: Double, _ speed: Double)
      -> Int64?
    {
      let way = low >= to ? low - to : from >= high ? high - from : nil
      guard let way else { return 0 }
      // Touching the edge is not within.
      let time = (way == 0 ? 0 : way / speed).rounded(.down) + 1
      let isAhead = low >= to ? speed > 0 : speed < 0
      return isAhead && time <= Double(LoadingThresholds.greatestPrediction) ? Int64(time) : nil
    }
    guard let x = time(frame.x, frame.maxX, still.left, still.right, speed.x),
      let y = time(frame.y, frame.maxY, still.top, still.bottom, speed.y)
    else { return nil }
    let needed = max(x, y)
    // Where ads are unloaded, a lead ends with that zone.
    guard let led = zones(needed), led.overlaps(frame, led[keyPath: zone]) else { return nil }
    return needed
  }

  /// The shortest prediction that has the ad within the zone by a time, whenever the checks before it
  /// come; nil where none does.
  func least(by latest: Int64) -> Int64? {
    moments.indices.compactMap { first -> Int64? in
      let end = moments[first].time.addingReportingOverflow(throttle).partialValue
      guard moments[first].time <= latest else { return nil }
      var most: Int64 = 0
      for moment in moments[first...].prefix(while: { $0.time <= end }) {
        guard let needed = moment.needed else { return nil }
        most = max(most, needed)
      }
      return most
    }.min()
  }

  /// The longest prediction with which the ad never is within the zone; nil where a distance reaches it.
  var most: Int64? {
    guard let least = moments.compactMap(\.needed).min(), least > 0 else { return nil }
    return least - 1
  }
}
