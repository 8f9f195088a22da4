// SPDX-License-Identifier: MIT
import AdModel

extension LoadingEngine {
  /// More loose ads than this are indexed at the end of a check.
  private static let looseLimit = 1024
  /// How many looks cost what a check costs that could have been a calm one.
  private static let looksOfCheck = 8

  /// Looks at every ad that may have something to do, each once.
  ///
  /// That are the ads whose edges the zones passed, those whose frames are not indexed, those that
  /// made a transition in the check before, and the candidates whose time has come. All others
  /// are where they were when they were last looked at.
  /// - Returns: Whether an ad made a transition.
  mutating func check(at time: Int64) -> Bool {
    guard let viewport,
      let zones = LoadingZones(viewport: viewport, thresholds: thresholds, remote: remoteThresholds)
    else { return false }
    checkCount += 1
    let first = transitions.count
    collectLooks(zones: zones, time: time)
    for place in looks.indices {
      look(at: looks[place], zones: zones, viewport: viewport, time: time)
    }
    looks.removeAll(keepingCapacity: true)

    dropStaleCandidates()
    indexLooseAds(zones: zones)
    indexedZones = zones
    calm = calmStretch(around: viewport, zones: zones)
    guard transitions.count > first else { return false }
    if transitions.count > first + 1 { transitions[first...].sort { $0.unit < $1.unit } }
    return true
  }

  /// Where the viewport may go before a check has something to do again; `nil` where the next one
  /// has.
  private func calmStretch(around viewport: AdRect, zones: LoadingZones) -> CalmStretch? {
    guard loose.isEmpty, again.isEmpty else { return nil }
    let room = index.room(
      around: zones, records: ads.records, isUnloading: thresholds.unloadingEnabled)
    return CalmStretch(
      around: viewport, zones: zones, room: room,
      until: candidates.first.map { $0.since + thresholds.stabilityDelay } ?? .max)
  }

  /// Drops entries whose ads came back, were unloaded or removed.
  mutating func dropStaleCandidates() {
    while let entry = candidates.first,
      ads.records[Int(entry.ad)].candidateSince != entry.since
    {
      candidates.removeFirst()
    }
  }

  private mutating func collectLooks(zones: LoadingZones, time: Int64) {
    if mustLookAtAll {
      mustLookAtAll = false
      looks.append(contentsOf: 0..<Int32(ads.records.count))
      index.jump(from: nil, to: zones, noting: &looks)
    } else if let before = indexedZones, zones.isNear(before) {
      index.walk(to: zones, noting: &looks)
    } else {
      index.jump(from: indexedZones, to: zones, noting: &looks)
    }
    if !loose.isEmpty { looks.append(contentsOf: loose) }
    if !again.isEmpty {
      looks.append(contentsOf: again)
      again.removeAll(keepingCapacity: true)
    }
    while let entry = candidates.first, entry.since + thresholds.stabilityDelay <= time {
      looks.append(entry.ad)
      candidates.removeFirst()
    }
  }

  /// The rule: what a check does with one ad.
  private mutating func look(
    at number: Int32, zones: LoadingZones, viewport: AdRect, time: Int64
  ) {
    let place = Int(number)
    guard ads.records[place].lookedAt != checkCount, ads.records[place].isPresent else { return }
    ads.records[place].lookedAt = checkCount
    let ad = ads.records[place]
    switch ad.state {
    case .notLoaded:
      guard case .open(let permit) = gate, zones.overlaps(ad.frame, zones.fetch) else { return }
      ads.records[place].consentEpoch = consentEpoch
      move(number, to: .fetched, .enteredFetchZone, time, viewport, permit)
    case .unloaded:
      guard case .open = gate, zones.overlaps(ad.frame, zones.fetch) else { return }
      move(number, to: .notLoaded, .reenteredFetchZone, time, viewport)
    case .fetched, .displayed:
      guard case .open = gate, ad.consentEpoch == consentEpoch else {
        move(number, to: .unloaded, gate.unloadCause, time, viewport)
        return
      }
      let isExpired = updateCandidacy(of: number, zones: zones, time: time)
      if ad.state == .fetched, zones.overlaps(ad.frame, zones.display) {
        move(number, to: .displayed, .enteredDisplayZone, time, viewport)
      } else if isExpired {
        move(number, to: .unloaded, .leftUnloadZone, time, viewport)
      }
    }
  }

  /// Notes whether a loaded ad is beyond the unload zone, and since when.
  /// - Returns: Whether it has been there for the stability delay.
  private mutating func updateCandidacy(
    of number: Int32, zones: LoadingZones, time: Int64
  ) -> Bool {
    let place = Int(number)
    guard thresholds.unloadingEnabled, !zones.overlaps(ads.records[place].frame, zones.unload)
    else {
      ads.records[place].candidateSince = TrackedAd.notACandidate
      return false
    }
    if ads.records[place].candidateSince == TrackedAd.notACandidate {
      ads.records[place].candidateSince = time
      candidates.append(number, since: time)
    }
    return time - ads.records[place].candidateSince >= thresholds.stabilityDelay
  }

  private mutating func move(
    _ number: Int32, to state: LoadState, _ cause: TransitionCause, _ time: Int64,
    _ viewport: AdRect, _ permit: LoadPermit? = nil
  ) {
    let place = Int(number)
    transitions.append(
      Transition(
        time: time, unit: ads.unit(number), from: ads.records[place].state, to: state,
        cause: cause, frame: ads.records[place].frame, viewport: viewport, permit: permit))
    ads.records[place].state = state
    if state == .unloaded { ads.records[place].candidateSince = TrackedAd.notACandidate }
    again.append(number)
  }

  /// Indexes the loose ads where they are many, where looking at them has cost what an index
  /// costs, or where half of the index is about ads that left.
  ///
  /// Frames in screen coordinates change before every check and are left as they are.
  private mutating func indexLooseAds(zones: LoadingZones) {
    if loose.count > freshlyLoose {
      sparedLooks += loose.count - freshlyLoose + Self.looksOfCheck
    }
    freshlyLoose = 0
    guard
      loose.count > Self.looseLimit || sparedLooks > 4 * ads.records.count
        || index.count > 2 * ads.count + Self.looseLimit
    else { return }
    index.rebuild(from: ads.records, adding: loose)
    index.jump(from: nil, to: zones, noting: &looks)
    looks.removeAll(keepingCapacity: true)
    for number in loose { ads.records[Int(number)].isLoose = false }
    loose.removeAll()
    sparedLooks = 0
  }
}
