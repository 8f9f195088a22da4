// SPDX-License-Identifier: MIT
import AdModel

/// Counts the displayed ads that become viewable while a trace is replayed.
struct ViewabilityEstimate {
  private var meters: [AdUnitID: ViewabilityMeter] = [:]
  private var phase = AppPhase.foreground
  /// How many displays became viewable.
  private(set) var viewable = 0

  /// Follows a replay: first what came of a step, then what the step itself moved.
  mutating func follow(_ stride: TraceReplay.Stride) {
    for change in stride.transitions { follow(change) }
    for event in stride.events {
      switch event {
      case .viewport(let rect): tellAll(.viewport(rect), at: stride.time)
      case .frame(let placed): tell(placed.unit, .creative(placed.frame), at: stride.time)
      case .layout(let frames):
        for placed in frames { tell(placed.unit, .creative(placed.frame), at: stride.time) }
      case .removed(let unit): end(unit, at: stride.time)
      case .thresholds, .remoteThresholds, .gate, .consentChanged, .consentRenewed, .tick:
        tellAll(.tick, at: stride.time)
      }
    }
    if case .app(let new) = stride.step?.event {
      phase = new
      tellAll(.app(new), at: stride.time)
    }
  }

  private mutating func follow(_ change: Transition) {
    switch change.to {
    case .notLoaded, .fetched: break
    case .displayed:
      var meter = ViewabilityMeter()
      _ = meter.handle(.app(phase), at: change.time)
      _ = meter.handle(.viewport(change.viewport), at: change.time)
      _ = meter.handle(.creative(change.frame), at: change.time)
      meters[change.unit] = meter
    case .unloaded: end(change.unit, at: change.time)
    }
  }

  private mutating func end(_ unit: AdUnitID, at time: Int64) {
    tell(unit, .creative(nil), at: time)
    meters[unit] = nil
  }

  private mutating func tellAll(_ event: ViewabilityEvent, at time: Int64) {
    for unit in meters.keys { tell(unit, event, at: time) }
  }

  /// Tells one meter, and lets it go once the verdict has fallen.
  private mutating func tell(_ unit: AdUnitID, _ event: ViewabilityEvent, at time: Int64) {
    guard let updates = meters[unit]?.handle(event, at: time),
      updates.contains(where: \.becameViewable)
    else { return }
    viewable += 1
    meters[unit] = nil
  }
}
