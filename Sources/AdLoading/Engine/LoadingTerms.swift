// SPDX-License-Identifier: MIT
public import AdModel

/// What holds for a ``LoadingEngine`` before it is told anything.
public struct LoadingTerms: Hashable, Sendable {
  /// The distances and durations.
  public var thresholds: LoadingThresholds
  /// The percentages that win over the distances.
  public var remoteThresholds: RemoteThresholds?
  /// How the gate stands.
  public var gate: LoadGate
  /// The most ads that may be loaded at once, at least 1; `nil` where there is no bound.
  public var loadedAdsLimit: Int?
  /// The units that are not loaded until they are released.
  public var held: Set<AdUnitID>
  /// The units whose ads are video, which ``PageViewability`` measures by another rule.
  public var videoUnits: Set<AdUnitID>

  /// Puts terms together.
  public init(
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
  public init(plan: LoadingPlan, gate: LoadGate) {
    self.init(
      thresholds: plan.thresholds, remoteThresholds: plan.remoteThresholds, gate: gate,
      loadedAdsLimit: plan.loadedAdsLimit, held: plan.withheld, videoUnits: plan.videoUnits)
  }
}
