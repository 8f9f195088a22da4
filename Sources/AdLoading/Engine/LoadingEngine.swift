// SPDX-License-Identifier: MIT
package import AdModel

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
package struct LoadingEngine: Sendable {
  /// The latest time that is told apart from later ones, in milliseconds.
  package static let latestTime = Int64.max / 2
  /// How long after a request whose ad rendered a unit is not asked for again, in milliseconds: whoever
  /// scrolls away and back, or whose cell is recycled, makes no second request. What was lost, is to be
  /// loaded anew, or was asked for under another consent is asked for at once.
  ///
  /// Source: Google's policies let no ad be refreshed sooner.
  package static let requestPause: Int64 = 30_000

  /// The distances and durations in force.
  package private(set) var thresholds: LoadingThresholds
  /// The percentages that win over the distances, where the page gave some.
  package private(set) var remoteThresholds: RemoteThresholds?
  /// The gate as last told.
  package internal(set) var gate: LoadGate
  /// The viewport as last told, in points.
  package private(set) var viewport: AdRect?
  /// Whether people can see the app, as last told.
  package private(set) var phase = AppPhase.foreground

  var ads = TrackedAds()
  private var index = FrameIndex()
  /// Where around the viewport, and until when, checks find nothing to do; `nil` where they may.
  var noOpWindow: NoOpWindow?
  /// Where the zones were when the index's cursors were last moved.
  private var indexedZones: LoadingZones?
  var consentEpoch: Int32 = 0
  /// Whether ads may still be loaded under what the gate said before.
  var isConsentStale = false
  /// The last viewport that was known.
  private(set) var lastViewport = AdRect(x: 0, y: 0, width: 0, height: 0)
  /// The units that are kept from loading, placed or not.
  var held: Set<AdUnitID> = []
  /// The units of which nothing could be seen, placed or not.
  var hidden: Set<AdUnitID> = []
  private var unindexed = UnindexedAds()
  var pauses = RequestPauses()
  var speeds: PageSpeeds
  /// Ads that made a transition in the last check and may make another.
  var dirty: [Int32] = []
  /// Which ads found no room.
  private(set) var limit: LoadedAdsLimit
  /// Whether the next check must visit every ad.
  var mustVisitAll = false
  private var checkCount = 0
  private var transitions: [LoadTransition] = []
  /// The ads that the check under way visits.
  private var visits: [Int32] = []

  /// How many loaded ads have gone so far.
  private var removals = 0.0

  /// The time of the last event.
  package internal(set) var now = Int64.min
  /// When the throttle allows the next check, and whether one is to run then.
  private var earliestCheck = Int64.min
  private var isCheckAskedFor = false

  /// Makes an engine that knows no ads yet.
  package init(under terms: LoadingTerms) {
    limit = LoadedAdsLimit(most: terms.loadedAdsLimit)
    held = terms.held
    thresholds = terms.thresholds
    speeds = PageSpeeds(under: terms.thresholds)
    remoteThresholds = terms.remoteThresholds
    gate = terms.gate
  }

  /// Takes an event: runs what was due until then, applies it, and checks where it asks for that.
  /// Consent comes before what is due in the same millisecond: nothing loads as it ends.
  ///
  /// - Parameter time: When, in milliseconds; a time before the last event's counts as that one.
  /// - Returns: The transitions in the order of their checks, within a check by ad unit id.
  /// - Throws: `InvalidValue` with `outOfRange` where a rectangle is not finite; the event then
  ///   changes nothing.
  /// - Complexity: O(edges crossed) for a moved viewport; O(frames given) for a layout, and O(n)
  ///   where it moved many; O(n) for thresholds and a closing gate.
  package mutating func handle(
    _ event: LoadingEvent, at time: Int64
  ) throws(InvalidValue) -> [LoadTransition] {
    if handleWithinNoOpWindow(event, at: time) { return [] }
    try event.requireFinite()
    return handleFinite(event, at: time)
  }

  /// Takes an event whose rectangles are known to be finite.
  mutating func handleFinite(_ event: LoadingEvent, at time: Int64) -> [LoadTransition] {
    now = min(max(time, now), Self.latestTime)
    runDueChecks(until: event.isConsent ? now - 1 : now)
    apply(event)
    if event.isConsent { runDueChecks(until: now) }
    guard !transitions.isEmpty else { return [] }
    defer { transitions = [] }
    return transitions
  }

  /// Takes an event that moves the viewport within the no-op window, as most do: the checks it
  /// causes count, and find nothing.
  /// - Returns: Whether it is such an event; any other is not taken.
  @inline(__always)
  mutating func handleWithinNoOpWindow(_ event: LoadingEvent, at time: Int64) -> Bool {
    guard case .viewport(let rect?) = event, let viewport, let noOpWindow,
      noOpWindow.allows(rect, from: viewport), max(time, now) < noOpWindow.end
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
  package var nextDeadline: Int64? {
    if isCheckAskedFor { return earliestCheck }
    guard phase == .foreground, let viewport, !viewport.isEmpty, nextEnd < .max else { return nil }
    return max(nextEnd, earliestCheck)
  }

  /// When the first candidate has been away for long enough, or the first pause that an ad waits for
  /// ends, in milliseconds; the greatest number where there is neither.
  private var nextEnd: Int64 {
    min(ads.oldestCandidate.map { $0 + thresholds.stabilityDelay } ?? .max, pauses.nextEnd ?? .max)
  }

  private mutating func runDueChecks(until time: Int64) {
    while let due = nextDeadline, due <= time { runCheck(at: due) }
  }

  private mutating func apply(_ event: LoadingEvent) {
    switch event {
    case .tick, .obstructions: break
    case .blank(let unit): noteRequested(unit)
    case .parts(let unit, let parts): show(unit, parts)
    case .rendered(let unit): noteRendered(unit)
    case .viewport(let rect):
      guard rect != viewport else { return }
      if let noOpWindow, !noOpWindow.allows(rect, from: viewport) { self.noOpWindow = nil }
      if rect == nil, let viewport { lastViewport = viewport }
      // Whatever was placed before there was anything to see has waited long enough.
      let isFirst = viewport?.isEmpty ?? true
      speeds.move(from: viewport, to: rect, at: now)
      viewport = rect
      isFirst && rect?.isEmpty == false ? runCheck(at: now) : askForCheck()
    case .frame(let placed):
      var guess: Int32 = 0
      finishPlacing(place(placed, guess: &guess))
    case .layout(let frames):
      ads.reserve(frames.count - ads.count)
      var outcome = Placing.unchanged
      var guess: Int32 = 0
      for frame in frames { outcome = max(outcome, place(frame, guess: &guess)) }
      finishPlacing(outcome)
    case .removed(let unit): remove(unit)
    case .app(let new):
      guard new != phase else { return }
      phase = new
      noOpWindow = nil
      if new == .foreground { runCheck(at: now) }
    case .loadedAds(let most):
      if limit.change(to: most, loaded: ads.loaded) { visitAllNow() }
    case .hold(let unit, let cause): hold(unit, cause)
    case .release(let unit): release(unit)
    case .thresholds(let new):
      guard new != thresholds else { return }
      thresholds = new
      speeds.change(to: new)
      visitAllNow()
    case .remoteThresholds(let new):
      guard new != remoteThresholds else { return }
      remoteThresholds = new
      visitAllNow()
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

  /// The effect of placing an ad, from least to most.
  private enum Placing: Comparable { case unchanged, moved, seenFirst }

  /// Notes where an ad is, given the number that it may have; the guess moves on to the next.
  private mutating func place(_ placed: AdFrame, guess: inout Int32) -> Placing {
    guard let number = ads.number(of: placed.unit, guess: guess) else {
      noOpWindow = nil
      let (number, wasUnindexed) = ads.add(placed)
      if !held.isEmpty, held.contains(placed.unit) { ads.records[Int(number)].isHeld = true }
      if hidden.contains(placed.unit) { ads.records[Int(number)].isHidden = true }
      ads.records[Int(number)].pausedUntil = pauses.take(placed.unit)
      guess = number + 1
      unindexed.note(number, isKnown: wasUnindexed)
      return .seenFirst
    }
    guess = number + 1
    guard ads.records[Int(number)].frame != placed.frame else { return .unchanged }
    speeds.move(
      number, from: ads.records[Int(number)].frame, to: placed.frame, at: now,
      within: viewport ?? lastViewport)
    ads.records[Int(number)].frame = placed.frame
    ads.records[Int(number)].isGone = false
    noOpWindow = nil
    unindexed.note(number, isKnown: ads.records[Int(number)].isUnindexed)
    ads.records[Int(number)].isUnindexed = true
    return .moved
  }

  private mutating func finishPlacing(_ outcome: Placing) {
    switch outcome {
    case .unchanged: break
    case .moved: askForCheck()
    case .seenFirst: viewport == nil ? askForCheck() : runCheck(at: now)
    }
  }

  /// Takes that an ad is gone. One that is loaded stays within the bound, farther away than anything
  /// and the longest gone the farthest: where it comes back before its room is needed, it is there.
  /// Any other is forgotten at once, and this one by the check after its unloading.
  private mutating func remove(_ unit: AdUnitID) {
    hidden.remove(unit)
    guard let number = ads.number(of: unit) else { return }
    if limit.most != nil, ads.records[Int(number)].state.isLoaded {
      ads.records[Int(number)].isHidden = false
      var away = ads.records[Int(number)].frame
      guard !ads.records[Int(number)].isGone else { return }
      removals += 1
      away.y = max(TrackedAd.away - removals * 1_000, TrackedAd.away / 2)
      var guess = number
      let outcome = place(AdFrame(unit: unit, frame: away), guess: &guess)
      ads.records[Int(number)].isGone = true
      return finishPlacing(outcome)
    }
    forget(number, at: now)
    if !limit.waiting.isEmpty { askForCheck() }
  }

  /// Runs a check at once where the throttle allows it, else as soon as it does.
  mutating func askForCheck() {
    if now < earliestCheck { isCheckAskedFor = true } else { runCheck(at: now) }
  }

  /// Runs a check; one that changed anything asks for another.
  mutating func runCheck(at time: Int64) {
    countCheck(at: time)
    if let noOpWindow, time < noOpWindow.end { return }
    isCheckAskedFor = check(at: time)
  }

  /// Notes that a check runs: it answers everything that was asked for before it.
  private mutating func countCheck(at time: Int64) {
    earliestCheck = time + thresholds.throttle
    isCheckAskedFor = false
  }
}

extension LoadingEngine {
  /// Looks at every ad that may have something to do, each once.
  ///
  /// That are the ads whose edges the zones passed, those whose frames are not indexed, those that
  /// made a transition in the check before, and the candidates whose time has come. All others
  /// are where they were when they were last looked at.
  /// - Returns: Whether an ad made a transition.
  private mutating func check(at time: Int64) -> Bool {
    let first = transitions.count
    guard phase == .foreground, let viewport,
      let zones = zones(of: viewport, at: speeds.speed(at: time))
    else {
      unloadWithoutConsent(at: time)
      return sortTransitions(from: first)
    }
    checkCount += 1
    isConsentStale = false
    collectVisits(zones: zones, time: time)
    for place in visits.indices {
      let speed = speeds.speed(beside: visits[place], at: time)
      let own = speed.flatMap { self.zones(of: viewport, at: $0) }
      visit(visits[place], zones: own ?? zones, time: time)
    }
    visits.removeAll(keepingCapacity: true)
    if limit.most != nil { fetchWithinLimit(viewport: viewport, at: time) }

    ads.dropStaleCandidates()
    indexAdsNow(zones: zones)
    indexedZones = zones
    noOpWindow = noOpWindow(around: viewport, zones: zones)
    return sortTransitions(from: first)
  }

  private func zones(of viewport: AdRect, at speed: ScrollSpeed) -> LoadingZones? {
    LoadingZones(
      viewport: viewport, thresholds: thresholds, remote: remoteThresholds, speed: speed)
  }

  /// Brings the transitions of a check into order.
  /// - Returns: Whether there are any.
  private mutating func sortTransitions(from first: Int) -> Bool {
    if transitions.count > first + 1 { transitions[first...].sort { $0.unit < $1.unit } }
    return transitions.count > first
  }

  /// Fetches what there is room for, and unloads what has to go for it.
  private mutating func fetchWithinLimit(viewport: AdRect, at time: Int64) {
    let choice = limit.choose(of: ads, moved: dirty, viewport: viewport)
    for number in choice.evicted { move(number, to: .unloaded, .evicted, time) }
    for number in choice.fetched { fetch(number, at: time) }
  }

  /// Where the viewport may go before a check has something to do again; `nil` where the next one
  /// has, and where zones go ahead of the viewport rather than with it.
  private func noOpWindow(around viewport: AdRect, zones: LoadingZones) -> NoOpWindow? {
    guard unindexed.isEmpty, dirty.isEmpty, !limit.isPressing, !speeds.isFollowing else {
      return nil
    }
    let room = index.room(
      around: zones, records: ads.records, isUnloading: thresholds.unloadingEnabled)
    return NoOpWindow(
      around: viewport, zones: zones, room: room,
      until: min(nextEnd, Self.latestTime))
  }

  private mutating func collectVisits(zones: LoadingZones, time: Int64) {
    if mustVisitAll {
      mustVisitAll = false
      visits.append(contentsOf: 0..<Int32(ads.records.count))
      index.jump(from: nil, to: zones, noting: &visits)
    } else if let before = indexedZones, zones.isNear(before) {
      index.walk(to: zones, noting: &visits)
    } else {
      index.jump(from: indexedZones, to: zones, noting: &visits)
    }
    if !unindexed.isEmpty { visits.append(contentsOf: unindexed.numbers) }
    if !dirty.isEmpty {
      visits.append(contentsOf: dirty)
      dirty.removeAll(keepingCapacity: true)
    }
    if !limit.waiting.isEmpty { visits.append(contentsOf: limit.takeWaiting()) }
    ads.takeCandidates(since: time - thresholds.stabilityDelay, into: &visits)
    pauses.takeEnded(at: time, into: &visits)
    speeds.takeMoving(at: time, into: &visits)
  }

  /// The rule: what a check does with one ad.
  private mutating func visit(_ number: Int32, zones: LoadingZones, time: Int64) {
    let place = Int(number)
    guard ads.records[place].visitedBy != checkCount, ads.records[place].isPresent else { return }
    ads.records[place].visitedBy = checkCount
    let ad = ads.records[place]
    switch ad.state {
    case .notLoaded:
      guard case .open = gate, !ad.isHeld, !ad.isHidden, zones.overlaps(ad.frame, zones.fetch)
      else { return }
      guard ad.pausedUntil <= time else { return pauses.wait(number, until: ad.pausedUntil) }
      if limit.most == nil { fetch(number, at: time) } else { limit.want(number) }
    case .unloaded where ad.isGone: forget(number, at: time)
    case .unloaded:
      guard case .open = gate, !ad.isHeld, !ad.isHidden, zones.overlaps(ad.frame, zones.fetch)
      else { return }
      move(number, to: .notLoaded, .reenteredFetchZone, time)
    case .fetched, .displayed:
      guard !isUnallowed(ad) else {
        move(number, to: .unloaded, gate.unloadCause, time)
        return
      }
      let isExpired = updateCandidacy(of: number, zones: zones, time: time)
      if ad.state == .fetched, !ad.isHidden, zones.overlaps(ad.frame, zones.display) {
        move(number, to: .displayed, .enteredDisplayZone, time)
      } else if isExpired {
        move(number, to: .unloaded, .leftUnloadZone, time)
      }
    }
  }

  private mutating func fetch(_ number: Int32, at time: Int64) {
    guard case .open(let permit) = gate else { return }
    ads.records[Int(number)].consentEpoch = consentEpoch
    ads.records[Int(number)].requestedAt = time
    ads.records[Int(number)].pausedUntil = .min
    move(number, to: .fetched, .enteredFetchZone, time, permit)
  }

  /// Notes whether a loaded ad is beyond the unload zone, and since when. One that is gone is kept
  /// for as long as it could not be asked for again.
  /// - Returns: Whether it has been there for the stability delay.
  private mutating func updateCandidacy(
    of number: Int32, zones: LoadingZones, time: Int64
  ) -> Bool {
    let ad = ads.records[Int(number)]
    var isOutside = thresholds.unloadingEnabled && !zones.overlaps(ad.frame, zones.unload)
    if isOutside, ad.isGone, ad.pausedUntil > time {
      isOutside = false
      pauses.wait(number, until: ad.pausedUntil)
    }
    guard let since = ads.note(number, isOutside: isOutside, at: time) else { return false }
    return time - since >= thresholds.stabilityDelay
  }

  mutating func move(
    _ number: Int32, to state: LoadState, _ cause: TransitionCause, _ time: Int64,
    _ permit: LoadPermit? = nil
  ) {
    let place = Int(number)
    transitions.append(
      LoadTransition(
        time: time, unit: ads.unit(number), from: ads.records[place].state, to: state,
        cause: cause, frame: ads.records[place].frame, viewport: viewport ?? lastViewport,
        permit: permit))
    ads.records[place].state = state
    if state == .unloaded { ads.records[place].candidateSince = TrackedAd.notACandidate }
    if !state.isLoaded, !cause.leavesPause { ads.records[place].pausedUntil = .min }
    limit.note(number, isLoaded: state.isLoaded)
    dirty.append(number)
  }

  /// Indexes the ads that are not indexed yet where that is due.
  private mutating func indexAdsNow(zones: LoadingZones) {
    guard
      unindexed.endCheck(places: ads.records.count, present: ads.count, indexed: index.count)
    else { return }
    index.rebuild(from: ads.records, adding: unindexed.numbers)
    index.jump(from: nil, to: zones, noting: &visits)
    visits.removeAll(keepingCapacity: true)
    for number in unindexed.numbers { ads.records[Int(number)].isUnindexed = false }
    unindexed.removeAll()
  }
}
