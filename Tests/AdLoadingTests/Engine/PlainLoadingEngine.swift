// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// The rules of lazy loading read straight from their description: every check visits at every ad
/// with rectangle tests. Slow and plain on purpose, for the fast engine to be held against.
struct PlainLoadingEngine {
  struct Ad {
    var frame: AdRect
    var state = LoadState.notLoaded
    var outsideSince: Int64?
    var loadedUnderEarlierConsent = false
    var fetchedAt: Int64?
    /// Until when it must not be asked for again.
    var pausedUntil: Int64?
    /// Whether its place is gone and its room not needed yet.
    var isGone = false
    var path = Path()
  }

  /// Where something has been; a jump of a screen or more begins it anew.
  struct Path {
    var places: [(time: Int64, x: Double, y: Double)] = []

    mutating func go(to rect: AdRect, at time: Int64, screen: AdRect) {
      if let last = places.last, last.x == rect.x, last.y == rect.y { return }
      if let last = places.last,
        abs(rect.x - last.x) >= screen.width || abs(rect.y - last.y) >= screen.height
      {
        places = []
      }
      places.removeAll { $0.time == time }
      places.append((time, rect.x, rect.y))
    }

    /// Points a millisecond, over what it did in the last 200 of them.
    func speed(at time: Int64) -> (x: Double, y: Double) {
      let recent = places.filter { time - $0.time <= 200 }
      guard recent.count > 1 else { return (0, 0) }
      let (first, last) = (recent[0], recent[recent.count - 1])
      let duration = Double(time - first.time)
      return ((last.x - first.x) / duration, (last.y - first.y) / duration)
    }
  }

  var path = Path()
  var thresholds: LoadingThresholds
  var remote: RemoteThresholds?
  var gate: LoadGate
  var viewport: AdRect?
  var lastViewport = AdRect(x: 0, y: 0, width: 0, height: 0)
  var phase = AppPhase.foreground
  var limit: Int?
  var held: Set<AdUnitID> = []
  /// The units of which nothing could be seen.
  var hidden: Set<AdUnitID> = []
  var isConsentStale = false
  var ads: [AdUnitID: Ad] = [:]
  var now = Int64.min
  var lastCheck: Int64?
  var pending: Int64?
  var out: [LoadTransition] = []

  init(thresholds: LoadingThresholds, gate: LoadGate) {
    self.thresholds = thresholds
    self.gate = gate
  }

  mutating func handle(_ event: LoadingEvent, at time: Int64) -> [LoadTransition] {
    out = []
    now = max(now, time)
    // Consent that ends in the millisecond of a check ends before it.
    let isConsent =
      switch event {
      case .gate, .consentChanged, .consentRenewed: true
      default: false
      }
    while let due = nextDeadline, due < now || (due == now && !isConsent) { check(at: due) }
    take(event)
    while isConsent, let due = nextDeadline, due <= now { check(at: due) }
    return out
  }

