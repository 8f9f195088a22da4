// SPDX-License-Identifier: MIT
package import AdModel

/// Measures whether one ad is seen: an event and its time go in, updates and the next deadline come
/// out.
///
/// Enough of the creative must be visible for the rule's duration without a gap while the app is
/// active; a dip or a background starts the time anew, unless it is over in the same millisecond. Once reached, the verdict stays until the
/// impression ends or the next one begins. Before a creative is rendered there is no impression, and
/// what is visible of its place counts for nothing but the time for which somebody waited.
///
/// Updates are meant for the page and come at once where counting begins or ends, the verdict falls,
/// or the creative becomes wholly visible or wholly hidden; what else changes comes at most every
/// ``interval`` milliseconds. Like the loading engine it knows no clock: pass
/// ``ViewabilityEvent/tick`` at ``nextDeadline``.
package struct ViewabilityMeter: Sendable {
  /// The time between two updates while the time of visibility counts, in milliseconds.
  package static let interval: Int64 = 100

  private let rule: ViewabilityRule
  private(set) var creative: AdRect?
  /// What of the rendered creative its view is to cover; nil for all of it.
  private(set) var clip: ViewportClip?
  /// Whether any of the creative lies in the viewport. Where none does, nothing is due, and nothing
  /// but a move of one of the two gives an update.
  private(set) var isInView = false
  private var viewport: AdRect?
  private var parts: [AdRect]?
  private var obstructions: [AdRect] = []
  private var phase = AppPhase.foreground
  private var now = Int64.min
  /// Whether there is an impression.
  private var isRendered = false
  /// Whether anything of the impression was on the screen.
  private var hasAppeared = false
  /// Whether anything of any impression was.
  private var wasSeen = false
  /// How long the place was on the screen without a creative, but for the time since `waitingSince`.
  private var waited: Int64 = 0
  private var waitingSince: Int64?
  private var countingSince: Int64?
  /// Since when it counted until it did so no more, and when that was.
  private var counted: (since: Int64, until: Int64)?
  private var fraction = 0.0
  private var isViewable = false
  private var lastUpdate: ViewabilityUpdate?
  private var updates: [ViewabilityUpdate] = []

  /// Makes a meter for one ad, of which nothing is visible yet.
  /// - Parameter parts: What of the creative is neither clipped nor covered; nil for all of it.
  package init(rule: ViewabilityRule = .display, parts: [AdRect]? = nil) {
    self.rule = rule
    self.parts = parts
  }

  /// Takes an event and says what became of the impression.
  ///
  /// Rectangles that are not finite count as not visible.
  /// - Parameter time: When, in milliseconds; a time before the last event's counts as that one.
  /// - Returns: The updates in order of time.
  package mutating func handle(
    _ event: ViewabilityEvent, at time: Int64
  ) -> [ViewabilityUpdate] {
    now = min(max(time, now), LoadingEngine.latestTime)
    while let due = nextDeadline, due <= now { measure(at: due) }
    var isNewImpression = false
    switch event {
    case .tick: break
    case .impressionBegan, .impressionEnded:
      isRendered = event == .impressionBegan
      hasAppeared = false
      isViewable = false
      (countingSince, counted) = (nil, nil)
      isNewImpression = true
    case .creative(let rect): creative = rect
    case .viewport(let rect): viewport = rect
    case .parts(let new): parts = new
    case .obstructions(let new): obstructions = new
    case .app(let new): phase = new
    }
    measure(at: now, isNewImpression: isNewImpression)
    cut()
    defer { updates = [] }
    return updates
  }

  /// When the next update is due, in milliseconds; `nil` where nothing counts and nothing is new.
  package var nextDeadline: Int64? {
    let next = (lastUpdate?.time ?? now) + Self.interval
    if let countingSince, !isViewable { return min(next, countingSince + rule.duration) }
    return lastUpdate.map { $0.visibleFraction != fraction } ?? false ? next : nil
  }

  /// Takes where the creative is, whose viewport moves with it in a moment.
  mutating func move(to frame: AdRect) { creative = frame }

  /// Takes over where the viewport, what covers it, and the app are, which nobody told while nothing was
  /// in view.
  mutating func catchUp(viewport: AdRect?, obstructions: [AdRect], phase: AppPhase) {
    self.obstructions = obstructions
    self.viewport = viewport
    self.phase = phase
  }

  /// Has the view of a creative cover what is seen of it. While there is no viewport, nobody looks, and
  /// it stays as it is.
  private mutating func cut() {
    guard isRendered else {
      clip = nil
      return
    }
    guard let creative else {
      clip = .hidden
      return
    }
    guard let viewport, !viewport.isEmpty, !creative.isEmpty else { return }
    let new = ViewportClip(creative: creative, viewport: viewport, parts: parts)
    // What is whole is shown whole, however little was missing.
    if new?.isWorthApplying(over: clip, of: creative.size) ?? true { clip = new }
  }

  private mutating func measure(at time: Int64, isNewImpression: Bool = false) {
    var (visible, isEnough) = rule.judge(
      creative: creative, viewport: viewport, parts: parts, obstructions: obstructions)
    isInView = visible != 0
    if phase == .background { (visible, isEnough) = (0, false) }
    isEnough = isEnough && isRendered
    let appearedAfter = follow(isVisible: visible != 0, at: time)
    let wasCounting = countingSince != nil
    fraction = visible
    if isEnough {
      countingSince = countingSince ?? (counted?.until == time ? counted?.since : nil) ?? time
    } else if let since = countingSince {
      counted = (since, time)
      countingSince = nil
    }
    let dwell = countingSince.map { time - $0 } ?? 0
    let becomesViewable = isEnough && !isViewable && dwell >= rule.duration
    isViewable = isViewable || becomesViewable

    let update = ViewabilityUpdate(
      time: time, visibleFraction: visible, dwell: dwell, isViewable: isViewable,
      becameViewable: becomesViewable, appearedAfter: appearedAfter)
    if becomesViewable || isNewImpression || appearedAfter != nil || wasCounting != isEnough
      || isWorthTelling(update)
    {
      lastUpdate = update
      updates.append(update)
    }
  }

  /// Takes whether anything of the place is on the screen.
  /// - Returns: How long it had been there without a creative, where the creative appears now.
  private mutating func follow(isVisible: Bool, at time: Int64) -> Int64? {
    if !isRendered, isVisible {
      waitingSince = waitingSince ?? time
      return nil
    }
    endWaiting(at: time)
    guard isRendered, isVisible, !hasAppeared else { return nil }
    (hasAppeared, wasSeen) = (true, true)
    defer { waited = 0 }
    return waited
  }

  /// For how long the place had been on the screen until a time; nil where it never was, and where
  /// something of a creative was.
  /// - Parameter time: When, in milliseconds, not before the last event.
  func timeMissed(until time: Int64) -> Int64? {
    let whole = waited + (waitingSince.map { max(time - $0, 0) } ?? 0)
    return wasSeen || whole == 0 ? nil : whole
  }

  private mutating func endWaiting(at time: Int64) {
    if let waitingSince { waited += time - waitingSince }
    waitingSince = nil
  }

  private func isWorthTelling(_ update: ViewabilityUpdate) -> Bool {
    let before = lastUpdate?.visibleFraction ?? 0
    let isMoved = update.visibleFraction != before
    if isMoved, update.visibleFraction == 0 || update.visibleFraction == 1 || before == 0 {
      return true
    }
    guard let lastUpdate, update.time >= lastUpdate.time + Self.interval else { return false }
    return isMoved || (countingSince != nil && !isViewable)
  }
}
