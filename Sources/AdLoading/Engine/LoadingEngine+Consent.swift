// SPDX-License-Identifier: MIT
import AdModel

// What consent moves.
extension LoadingEngine {
  mutating func changeConsent(to new: LoadGate) {
    gate = new
    consentEpoch &+= 1
    isConsentStale = true
    visitAllNow()
  }

  /// Unloads what the gate no longer allows, while nothing can be seen.
  mutating func unloadWithoutConsent(at time: Int64) {
    guard isConsentStale else { return }
    isConsentStale = false
    for number in ads.records.indices where isUnallowed(ads.records[number]) {
      move(Int32(number), to: .unloaded, gate.unloadCause, time)
    }
  }

  /// Whether an ad is loaded and the gate does not allow that any longer.
  func isUnallowed(_ ad: TrackedAd) -> Bool {
    guard ad.isPresent, ad.state.isLoaded else { return false }
    guard case .open = gate else { return true }
    return ad.consentEpoch != consentEpoch
  }
}
