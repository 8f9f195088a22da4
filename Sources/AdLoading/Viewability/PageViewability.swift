// SPDX-License-Identifier: MIT
package import AdModel

/// Measures every displayed ad of a page, driven by what drives the ``LazyLoadingManager``.
///
/// Give it each transition, then the event that caused them, then pass ``LoadingEvent/tick`` at
/// ``nextDeadline``; the updates are for the pages of the ads. A load is followed from its fetch on: an
/// impression begins when its creative is there (``LoadingEvent/rendered(_:)``), and ends with another
/// document in its view, an unload or a removal.
///
/// ```swift
/// let event = LoadingEvent.viewport(visibleRect)
/// for change in try manager.handle(event, at: now) { tell(viewability.follow(change)) }
/// tell(viewability.follow(event, at: now))
/// ```
package struct PageViewability: Sendable {
  /// An update of one ad's meter.
  package struct Update: Hashable, Sendable {
    /// The ad unit.
    package let unit: AdUnitID
    /// Its visibility.
    package let update: ViewabilityUpdate
  }

  /// A change of what the view of an ad is to cover.
  package struct Cut: Hashable, Sendable {
    /// The ad unit.
    package let unit: AdUnitID
    /// The part of the creative; nil for all of it.
    package let clip: ViewportClip?
  }

  private var cuts: [Cut] = []
  /// The units that show video, which must be seen longer; a change holds for later loads.
  package var videoUnits: Set<AdUnitID>
  private var meters: [AdUnitID: ViewabilityMeter] = [:]
  private var bands = FrameBands()
  /// The ads of which something is in the viewport: the others have nothing to say.
  private var inView: Set<AdUnitID> = []
  /// The ads that may be cut otherwise once there is a viewport again: those that were in the last one, and
  /// those whose creatives came since.
  private var uncut: Set<AdUnitID> = []
  private var viewport: AdRect?
  private var phase = AppPhase.foreground
  /// The parts of places that are neither clipped nor covered, of those of which something is.
  private var parts: [AdUnitID: [AdRect]] = [:]
  private var obstructions: [AdRect] = []

  /// Makes a measurement of a page on which nothing is displayed yet.
  /// - Parameter videoUnits: The units that show video, which must be seen longer.
  package init(videoUnits: Set<AdUnitID> = []) {
    self.videoUnits = videoUnits
  }

  /// When the next update is due, in milliseconds; `nil` where none is.
  /// - Complexity: O(ads in the viewport).
  package var nextDeadline: Int64? { inView.compactMap { meters[$0]?.nextDeadline }.min() }

  /// Takes what has changed, in order, of what the views of rendered ads are to cover.
  package mutating func takeCuts() -> [Cut] {
    if cuts.isEmpty { return [] }
    defer { cuts = [] }
    return cuts
  }

  /// For how long the place of a loaded ad has been on the screen, where nothing of the ad ever was: until the
  /// end of its load, or of the session; nil where nobody missed it.
  /// - Parameter time: When that is, in milliseconds.
  package func timeMissed(by unit: AdUnitID, until time: Int64) -> Int64? {
    meters[unit]?.timeMissed(until: time)
  }

  /// The ads that are loaded.
  package var units: [AdUnitID] { meters.keys.sorted() }

  /// What the view of an ad covers of it; nil for all of it.
  package func clip(of unit: AdUnitID) -> ViewportClip? { meters[unit]?.clip }

  /// Follows an ad that is loaded, and one that is not any more.
  /// - Parameter change: The next transition in order of time.
  /// - Returns: The updates until then, in order of time.
  package mutating func follow(_ change: LoadTransition) -> [Update] {
    switch change.to {
    case .displayed: return []
    case .notLoaded, .unloaded: return end(change.unit, at: change.time)
    case .fetched:
      forget(change.unit, at: meters[change.unit]?.creative)
      viewport = change.viewport
      meters[change.unit] = ViewabilityMeter(
        rule: videoUnits.contains(change.unit) ? .video : .display, parts: parts[change.unit])
      return place(change.unit, at: change.frame, change.time)
    }
  }

  /// Moves the viewport and the ads as the loading event says.
  /// - Parameter time: When, in milliseconds.
  /// - Returns: The updates until then, by ad unit id, each ad's in order of time.
  /// - Complexity: O(m log m) for a viewport and a tick, with m ads in or close to the viewport,
  ///   however many are displayed.
  package mutating func follow(_ event: LoadingEvent, at time: Int64) -> [Update] {
    switch event {
    case .viewport(let rect):
      let known = adsInView(or: rect)
      if rect?.isEmpty ?? true { uncut.formUnion(inView) }
      defer { viewport = rect }
      guard !uncut.isEmpty, rect?.isEmpty == false else {
        return tell(known, .viewport(rect), at: time)
      }
      defer { uncut = [] }
      return tell(known + uncut, .viewport(rect), at: time)
    case .frame(let placed): return place(placed.unit, at: placed.frame, time)
    case .layout(let frames): return frames.flatMap { place($0.unit, at: $0.frame, time) }
    case .removed(let unit):
      // It may be loaded still, and come back.
      let frame = meters[unit]?.creative
      defer { if let frame { bands.remove(unit, from: frame) } }
      parts[unit] = nil
      guard meters[unit] != nil else { return [] }
      return tell(unit, .creative(nil), at: time) + tell(unit, .parts(nil), at: time)
    case .parts(let unit, let rects):
      parts[unit] = rects
      return meters[unit] == nil ? [] : tell(unit, .parts(rects), at: time)
    case .obstructions(let rects):
      let updates = tell(adsInView(or: viewport), .obstructions(rects), at: time)
      obstructions = rects
      return updates
    case .app(let phase):
      let updates = tell(inView, .app(phase), at: time)
      self.phase = phase
      return updates
    case .rendered(let unit):
      if viewport?.isEmpty ?? true { uncut.insert(unit) }
      return tell(inView, .tick, at: time) + tell(unit, .impressionBegan, at: time)
    case .blank(let unit):
      return tell(inView, .tick, at: time) + tell(unit, .impressionEnded, at: time)
    default: return tell(inView, .tick, at: time)
    }
  }

  /// Takes where ads are that stay where they are on the screen, for the viewport moves with them: nothing is
  /// measured before that is told.
  package mutating func move(_ frames: [AdFrame]) {
    for placed in frames {
      guard let before = meters[placed.unit] else { continue }
      if let frame = before.creative { bands.remove(placed.unit, from: frame) }
      bands.insert(placed.unit, at: placed.frame)
      meters[placed.unit]?.move(to: placed.frame)
    }
  }

  /// Moves an ad that is measured.
  private mutating func place(_ unit: AdUnitID, at frame: AdRect, _ time: Int64) -> [Update] {
    guard let meter = meters[unit] else { return [] }
    if let before = meter.creative { bands.remove(unit, from: before) }
    bands.insert(unit, at: frame)
    return tell(unit, .creative(frame), at: time)
  }

  private mutating func end(_ unit: AdUnitID, at time: Int64) -> [Update] {
    let frame = meters[unit]?.creative
    defer { forget(unit, at: frame) }
    return tell(unit, .creative(nil), at: time)
  }

  private mutating func forget(_ unit: AdUnitID, at frame: AdRect?) {
    if let frame { bands.remove(unit, from: frame) }
    inView.remove(unit)
    meters[unit] = nil
  }

  /// The ads of which something was in the viewport, or may be in another; some of them twice.
  private func adsInView(or other: AdRect?) -> [AdUnitID] {
    var ads = Array(inView)
    if let other { bands.appendAds(around: other, to: &ads) }
    return ads
  }

  /// Tells the meters of ads, each once, by their ids.
  private mutating func tell(
    _ units: some Sequence<AdUnitID>, _ event: ViewabilityEvent, at time: Int64
  ) -> [Update] {
    var updates: [Update] = []
    var last: AdUnitID?
    // Neighbours are compared, for a set would hash each of them in every step of a scroll.
    for unit in units.sorted() where unit != last {
      last = unit
      updates += tell(unit, event, at: time)
    }
    return updates
  }

  private mutating func tell(
    _ unit: AdUnitID, _ event: ViewabilityEvent, at time: Int64
  ) -> [Update] {
    // One look-up, and no copy of the meter: every ad in the viewport comes here in every step of a scroll.
    guard let index = meters.index(forKey: unit) else { return [] }
    let wasInView = inView.contains(unit)
    if !wasInView {
      meters.values[index].catchUp(viewport: viewport, obstructions: obstructions, phase: phase)
    }
    let told = meters.values[index].tell(event, of: unit, at: time)
    if let cut = told.cut { cuts.append(cut) }
    if told.isInView != wasInView {
      if told.isInView { inView.insert(unit) } else { inView.remove(unit) }
    }
    return told.updates
  }
}

extension ViewabilityMeter {
  /// Takes an event of a unit, and says all that a page asks afterwards: each question to a table of meters
  /// would be answered by a copy.
  fileprivate mutating func tell(
    _ event: ViewabilityEvent, of unit: AdUnitID, at time: Int64
  ) -> (updates: [PageViewability.Update], cut: PageViewability.Cut?, isInView: Bool) {
    let before = clip
    let updates = handle(event, at: time)
    return (
      updates.map { PageViewability.Update(unit: unit, update: $0) },
      clip == before ? nil : PageViewability.Cut(unit: unit, clip: clip), isInView
    )
  }
}
