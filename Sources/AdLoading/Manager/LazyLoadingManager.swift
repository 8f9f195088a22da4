// SPDX-License-Identifier: MIT
public import AdModel

/// Runs the lazy loading of one page: it decides, per scroll position, what to fetch, display and
/// unload, tells the views, and hands every transition to the recorder.
///
/// It takes no time from anywhere: each call names its time in milliseconds of one clock that never
/// goes back, for example `CACurrentMediaTime() * 1000` on Apple's systems. The host calls
/// ``tick(at:)`` no later than ``nextDeadline``, from a timer or from its display link:
///
/// ```swift
/// let manager = try LazyLoadingManager(page: page, source: store, gate: gate)
/// let token = manager.observe(unit) { change in webView.show(change.to) }
/// manager.place(frames, at: now)                  // in content coordinates, after each layout
/// manager.moveViewport(to: visibleRect, at: now)  // from scrollViewDidScroll
/// if let deadline = manager.nextDeadline { timer.fire(after: deadline - now) }
/// ```
///
/// A late tick changes no result, for checks count as run when they were due. The class is not
/// safe to share between threads: keep it where the views are.
public final class LazyLoadingManager {
  private var engine: LoadingEngine
  /// By ad; under no ad those of all.
  private var observers: [AdUnitID?: [(number: Int, observer: (LoadTransition) -> Void)]] = [:]
  private var observationCount = 0
  /// The ads that observers removed while they were being told of transitions.
  private var removedMeanwhile: Set<AdUnitID>?
  private var plan: LoadingPlan
  private let recorder: (any TransitionRecording)?
  private let log: DebugLog

  /// Makes a manager for what a plan says.
  /// - Parameters:
  ///   - gate: How the consent gate stands.
  ///   - recorder: Takes every event and every transition.
  ///   - log: Takes a line for every transition and every change of the gate.
  public convenience init(
    plan: LoadingPlan = LoadingPlan(), gate: LoadGate,
    recorder: (any TransitionRecording)? = nil, log: DebugLog = .off
  ) {
    self.init(
      plan: plan, terms: LoadingTerms(plan: plan, gate: gate), recorder: recorder, log: log)
  }

  /// Makes a manager that begins on other terms than its plan's.
  init(
    plan: LoadingPlan, terms: LoadingTerms, recorder: (any TransitionRecording)?, log: DebugLog
  ) {
    engine = LoadingEngine(under: terms)
    self.plan = plan
    self.recorder = recorder
    self.log = log
    recorder?.begin(under: terms)
  }

  /// Makes a manager for a page as a source describes it.
  /// - Parameters:
  ///   - source: Knows the page's units and thresholds.
  ///   - gate: How the consent gate stands.
  ///   - recorder: Takes every event and every transition.
  ///   - log: Takes a line for every transition and every change of the gate.
  /// - Throws: What the source throws.
  public convenience init(
    page: PageID, source: some AdUnitSource, gate: LoadGate,
    recorder: (any TransitionRecording)? = nil, log: DebugLog = .off
  ) throws {
    self.init(
      plan: try source.loadingPlan(of: page), gate: gate, recorder: recorder, log: log)
  }

  /// When the next ``tick(at:)`` is due, in milliseconds; `nil` where nothing is pending.
  public var nextDeadline: Int64? { engine.nextDeadline }

  /// The distances and durations in force.
  public var thresholds: LoadingThresholds { engine.thresholds }

  /// The percentages that win over the distances, where the page gave some.
  public var remoteThresholds: RemoteThresholds? { engine.remoteThresholds }

  /// The gate as last told.
  public var gate: LoadGate { engine.gate }

  /// The viewport as last told, in points.
  public var viewport: AdRect? { engine.viewport }

  /// The state of an ad; one that was never placed is `notLoaded`.
  public func state(of unit: AdUnitID) -> LoadState { engine.state(of: unit) }

