// SPDX-License-Identifier: MIT
public import AdModel

/// Decides which ads to fetch, display and unload: an event and its time go in, the transitions
/// and the next deadline come out.
///
/// It knows no clock: time is an argument, in integer milliseconds of any clock that never goes
/// back. Whoever drives it passes events as they happen and, where ``nextDeadline`` comes first,
/// ``LoadingEvent/tick`` at that time. A late tick changes nothing: checks that were due count as
/// run at their time, so that the same events always give the same transitions.
///
/// A check costs what the edges crossed since the last one cost, however many ads there are, and a
/// few comparisons where no edge that matters was crossed.
public struct LoadingEngine: Sendable {
  /// The latest time that is told apart from later ones, in milliseconds.
  public static let latestTime = Int64.max / 2

  /// The distances and durations in force.
  public private(set) var thresholds: LoadingThresholds
  /// The percentages that win over the distances, where the page gave some.
  public private(set) var remoteThresholds: RemoteThresholds?
  /// The gate as last told.
  public private(set) var gate: LoadGate
  /// The viewport as last told, in points.
  public private(set) var viewport: AdRect?

  var ads = TrackedAds()
  var index = FrameIndex()
  var candidates = UnloadQueue()
  /// Where around the viewport, and until when, checks find nothing to do; `nil` where they may.
  var calm: CalmStretch?
  /// Where the zones were when the index's cursors were last moved.
  var indexedZones: LoadingZones?
  var consentEpoch: Int32 = 0

  /// Ads whose frames the index does not know yet, looked at by every check.
  var loose: [Int32] = []
  /// How many of them changed since the last check.
  var freshlyLoose = 0
  /// Looks that an up-to-date index would have spared.
  var sparedLooks = 0
  /// Ads that made a transition in the last check and may make another.
  var again: [Int32] = []
  /// Whether the next check must look at every ad.
  var mustLookAtAll = false
  var checkCount = 0
  var transitions: [Transition] = []
  /// The ads that the check under way looks at.
  var looks: [Int32] = []

  private var now = Int64.min
  /// When the throttle allows the next check.
  private var earliestCheck = Int64.min
  /// Whether a check is to run then.
  private var isCheckAskedFor = false

  /// Makes an engine that knows no ads yet.
  /// - Parameters:
  ///   - thresholds: The distances and durations.
  ///   - remoteThresholds: Percentages that win over the distances, where the page gave some.
  ///   - gate: How the gate stands.
  public init(
    thresholds: LoadingThresholds = .standard, remoteThresholds: RemoteThresholds? = nil,
    gate: LoadGate
  ) {
    self.thresholds = thresholds
    self.remoteThresholds = remoteThresholds
    self.gate = gate
  }

  /// Takes an event: runs what was due until then, applies it, and checks where it asks for that.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - time: When, in milliseconds; a time before the last event's counts as that one.
  /// - Returns: The transitions in the order of their checks, within a check by ad unit id.
  /// - Throws: `InvalidValue` with `outOfRange` where a rectangle is not finite; the event then
  ///   changes nothing.
  /// - Complexity: O(edges crossed) for a moved viewport; O(frames given) for a layout, and O(n)
  ///   where it moved many; O(n) for thresholds and a closing gate.
  public mutating func handle(
    _ event: LoadingEvent, at time: Int64
  ) throws(InvalidValue) -> [Transition] {
    if takeCalmly(event, at: time) { return [] }
    try event.requireFinite()
    return take(event, at: time)
  }

  /// Takes an event whose rectangles are known to be finite.
  mutating func take(_ event: LoadingEvent, at time: Int64) -> [Transition] {
    now = min(max(time, now), Self.latestTime)
    runDueChecks()
    apply(event)
    guard !transitions.isEmpty else { return [] }
    defer { transitions = [] }
    return transitions
  }

  /// Takes an event that moves the viewport within the calm stretch: the checks it causes count,
  /// and find nothing.
  ///
  /// Most events of a page that is scrolled are such, so that they take no detour.
  /// - Returns: Whether it is such an event; any other is not taken.
  @inline(__always)
  mutating func takeCalmly(_ event: LoadingEvent, at time: Int64) -> Bool {
    guard case .viewport(let rect?) = event, let viewport, let calm,
      calm.allows(rect, from: viewport), max(time, now) < calm.end
    else { return false }
    now = max(time, now)
    if isCheckAskedFor, earliestCheck <= now { countCheck(at: earliestCheck) }
    guard rect.y != viewport.y else { return true }
    // All else is as it was, and reading the rectangle as a whole would wait for its parts.
    self.viewport?.y = rect.y
    if now < earliestCheck { isCheckAskedFor = true } else { countCheck(at: now) }
    return true
  }

  /// When the next check is due, in milliseconds; `nil` where nothing is pending.
  public var nextDeadline: Int64? {
    if isCheckAskedFor { return earliestCheck }
    guard let candidate = candidates.first, let viewport, !viewport.isEmpty else { return nil }
    return max(candidate.since + thresholds.stabilityDelay, earliestCheck)
  }

