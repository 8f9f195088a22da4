// SPDX-License-Identifier: MIT
import AdModel

/// Follows a replay and counts what it costs and gives; a meter for each displayed ad says whether
/// it became viewable.
struct TrialCounter {
  private(set) var statistics = SessionStatistics(isMeasured: true)
  private let sizes: [AdUnitID: Int64]
  private var loadedBytes: Int64? = 0
  private var meters: [AdUnitID: ViewabilityMeter] = [:]
  private var phase = AppPhase.foreground

  init(sizes: [AdUnitID: Int64]) { self.sizes = sizes }

  /// What the fetches loaded, where the size of each was known.
  var bytes: Int64? { sizes.isEmpty ? nil : loadedBytes }

  /// Counts one stride: first what came of it, then what the step itself moved.
  mutating func follow(_ stride: TraceReplay.Stride) {
    for change in stride.transitions { follow(change) }
    for event in stride.events {
      switch event {
      case .viewport(let rect): tellAll(.viewport(rect), at: stride.time)
      case .frame(let placed): tell(placed.unit, .creative(placed.frame), at: stride.time)
      case .layout(let frames):
        for placed in frames { tell(placed.unit, .creative(placed.frame), at: stride.time) }
      case .removed(let unit):
        endMeter(of: unit, at: stride.time)
        statistics.remove(unit, at: stride.time)
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
    if change.to == .unloaded { endMeter(of: change.unit, at: change.time) }
    statistics.take(change)
    switch change.to {
    case .notLoaded, .unloaded: break
    case .fetched:
      let size = sizes[change.unit]
      loadedBytes = loadedBytes.flatMap { sum in size.map { sum + $0 } }
    case .displayed:
      var meter = ViewabilityMeter()
      _ = meter.handle(.app(phase), at: change.time)
      _ = meter.handle(.viewport(change.viewport), at: change.time)
      _ = meter.handle(.creative(change.frame), at: change.time)
      meters[change.unit] = meter
    }
  }

  private mutating func endMeter(of unit: AdUnitID, at time: Int64) {
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
    statistics.becomeViewable(unit)
    meters[unit] = nil
  }
}
