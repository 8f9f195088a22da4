// SPDX-License-Identifier: MIT
import AdHosting
import AdInjection
import AdLoading
import AdModel
import TestSupport

// What a page does, against the invariants.
extension HostingSchedule {
  mutating func follow(
    _ effect: PageEffect, _ made: inout [AdUnitID], _ gone: inout [AdUnitID]
  ) {
    switch effect {
    case .make(let view, let unit, let bundle):
      check("causeOfView", made.removeFirst(of: unit) && bundle.unit.id == unit)
      engines[view] = Engine(unit: unit, keepsData: bundle.keepsData)
    case .load(let view, let url):
      check("liveViewOnly", engines[view] != nil)
      check("freshURL", urls.insert(url).inserted, url)
      planReports(of: view)
    case .tell(let view, let call):
      check("liveViewOnly", engines[view] != nil)
      check("scriptAfterCommit", engines[view]?.isCommitted == true, call)
    case .play(let view, let isPlaying):
      check("liveViewOnly", engines[view] != nil)
      check("plays", engines[view]?.isPlaying == !isPlaying)
      engines[view]?.isPlaying = isPlaying
    case .clip(let view, let clip):
      check("liveViewOnly", engines[view] != nil)
      check("clip", clip != engines[view]?.clip, (view, clip as Any))
      engines[view]?.clip = clip
    case .render(let view, _):
      engines[view]?.renders += 1
      outcome.renders += 1
      check("renderedOnce", engines[view]?.renders == 1 && engines[view]?.isParsed == true)
      // Some never come, and some slots are filled anew.
      guard !random.isOneIn(12) else { return }
      for _ in 0..<(random.isOneIn(8) ? 2 : 1) {
        pending.append((now + Int64(random.int(1...900)), view, .rendered(nil)))
      }
    case .ask(let view, _):
      check("scriptAfterCommit", engines[view]?.isCommitted == true)
      // Some never answer.
      if !random.isOneIn(8) {
        pending.append((now + Int64(random.int(1...900)), view, .answered(nil)))
      }
    case .clearData: check("dataAfterViews", !engines.values.contains(where: \.keepsData))
    case .silence(let view): check("liveViewOnly", engines[view] != nil)
    case .drop(let view):
      check("liveViewOnly", engines[view] != nil)
      if let unit = engines[view]?.unit { check("causeOfView", gone.removeFirst(of: unit)) }
      engines[view] = nil
      dropped.append(view)
    case .resize(let unit, let size, _):
      let constraints = content.units[unit]?.unit.constraints ?? .standard
      check(
        "size", size.isCollapsed || constraints.clamp(size.creative) == size.creative, size)
    case .scroll, .move, .feed: break
    }
  }

  /// Whether a view covers what is seen of its creative, within what is no reason to lay it out anew.
  func covers(_ engine: Engine) -> Bool {
    guard engine.isRendered else { return engine.clip == nil }
    guard page.frame(of: engine.unit) != nil, let seen = page.geometry(of: engine.unit),
      (seen.viewport?.area ?? 0) > 0
    else { return true }
    let whole = AdRect(x: 0, y: 0, width: seen.frame.width, height: seen.frame.height)
    let covered = engine.clip?.cut(whole).frame ?? whole
    guard !seen.onScreen.isEmpty else { return min(covered.width, covered.height) <= 3 }
    let edges = [
      covered.x - (seen.onScreen.x - seen.frame.x), covered.y - (seen.onScreen.y - seen.frame.y),
      covered.maxX - (seen.onScreen.maxX - seen.frame.x),
      covered.maxY - (seen.onScreen.maxY - seen.frame.y),
    ]
    return edges.allSatisfy { abs($0) < 3 }
  }

