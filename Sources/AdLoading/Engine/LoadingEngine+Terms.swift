// SPDX-License-Identifier: MIT
package import AdModel

extension LoadingEngine {
  /// Makes an engine that knows no ads yet.
  /// - Parameters:
  ///   - remoteThresholds: The percentages that win over the distances.
  ///   - gate: How the gate stands.
  ///   - loadedAdsLimit: The most ads that may be loaded at once, at least 1.
  ///   - held: The units that are not loaded until they are released.
  package init(
    thresholds: LoadingThresholds = .standard, remoteThresholds: RemoteThresholds? = nil,
    gate: LoadGate, loadedAdsLimit: Int? = nil, held: Set<AdUnitID> = []
  ) {
    self.init(
      under: LoadingTerms(
        thresholds: thresholds, remoteThresholds: remoteThresholds, gate: gate,
        loadedAdsLimit: loadedAdsLimit, held: held))
  }
}