  mutating func take(_ event: LoadingEvent) {
    switch event {
    case .tick, .obstructions: break
    case .blank(let unit):
      // Another document asks anew.
      if let ad = ads[unit], Self.isLoaded(ad) { ads[unit]?.fetchedAt = now }
    case .parts(let unit, let parts):
      if let parts, parts.allSatisfy({ $0.width <= 0 || $0.height <= 0 }) {
        hidden.insert(unit)
      } else if hidden.remove(unit) != nil, ads[unit] != nil {
        ask()
      }
    case .rendered(let unit):
      if let ad = ads[unit], Self.isLoaded(ad), let fetchedAt = ad.fetchedAt {
        // One that comes where one is has been asked for at a time that nobody told.
        let isSecond = ad.pausedUntil ?? .min >= fetchedAt + 30_000
        ads[unit]?.pausedUntil = (isSecond ? now : fetchedAt) + 30_000
      }
    case .viewport(let rect):
      if rect != viewport {
        lastViewport = viewport ?? lastViewport
        let wasNothingToSee = viewport.map { $0.isEmpty } ?? true
        if let rect, rect.width == viewport?.width, rect.height == viewport?.height {
          if thresholds.prediction > 0 { path.go(to: rect, at: now, screen: rect) }
        } else {
          path = Path()
        }
        viewport = rect
        if wasNothingToSee, let rect, !rect.isEmpty { check(at: now) } else { ask() }
      }
    case .frame(let placed): place([placed])
    case .layout(let frames): place(frames)
    case .removed(let unit):
      hidden.remove(unit)
      if limit != nil, let ad = ads[unit], Self.isLoaded(ad) {
        guard !ad.isGone else { return }
        removals += 1
        var away = ad.frame
        away.y = max(1e9 - removals * 1_000, 5e8)
        return place([AdFrame(unit: unit, frame: away)], areGone: true)
      }
      let wasThere = ads[unit] != nil
      forget(unit, at: now)
      if wasThere, isAnyWaiting { ask() }
    case .app(let new):
      if new != phase {
        phase = new
        if new == .foreground { check(at: now) }
      }
    case .loadedAds(let new):
      if new.map({ max($0, 1) }) != limit {
        limit = new.map { max($0, 1) }
        isAnyWaiting = false
        check(at: now)
      }
    case .hold(let unit, let cause):
      if held.insert(unit).inserted, let ad = ads[unit], Self.isLoaded(ad) {
        let known = TransitionCause(rawValue: cause.rawValue) ?? .removed
        note(unit, .unloaded, cause == .freed ? .evicted : known, at: now)
        ask()
      }
    case .release(let unit):
      if held.remove(unit) != nil, ads[unit] != nil { ask() }
    case .thresholds(let new):
      if new != thresholds {
        if (thresholds.prediction > 0) != (new.prediction > 0) {
          path = Path()
          for unit in ads.keys { ads[unit]?.path = Path() }
        }
        thresholds = new
        check(at: now)
      }
    case .remoteThresholds(let new):
      if new != remote {
        remote = new
        check(at: now)
      }
    case .gate(let new):
      if new != gate { changeConsent(to: new) }
    case .consentChanged(let permit): changeConsent(to: .open(permit))
    case .consentRenewed(let permit):
      if case .open = gate {
        gate = .open(permit)
      } else {
        changeConsent(to: .open(permit))
      }
    }
  }

  /// Whether nothing but consent moves ads: people cannot see the app, or there is no viewport.
  var isAsleep: Bool { phase == .background || viewport.map { $0.isEmpty } ?? true }
  /// How many loaded ads have gone.
  var removals = 0.0
  /// Whether the last check left an ad without room.
  var isAnyWaiting = false

  /// The pauses of ads that are gone.
  var pausesOfGone: [AdUnitID: Int64] = [:]
  /// When pauses end that ads wait for.
  var pauseEnds: Set<Int64> = []

  static func isLoaded(_ ad: Ad) -> Bool { ad.state == .fetched || ad.state == .displayed }

  mutating func note(
    _ unit: AdUnitID, _ state: LoadState, _ cause: TransitionCause, at time: Int64,
    _ permit: LoadPermit? = nil
  ) {
    guard let ad = ads[unit] else { return }
    out.append(
      LoadTransition(
        time: time, unit: unit, from: ad.state, to: state, cause: cause, frame: ad.frame,
        viewport: viewport ?? lastViewport, permit: permit))
    ads[unit]?.state = state
    if state == .unloaded { ads[unit]?.outsideSince = nil }
    if state == .fetched {
      ads[unit]?.loadedUnderEarlierConsent = false
      ads[unit]?.fetchedAt = time
      ads[unit]?.pausedUntil = nil
    }
    let leaving: [TransitionCause] = [.leftUnloadZone, .evicted, .removed, .unitPaused]
    if Self.isLoaded(ad), state == .unloaded || state == .notLoaded, !leaving.contains(cause) {
      ads[unit]?.pausedUntil = nil
    }
  }

  mutating func forget(_ unit: AdUnitID, at time: Int64) {
    if let ad = ads[unit], ad.state != .notLoaded { note(unit, .notLoaded, .removed, at: time) }
    if let until = ads[unit]?.pausedUntil { pausesOfGone[unit] = until }
    ads[unit] = nil
  }

  var nextDeadline: Int64? {
    var times = pending.map { [$0] } ?? []
    if !isAsleep, let lastCheck {
      times += ads.values.compactMap(\.outsideSince).map {
        max($0 + thresholds.stabilityDelay, lastCheck + thresholds.throttle)
      }
      times += pauseEnds.map { max($0, lastCheck + thresholds.throttle) }
    }
    return times.min()
  }

