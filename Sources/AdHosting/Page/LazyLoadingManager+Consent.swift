// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

// What word of consent does.
extension LazyLoadingManager {
  /// Closes the gate where the consent has run out before a time.
  mutating func expireConsent(before time: Int64) {
    guard let expiry = terms.expiresAt, expiry < time else { return }
    driveConsent(terms.expire(), at: max(expiry, engine.now))
    clearData()
  }

  /// Tells the engine word of consent: before the first ad that a check would have loaded or displayed that
  /// was due by then and never ran, for nobody made a view for it.
  mutating func driveConsent(_ event: LoadingEvent, at time: Int64) {
    var heard = time
    if let due = engine.nextDeadline, due < time {
      var late = engine
      let missed = (try? late.handle(.tick, at: time - 1)) ?? []
      heard = missed.first { $0.to == .fetched || $0.to == .displayed }?.time ?? time
    }
    drive(event, at: heard)
  }

  /// Has removed what ads have kept on the device, once nobody allows it any more.
  mutating func clearData() {
    let clears = terms.clearsData
    if clears, !isDataCleared { outcome.effects.append(.clearData) }
    isDataCleared = clears
  }
}
