// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// A page's measurement that tells every loaded ad's meter everything, for the one that leaves
/// out ads which are out of view to be held against.
struct PlainPageViewability {
  struct Update: Hashable {
    let unit: AdUnitID
    let update: ViewabilityUpdate
  }

  let videoUnits: Set<AdUnitID>
  var meters: [AdUnitID: ViewabilityMeter] = [:]
  var phase = AppPhase.foreground
  var parts: [AdUnitID: [AdRect]] = [:]
  var obstructions: [AdRect] = []

  init(videoUnits: Set<AdUnitID>) { self.videoUnits = videoUnits }

  var nextDeadline: Int64? { meters.values.compactMap(\.nextDeadline).min() }

  mutating func follow(_ change: LoadTransition) -> [Update] {
    switch change.to {
    case .displayed: return []
    case .notLoaded, .unloaded: return end(change.unit, at: change.time)
    case .fetched:
      meters[change.unit] = ViewabilityMeter(
        rule: videoUnits.contains(change.unit) ? .video : .display)
      return tell(change.unit, .app(phase), at: change.time)
        + tell(change.unit, .viewport(change.viewport), at: change.time)
        + tell(change.unit, .parts(parts[change.unit]), at: change.time)
        + tell(change.unit, .obstructions(obstructions), at: change.time)
        + tell(change.unit, .creative(change.frame), at: change.time)
    }
  }

  mutating func follow(_ event: LoadingEvent, at time: Int64) -> [Update] {
    switch event {
    case .viewport(let rect): tellAll(.viewport(rect), at: time)
    case .frame(let placed): tell(placed.unit, .creative(placed.frame), at: time)
    case .layout(let frames): frames.flatMap { tell($0.unit, .creative($0.frame), at: time) }
    case .removed(let unit): remove(unit, at: time)
    case .parts(let unit, let rects): cut(unit, to: rects, at: time)
    case .obstructions(let rects): cover(by: rects, at: time)
    case .app(let phase): follow(phase, at: time)
    case .rendered(let unit):
      tellAll(.tick, at: time) + tell(unit, .impressionBegan, at: time)
    case .blank(let unit):
      tellAll(.tick, at: time) + tell(unit, .impressionEnded, at: time)
    default: tellAll(.tick, at: time)
    }
  }

  private mutating func remove(_ unit: AdUnitID, at time: Int64) -> [Update] {
    parts[unit] = nil
    return tell(unit, .creative(nil), at: time) + tell(unit, .parts(nil), at: time)
  }

  private mutating func cut(
    _ unit: AdUnitID, to rects: [AdRect]?, at time: Int64
  ) -> [Update] {
    parts[unit] = rects
    return tell(unit, .parts(rects), at: time)
  }

  private mutating func cover(by rects: [AdRect], at time: Int64) -> [Update] {
    obstructions = rects
    return tellAll(.obstructions(rects), at: time)
  }

  mutating func follow(_ phase: AppPhase, at time: Int64) -> [Update] {
    self.phase = phase
    return tellAll(.app(phase), at: time)
  }

  private mutating func end(_ unit: AdUnitID, at time: Int64) -> [Update] {
    defer { meters[unit] = nil }
    return tell(unit, .creative(nil), at: time)
  }

  private mutating func tellAll(_ event: ViewabilityEvent, at time: Int64) -> [Update] {
    meters.keys.sorted().flatMap { tell($0, event, at: time) }
  }

  private mutating func tell(
    _ unit: AdUnitID, _ event: ViewabilityEvent, at time: Int64
  ) -> [Update] {
    (meters[unit]?.handle(event, at: time) ?? []).map { Update(unit: unit, update: $0) }
  }
}