  /// The states of all units that the plan names or that were placed, in order of their ids.
  /// - Complexity: O(n log n).
  public var states: [(unit: AdUnitID, state: LoadState)] {
    plan.served.union(plan.withheld).union(engine.states.map(\.unit)).sorted()
      .map { ($0, engine.state(of: $0)) }
  }

  /// Calls an observer at every transition of one ad, or of all, until it is removed.
  ///
  /// It is called on the manager's thread after the recorder has the transition, and may call the
  /// manager itself; an ad that it removes is not told of any more. What holds already is told by
  /// ``state(of:)``.
  /// - Parameters:
  ///   - unit: The ad unit; `nil` for all.
  ///   - observer: Takes the transitions.
  /// - Returns: The token that ``removeObserver(_:)`` takes.
  public func observe(
    _ unit: AdUnitID? = nil, _ observer: @escaping (LoadTransition) -> Void
  ) -> LoadingObservation {
    observationCount += 1
    observers[unit, default: []].append((observationCount, observer))
    return LoadingObservation(unit: unit, number: observationCount)
  }

  /// Stops calling an observer; a token that was used before does nothing.
  /// - Parameter token: What ``observe(_:_:)`` returned.
  public func removeObserver(_ token: LoadingObservation) {
    observers[token.unit]?.removeAll { $0.number == token.number }
    if observers[token.unit]?.isEmpty == true { observers[token.unit] = nil }
  }

  /// Follows a plan that changed: its distances and durations hold at once, its percentages where
  /// they are others than before, and units that it withholds now are unloaded.
  /// - Parameter time: The time in milliseconds.
  /// - Returns: The transitions in order.
  @discardableResult
  public func apply(_ plan: LoadingPlan, at time: Int64) -> [LoadTransition] {
    defer { self.plan = plan }
    return self.plan.events(to: plan).flatMap { handleFinite($0, at: time) }
  }

  /// Takes an event and tells everyone what came of it.
  /// - Parameter time: When, in milliseconds; a time before the last event's counts as that one.
  /// - Returns: The transitions in order.
  /// - Throws: `InvalidValue` with `outOfRange` where a rectangle is not finite; the event then
  ///   changes nothing.
  @discardableResult
  public func handle(
    _ event: LoadingEvent, at time: Int64
  ) throws(InvalidValue) -> [LoadTransition] {
    if engine.handleWithinNoOpWindow(event, at: time) {
      recorder?.record(event, at: time, causing: [])
      return []
    }
    try event.requireFinite()
    return handleFinite(event, at: time)
  }

  /// Takes an event whose rectangles are known to be finite.
  @discardableResult
  func handleFinite(_ event: LoadingEvent, at time: Int64) -> [LoadTransition] {
    if case .removed(let unit) = event { removedMeanwhile?.insert(unit) }
    let gateBefore = engine.gate
    let transitions = engine.handleFinite(event, at: time)
    recorder?.record(event, at: time, causing: transitions)
    if engine.gate != gateBefore { log("gate \(engine.gate.displayText)") }
    guard !transitions.isEmpty else { return [] }
    for change in transitions { log(change.displayText) }
    tell(transitions)
    return transitions
  }

  private func tell(_ transitions: [LoadTransition]) {
    guard !observers.isEmpty else { return }
    // An observer that causes transitions is told of them before the others hear of the first.
    let isOutermost = removedMeanwhile == nil
    if isOutermost { removedMeanwhile = [] }
    for change in transitions {
      for (_, observer) in (observers[change.unit] ?? []) + (observers[nil] ?? [])
      where removedMeanwhile?.contains(change.unit) != true || change.cause == .removed {
        observer(change)
      }
    }
    if isOutermost { removedMeanwhile = nil }
  }
}

/// Names one observer of a ``LazyLoadingManager``.
public struct LoadingObservation: Hashable, Sendable {
  let unit: AdUnitID?
  let number: Int
}