  mutating func changeConsent(to new: LoadGate) {
    gate = new
    isConsentStale = true
    for unit in ads.keys { ads[unit]?.loadedUnderEarlierConsent = true }
    check(at: now)
  }

  mutating func place(_ frames: [AdFrame], areGone: Bool = false) {
    var isChanged = false
    var isFirst = false
    for placed in frames {
      if ads[placed.unit] == nil {
        ads[placed.unit] = Ad(
          frame: placed.frame, pausedUntil: pausesOfGone.removeValue(forKey: placed.unit))
        isFirst = true
      } else if ads[placed.unit]?.frame != placed.frame {
        let isElsewhere =
          ads[placed.unit]?.frame.x != placed.frame.x || ads[placed.unit]?.frame.y != placed.frame.y
        if thresholds.prediction > 0, isElsewhere {
          ads[placed.unit]?.path.go(to: placed.frame, at: now, screen: viewport ?? lastViewport)
        }
        ads[placed.unit]?.frame = placed.frame
        ads[placed.unit]?.isGone = areGone
        isChanged = true
      }
    }
    if isFirst && viewport != nil {
      check(at: now)
    } else if isFirst || isChanged {
      ask()
    }
  }

  mutating func ask() {
    if let lastCheck, now - lastCheck < thresholds.throttle {
      if pending == nil { pending = lastCheck + thresholds.throttle }
    } else {
      check(at: now)
    }
  }

  /// Whether an ad is within the viewport grown by a distance, and by what that goes beside the ad in the
  /// time of the prediction; but never beyond where ads are unloaded.
  func isWithin(_ ad: Ad, _ distance: Double, unload: Double, at time: Int64) -> Bool {
    guard let viewport else { return false }
    let (page, own) = (path.speed(at: time), ad.path.speed(at: time))
    let ahead = Double(thresholds.prediction)
    let (x, y) = ((page.x - own.x) * ahead, (page.y - own.y) * ahead)
    let most = thresholds.unloadingEnabled ? unload : .infinity
    let top = viewport.y - min(distance + max(-y, 0), most)
    let bottom = viewport.maxY + min(distance + max(y, 0), most)
    let left = viewport.x - min(max(-x, 0), most)
    let right = viewport.maxX + min(max(x, 0), most)
    return ad.frame.width > 0 && ad.frame.height > 0 && ad.frame.y < bottom && top < ad.frame.maxY
      && ad.frame.x < right && left < ad.frame.maxX
  }

  /// Whether an ad is within the distance at which it is kept: to the sides, too, where zones lead.
  func isKept(_ ad: Ad, _ distance: Double) -> Bool {
    guard let viewport else { return false }
    let sideways = thresholds.prediction > 0 ? distance : 0
    return ad.frame.overlaps(
      AdRect(
        x: viewport.x - sideways, y: viewport.y - distance, width: viewport.width + 2 * sideways,
        height: viewport.height + 2 * distance))
  }

  mutating func check(at time: Int64) {
    lastCheck = time
    pending = nil
    let first = out.count
    if isAsleep {
      if isConsentStale {
        for unit in ads.keys { unloadWithoutConsent(unit, at: time) }
      }
    } else if let viewport {
      pauseEnds = pauseEnds.filter { $0 > time }
      var wanting: [AdUnitID] = []
      for unit in ads.keys.sorted() {
        if visit(unit, viewport, at: time) { wanting.append(unit) }
      }
      let moved = Set(out[first...].map(\.unit))
      fetch(wanting, butEvictNone: moved, viewport, at: time)
    }
    isConsentStale = false
    out[first...].sort { $0.unit < $1.unit }
    if out.count > first { pending = time + thresholds.throttle }
  }

  @discardableResult
  mutating func unloadWithoutConsent(_ unit: AdUnitID, at time: Int64) -> Bool {
    guard let ad = ads[unit], Self.isLoaded(ad) else { return false }
    switch gate {
    case .closed(.withdrawn): note(unit, .unloaded, .consentWithdrawn, at: time)
    case .closed(.expired): note(unit, .unloaded, .consentExpired, at: time)
    case .closed: note(unit, .unloaded, .consentChanged, at: time)
    case .open where ad.loadedUnderEarlierConsent:
      note(unit, .unloaded, .consentChanged, at: time)
    case .open: return false
    }
    return true
  }

