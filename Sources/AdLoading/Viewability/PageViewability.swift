// SPDX-License-Identifier: MIT
public import AdModel

/// Measures every displayed ad of a page, driven by what drives the ``LazyLoadingManager``.
///
/// Give it each transition, then the event that caused them, then pass ``LoadingEvent/tick`` at
/// ``nextDeadline``; the updates are for the pages of the ads. A display begins an impression, and an
/// unload or a removal ends it.
///
/// ```swift
/// let event = LoadingEvent.viewport(visibleRect)
/// for change in try manager.handle(event, at: now) { tell(viewability.follow(change)) }
/// tell(viewability.follow(event, at: now))
/// ```
public struct PageViewability: Sendable {
  /// What one ad's meter has to say.
  public struct Update: Hashable, Sendable {
    /// The ad unit.
    public let unit: AdUnitID
    /// Its visibility.
    public let update: ViewabilityUpdate
  }

  private let videoUnits: Set<AdUnitID>
  private var meters: [AdUnitID: ViewabilityMeter] = [:]
  private var phase = AppPhase.foreground

  /// Makes a measurement of a page on which nothing is displayed yet.
  /// - Parameter videoUnits: The units that show video, which must be seen longer.
  public init(videoUnits: Set<AdUnitID> = []) {
    self.videoUnits = videoUnits
  }

  /// When the next update is due, in milliseconds; `nil` where none is.
  /// - Complexity: O(displayed ads).
  public var nextDeadline: Int64? { meters.values.compactMap(\.nextDeadline).min() }

  /// Begins or ends an impression where a transition does.
  /// - Parameter change: The next transition in order of time.
  /// - Returns: The updates until then, in order of time.
  public mutating func follow(_ change: Transition) -> [Update] {
    switch change.to {
    case .notLoaded, .fetched: return []
    case .unloaded: return end(change.unit, at: change.time)
    case .displayed:
      meters[change.unit] = ViewabilityMeter(
        rule: videoUnits.contains(change.unit) ? .video : .display)
      return tell(change.unit, .app(phase), at: change.time)
        + tell(change.unit, .viewport(change.viewport), at: change.time)
        + tell(change.unit, .creative(change.frame), at: change.time)
    }
  }

  /// Moves the viewport and the ads as the loading event says.
  /// - Parameters:
  ///   - event: What the manager was told.
  ///   - time: When, in milliseconds.
  /// - Returns: The updates until then, by ad unit id, each ad's in order of time.
  /// - Complexity: O(displayed ads) for a viewport and a tick.
  public mutating func follow(_ event: LoadingEvent, at time: Int64) -> [Update] {
    switch event {
    case .viewport(let rect): return tellAll(.viewport(rect), at: time)
    case .frame(let placed): return tell(placed.unit, .creative(placed.frame), at: time)
    case .layout(let frames):
      return frames.flatMap { tell($0.unit, .creative($0.frame), at: time) }
    case .removed(let unit): return end(unit, at: time)
    case .thresholds, .remoteThresholds, .gate, .consentChanged, .consentRenewed, .tick:
      return tellAll(.tick, at: time)
    }
  }

  /// Takes note that the app came to the foreground or went to the background.
  /// - Parameters:
  ///   - phase: Whether people can see the app.
  ///   - time: When, in milliseconds.
  /// - Returns: The updates until then, by ad unit id, each ad's in order of time.
  public mutating func follow(_ phase: AppPhase, at time: Int64) -> [Update] {
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
