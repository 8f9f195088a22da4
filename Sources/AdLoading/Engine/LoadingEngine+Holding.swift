// SPDX-License-Identifier: MIT
import AdModel

// What keeps ads from loading, what ends that, and what ends an ad.
extension LoadingEngine {
  /// Takes that another document came into the view of an ad, with a request of its own.
  mutating func noteRequested(_ unit: AdUnitID) {
    guard let number = ads.number(of: unit), ads.records[Int(number)].state.isLoaded else { return }
    ads.records[Int(number)].requestedAt = now
  }

  /// Takes that the creative of an ad is there: its request counts. When the tag asked for a second one in
  /// the same document, nobody told.
  mutating func noteRendered(_ unit: AdUnitID) {
    guard let number = ads.number(of: unit), ads.records[Int(number)].state.isLoaded else { return }
    let ad = ads.records[Int(number)]
    let isAgain = ad.pausedUntil >= ad.requestedAt + Self.requestPause
    let requestedAt = isAgain ? now : ad.requestedAt
    ads.records[Int(number)].pausedUntil = requestedAt + Self.requestPause
    guard ad.isGone else { return }
    noOpWindow = nil
    dirty.append(number)
  }

  mutating func hold(_ unit: AdUnitID, _ cause: HoldCause) {
    guard held.insert(unit).inserted, let number = ads.number(of: unit) else { return }
    ads.records[Int(number)].isHeld = true
    guard ads.records[Int(number)].state.isLoaded else { return }
    noOpWindow = nil
    move(number, to: .unloaded, cause.transitionCause, now)
    askForCheck()
  }

  mutating func release(_ unit: AdUnitID) {
    guard held.remove(unit) != nil, let number = ads.number(of: unit) else { return }
    ads.records[Int(number)].isHeld = false
    noOpWindow = nil
    dirty.append(number)
    askForCheck()
  }

  /// Forgets an ad that is gone.
  mutating func forget(_ number: Int32, at time: Int64) {
    if ads.records[Int(number)].state != .notLoaded { move(number, to: .notLoaded, .removed, time) }
    pauses.keep(ads.unit(number), until: ads.records[Int(number)].pausedUntil, now: time)
    ads.remove(number)
    speeds.remove(number)
    ads.dropStaleCandidates()
  }

  mutating func visitAllNow() {
    mustVisitAll = true
    noOpWindow = nil
    runCheck(at: now)
  }

  /// Takes which parts of an ad's place could be seen. While that is none, it is neither fetched nor
  /// displayed: an ad that is asked for in a closed accordion is asked for by nobody.
  mutating func show(_ unit: AdUnitID, _ parts: [AdRect]?) {
    let isHidden = parts?.allSatisfy(\.isEmpty) ?? false
    let wasHidden = isHidden ? !hidden.insert(unit).inserted : hidden.remove(unit) != nil
    guard isHidden != wasHidden, let number = ads.number(of: unit) else { return }
    ads.records[Int(number)].isHidden = isHidden
    guard !isHidden else { return }
    noOpWindow = nil
    dirty.append(number)
    askForCheck()
  }
}