  mutating func follow(
    _ event: RecordedEvent, _ made: inout [AdUnitID], _ gone: inout [AdUnitID]
  ) {
    switch event {
    case .told(let event, let time): track.append(event, at: time)
    case .changed(let change):
      transitions.append(change)
      follow(change, &made, &gone)
    case .became(.viewable, let unit, let time):
      seen.append("\(time) \(unit)")
      check("viewableOnce", viewable.insert(unit).inserted && states[unit] == .displayed, unit)
      check(
        "seenRendered", page.view(of: unit).map { engines[$0]?.isRendered == true } ?? true, unit)
      check("background", phase == .foreground)
    case .became(.rendered, let unit, _):
      viewable.remove(unit)
      pausedUntil[unit] = (askedAt[unit] ?? 0) + 30_000
    case .became: break
    }
  }

  mutating func replay() {
    do {
      var replay = TraceReplay(
        Trace(try SessionTrack(track.takeBytes())), keepsThresholds: true)
      let again = replay.run()
      check("replay", again.transitions == transitions, (again.transitions, transitions))
      let viewable = again.viewable.map { "\($0.time) \($0.unit)" }
      check("replay", viewable.sorted() == seen.sorted(), (viewable, seen))
    } catch {
      check("replay", false, error)
    }
  }

  mutating func follow(
    _ change: LoadTransition, _ made: inout [AdUnitID], _ gone: inout [AdUnitID]
  ) {
    let unit = change.unit
    outcome.causes[change.cause.rawValue, default: 0] += 1
    check("chain", change.from == states[unit] ?? .notLoaded, change)
    check("time", change.time >= lastTime && change.time <= now, change)
    lastTime = change.time
    if change.from.isLoaded, !change.to.isLoaded { gone.append(unit) }
    states[unit] = change.to
    switch change.to {
    case .fetched:
      made.append(unit)
      check("permit", change.permit == permit, change)
      check("background", phase == .foreground)
      check(
        "noFill",
        emptySince[unit].map { change.time - $0 >= LazyLoadingManager.noFillPause } ?? true,
        change)
      check("asked", pausedUntil[unit].map { $0 <= change.time } ?? true, change)
      askedAt[unit] = change.time
      if isLost.remove(unit) != nil {
        losses[unit, default: []].removeAll { $0 + 60_000 <= change.time }
        losses[unit, default: []].append(change.time)
        check("retries", (losses[unit]?.count ?? 0) <= 4, unit)
      }
    case .displayed:
      viewable.remove(unit)
      displayedAt[unit] = change.time
      check("background", phase == .foreground)
    case .unloaded, .notLoaded:
      if change.cause == .evicted {
        check("evictedOnScreen", viewport.map { !change.frame.overlaps($0) } ?? true, change)
      }
      if change.cause == .noFill { emptySince[unit] = change.time }
      // What was lost, or is wanted anew, may come at once.
      switch change.cause {
      case .evicted, .leftUnloadZone, .removed, .unitPaused, .reenteredFetchZone: break
      default: pausedUntil[unit] = nil
      }
      if [.processTerminated, .loadFailed, .notRendered].contains(change.cause) {
        isLost.insert(unit)
      }
    }
  }

  /// Decides when the view's page commits, finishes or fails.
  mutating func planReports(of view: ViewID) {
    let commit = now + Int64(random.int(1...400))
    if random.isOneIn(10) { return pending.append((commit, view, .failed(.failed))) }
    pending.append((commit, view, .committed))
    if random.isOneIn(20) { return pending.append((commit + 5, view, .failed(.failed))) }
    if random.isOneIn(15) { pending.append((commit + 1, view, .failed(.cancelled))) }
    let parsed = commit + Int64(random.int(0...500))
    pending.append((parsed, view, .parsed))
    // What belongs to some pages is under way for ever.
    if !random.isOneIn(10) {
      pending.append((parsed + Int64(random.int(0...400)), view, .finished))
    }
  }
}

extension [AdUnitID] {
  /// Takes out one of a unit.
  /// - Returns: Whether there was one.
  fileprivate mutating func removeFirst(of unit: AdUnitID) -> Bool {
    guard let place = firstIndex(of: unit) else { return false }
    remove(at: place)
    return true
  }
}