  /// Looks at one ad, and says whether it wants to be fetched.
  mutating func visit(_ unit: AdUnitID, _ viewport: AdRect, at time: Int64) -> Bool {
    guard let ad = ads[unit] else { return false }
    if ad.state == .unloaded, ad.isGone {
      forget(unit, at: time)
      return false
    }
    let fetch = remote.map { viewport.height * $0.fetch / 100 } ?? thresholds.fetch
    let display = remote.map { viewport.height * $0.render / 100 } ?? thresholds.display
    let unload = max(thresholds.unload, fetch)
    var isOpen = false
    if case .open = gate { isOpen = true }
    let mayLoad =
      isOpen && !held.contains(unit) && !hidden.contains(unit)
      && isWithin(ad, fetch, unload: unload, at: time)
    let isPaused = (ad.pausedUntil ?? .min) > time
    let isOutside =
      Self.isLoaded(ad) && thresholds.unloadingEnabled && !isKept(ad, unload)
    // What is gone is kept for as long as it could not be asked for again.
    let isGoneForNow = isOutside && ad.isGone && isPaused
    if isOutside, !isGoneForNow {
      ads[unit]?.outsideSince = ad.outsideSince ?? time
    } else {
      ads[unit]?.outsideSince = nil
    }
    if unloadWithoutConsent(unit, at: time) { return false }
    if isGoneForNow, let until = ad.pausedUntil { pauseEnds.insert(until) }
    let since = ads[unit]?.outsideSince
    if ad.state == .fetched, !hidden.contains(unit),
      isWithin(ad, display, unload: unload, at: time)
    {
      note(unit, .displayed, .enteredDisplayZone, at: time)
    } else if let since, time - since >= thresholds.stabilityDelay {
      note(unit, .unloaded, .leftUnloadZone, at: time)
    } else if ad.state == .unloaded, mayLoad {
      note(unit, .notLoaded, .reenteredFetchZone, at: time)
    } else if ad.state == .notLoaded, mayLoad {
      if isPaused, let until = ad.pausedUntil { pauseEnds.insert(until) }
      return !isPaused
    }
    return false
  }

  /// Fetches the closest first, within the limit.
  mutating func fetch(
    _ wanting: [AdUnitID], butEvictNone moved: Set<AdUnitID>, _ viewport: AdRect, at time: Int64
  ) {
    isAnyWaiting = false
    guard case .open(let permit) = gate else { return }
    let most = limit ?? .max
    func gap(_ unit: AdUnitID) -> Double {
      guard let frame = ads[unit]?.frame else { return 0 }
      return [
        frame.x - viewport.maxX, viewport.x - frame.maxX, frame.y - viewport.maxY,
        viewport.y - frame.maxY, hidden.contains(unit) ? viewport.height : 0,
      ].max() ?? 0
    }
    var loaded = ads.filter { Self.isLoaded($0.value) }.count
    // The farthest last.
    var victims = ads.filter {
      Self.isLoaded($0.value) && !moved.contains($0.key)
        && (hidden.contains($0.key) || !$0.value.frame.overlaps(viewport))
    }
    .map { (gap($0.key), $0.key) }.sorted(by: <)
    func evict() {
      note(victims.removeLast().1, .unloaded, .evicted, at: time)
      loaded -= 1
    }
    while loaded > most, !victims.isEmpty { evict() }
    // What is on the screen comes first, and waits for nothing.
    let (seen, unseen) = (
      wanting.filter { ads[$0]?.frame.overlaps(viewport) == true },
      wanting.filter { ads[$0]?.frame.overlaps(viewport) != true }
    )
    for unit in seen.sorted() {
      if loaded >= most, !victims.isEmpty { evict() }
      note(unit, .fetched, .enteredFetchZone, at: time, permit)
      loaded += 1
    }
    for (gap, unit) in unseen.map({ (gap($0), $0) }).sorted(by: <) {
      if loaded == most, let other = victims.last, other.0 >= gap + viewport.height / 2 {
        evict()
      }
      guard loaded < most else {
        isAnyWaiting = true
        return
      }
      note(unit, .fetched, .enteredFetchZone, at: time, permit)
      loaded += 1
    }
  }
}
