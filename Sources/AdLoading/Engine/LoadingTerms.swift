// SPDX-License-Identifier: MIT
package import AdModel

/// What holds for a ``LoadingEngine`` before it is told anything.
package struct LoadingTerms: Hashable, Sendable {
  /// The distances and durations.
  package var thresholds: LoadingThresholds
  /// The percentages that win over the distances.
  package var remoteThresholds: RemoteThresholds?
  /// How the gate stands.
  package var gate: LoadGate
  /// The most ads that may be loaded at once, at least 1; `nil` where there is no bound.
  package var loadedAdsLimit: Int?
  /// The units that are not loaded until they are released.
  package var held: Set<AdUnitID>
  /// The units whose ads are video, which ``PageViewability`` measures by another rule.
  package var videoUnits: Set<AdUnitID>

  /// Puts terms together.
  package init(
    thresholds: LoadingThresholds = .standard, remoteThresholds: RemoteThresholds? = nil,
    gate: LoadGate, loadedAdsLimit: Int? = nil, held: Set<AdUnitID> = [],
    videoUnits: Set<AdUnitID> = []
  ) {
    self.thresholds = thresholds
    self.remoteThresholds = remoteThresholds
    self.gate = gate
    self.loadedAdsLimit = loadedAdsLimit
    self.held = held
    self.videoUnits = videoUnits
  }

  /// The terms on which a page begins under a plan.
  package init(plan: LoadingPlan, gate: LoadGate) {
    self.init(
      thresholds: plan.thresholds, remoteThresholds: plan.remoteThresholds, gate: gate,
      loadedAdsLimit: plan.loadedAdsLimit, held: plan.withheld, videoUnits: plan.videoUnits)
  }
}