  /// The state of an ad; one that was never placed is `notLoaded`.
  /// - Parameter unit: The ad unit.
  /// - Returns: Its state.
  public func state(of unit: AdUnitID) -> LoadState {
    ads.number(of: unit).map { ads.records[Int($0)].state } ?? .notLoaded
  }

  /// The frame of an ad as last told.
  /// - Parameter unit: The ad unit.
  /// - Returns: The frame in points, or `nil` where none was told.
  public func frame(of unit: AdUnitID) -> AdRect? {
    ads.number(of: unit).map { ads.records[Int($0)].frame }
  }

  /// The placed ads with their states, in order of their ids.
  /// - Complexity: O(n log n).
  public var states: [(unit: AdUnitID, state: LoadState)] { ads.states }

  private mutating func runDueChecks() {
    while let due = nextDeadline, due <= now { runCheck(at: due) }
  }

  private mutating func apply(_ event: LoadingEvent) {
    switch event {
    case .tick:
      break
    case .viewport(let rect):
      guard rect != viewport else { return }
      if let calm, !calm.allows(rect, from: viewport) { self.calm = nil }
      viewport = rect
      askForCheck()
    case .frame(let placed):
      var guess: Int32 = 0
      finishPlacing(place(placed, guess: &guess))
    case .layout(let frames):
      ads.reserve(frames.count - ads.count)
      var outcome = Placing.unchanged
      var guess: Int32 = 0
      for frame in frames { outcome = max(outcome, place(frame, guess: &guess)) }
      finishPlacing(outcome)
    case .removed(let unit):
      ads.remove(unit)
      dropStaleCandidates()
    case .thresholds(let new):
      guard new != thresholds else { return }
      thresholds = new
      lookAtAllNow()
    case .remoteThresholds(let new):
      guard new != remoteThresholds else { return }
      remoteThresholds = new
      lookAtAllNow()
    case .gate(let new):
      guard new != gate else { return }
      changeConsent(to: new)
    case .consentChanged(let permit):
      changeConsent(to: .open(permit))
    case .consentRenewed(let permit):
      if case .open = gate {
        gate = .open(permit)
      } else {
        changeConsent(to: .open(permit))
      }
    }
  }

  /// What placing an ad did, from least to most.
  private enum Placing: Comparable {
    case unchanged
    case moved
    case seenFirst
  }

  /// Notes where an ad is, given the number that it may have; the guess moves on to the next.
  private mutating func place(_ placed: AdFrame, guess: inout Int32) -> Placing {
    guard let number = ads.number(of: placed.unit, guess: guess) else {
      calm = nil
      let (number, wasLoose) = ads.add(placed)
      guess = number + 1
      freshlyLoose += 1
      if !wasLoose { loose.append(number) }
      return .seenFirst
    }
    guess = number + 1
    guard ads.records[Int(number)].frame != placed.frame else { return .unchanged }
    ads.records[Int(number)].frame = placed.frame
    calm = nil
    freshlyLoose += 1
    if !ads.records[Int(number)].isLoose {
      ads.records[Int(number)].isLoose = true
      loose.append(number)
    }
    return .moved
  }

  private mutating func finishPlacing(_ outcome: Placing) {
    switch outcome {
    case .unchanged: break
    case .moved: askForCheck()
    case .seenFirst: viewport == nil ? askForCheck() : runCheck(at: now)
    }
  }

  private mutating func changeConsent(to new: LoadGate) {
    gate = new
    consentEpoch &+= 1
    lookAtAllNow()
  }

  private mutating func lookAtAllNow() {
    mustLookAtAll = true
    calm = nil
    runCheck(at: now)
  }

  /// Runs a check at once where the throttle allows it, else as soon as it does.
  private mutating func askForCheck() {
    if now < earliestCheck { isCheckAskedFor = true } else { runCheck(at: now) }
  }

  /// Runs a check; one that changed anything asks for another.
  private mutating func runCheck(at time: Int64) {
    countCheck(at: time)
    if let calm, time < calm.end { return }
    isCheckAskedFor = check(at: time)
  }

  /// Notes that a check runs: it answers everything that was asked for before it.
  private mutating func countCheck(at time: Int64) {
    earliestCheck = time + thresholds.throttle
    isCheckAskedFor = false
  }
}

extension LoadingEvent {
  /// Refuses rectangles that are infinite or not numbers.
  func requireFinite() throws(InvalidValue) {
    switch self {
    case .viewport(let rect):
      if let rect { try rect.requireFinite("viewport") }
    case .frame(let placed):
      try placed.frame.requireFinite("frame of \(placed.unit)")
    case .layout(let frames):
      for placed in frames { try placed.frame.requireFinite("frame of \(placed.unit)") }
    case .removed, .thresholds, .remoteThresholds, .gate, .consentChanged, .consentRenewed, .tick:
      break
    }
  }
}

extension AdRect {
  fileprivate func requireFinite(_ field: @autoclosure () -> String) throws(InvalidValue) {
    guard !isFinite else { return }
    throw InvalidValue(
      .outOfRange, field: field(),
      reason: "is (\(x), \(y), \(width), \(height)); all four numbers must be finite")
  }
}
