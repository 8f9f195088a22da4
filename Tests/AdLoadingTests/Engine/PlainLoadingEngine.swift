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
  }

  var thresholds: LoadingThresholds
  var remote: RemoteThresholds?
  var gate: LoadGate
  var viewport: AdRect?
  var ads: [AdUnitID: Ad] = [:]
  var now = Int64.min
  var lastCheck: Int64?
  var pending: Int64?
  var out: [Transition] = []

  init(thresholds: LoadingThresholds, gate: LoadGate) {
    self.thresholds = thresholds
    self.gate = gate
  }

  mutating func handle(_ event: LoadingEvent, at time: Int64) -> [Transition] {
    out = []
    now = max(now, time)
    while let due = nextDeadline, due <= now { check(at: due) }
    switch event {
    case .tick: break
    case .viewport(let rect):
      if rect != viewport {
        viewport = rect
        ask()
      }
    case .frame(let placed): place([placed])
    case .layout(let frames): place(frames)
    case .removed(let unit): ads[unit] = nil
    case .thresholds(let new):
      if new != thresholds {
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
    return out
  }

  var hasViewport: Bool { viewport.map { !$0.isEmpty } ?? false }

  var nextDeadline: Int64? {
    var times = pending.map { [$0] } ?? []
    if hasViewport, let lastCheck {
      times += ads.values.compactMap(\.outsideSince).map {
        max($0 + thresholds.stabilityDelay, lastCheck + thresholds.throttle)
      }
    }
    return times.min()
  }

  mutating func changeConsent(to new: LoadGate) {
    gate = new
    for unit in ads.keys { ads[unit]?.loadedUnderEarlierConsent = true }
    check(at: now)
  }

  mutating func place(_ frames: [AdFrame]) {
    var isChanged = false
    var isFirst = false
    for placed in frames {
      if ads[placed.unit] == nil {
        ads[placed.unit] = Ad(frame: placed.frame)
        isFirst = true
      } else if ads[placed.unit]?.frame != placed.frame {
        ads[placed.unit]?.frame = placed.frame
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

  /// The viewport grown by a distance.
  func zone(_ distance: Double) -> AdRect {
    guard let viewport else { return AdRect(x: 0, y: 0, width: 0, height: 0) }
    return AdRect(
      x: viewport.x, y: viewport.y - distance, width: viewport.width,
      height: viewport.height + 2 * distance)
  }

  mutating func check(at time: Int64) {
    lastCheck = time
    pending = nil
    guard let viewport, hasViewport else { return }
    let fetch = remote.map { viewport.height * $0.fetch / 100 } ?? thresholds.fetch
    let display = remote.map { viewport.height * $0.render / 100 } ?? thresholds.display
    let unload = max(thresholds.unload, fetch)
    var isChanged = false
    for (unit, before) in ads.sorted(by: { $0.key < $1.key }) {
      var ad = before
      let isLoaded = ad.state == .fetched || ad.state == .displayed
      let isOutside = !ad.frame.overlaps(zone(unload))
      if isLoaded && thresholds.unloadingEnabled && isOutside {
        ad.outsideSince = ad.outsideSince ?? time
      } else {
        ad.outsideSince = nil
      }
      var permit: LoadPermit?
      if case .open(let current) = gate { permit = current }
      var cause: TransitionCause?
      if isLoaded && gate == .closed(.withdrawn) {
        (ad.state, cause) = (.unloaded, .consentWithdrawn)
      } else if isLoaded && gate == .closed(.expired) {
        (ad.state, cause) = (.unloaded, .consentExpired)
      } else if isLoaded && (permit == nil || ad.loadedUnderEarlierConsent) {
        (ad.state, cause) = (.unloaded, .consentChanged)
      } else if ad.state == .notLoaded && permit != nil && ad.frame.overlaps(zone(fetch)) {
        (ad.state, cause) = (.fetched, .enteredFetchZone)
        ad.loadedUnderEarlierConsent = false
      } else if ad.state == .fetched && ad.frame.overlaps(zone(display)) {
        (ad.state, cause) = (.displayed, .enteredDisplayZone)
      } else if isLoaded, let since = ad.outsideSince, time - since >= thresholds.stabilityDelay {
        (ad.state, cause) = (.unloaded, .leftUnloadZone)
      } else if ad.state == .unloaded && permit != nil && ad.frame.overlaps(zone(fetch)) {
        (ad.state, cause) = (.notLoaded, .reenteredFetchZone)
      }
      if ad.state == .unloaded { ad.outsideSince = nil }
      ads[unit] = ad
      if let cause {
        isChanged = true
        out.append(
          Transition(
            time: time, unit: unit, from: before.state, to: ad.state, cause: cause,
            frame: ad.frame, viewport: viewport,
            permit: ad.state == .fetched ? permit : nil))
      }
    }
    if isChanged { pending = time + thresholds.throttle }
  }
}
