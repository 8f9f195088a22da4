// SPDX-License-Identifier: MIT
package import AdModel

/// Distances that suit one aim, for a phone's viewport of about 850 points.
package enum ThresholdPreset: String, CaseIterable, Hashable, Sendable {
  /// Few impressions, most of them seen: fetch at 400, display at 0, unload at 1600 points.
  case viewability
  /// Two screens ahead, so that most ads are ready in time: 1700, 200 and 3400 points.
  case balanced
  /// Many impressions, in the manner of Google's own lazy loading: 2500, 850 and 5000 points.
  case yield

  /// The preset's distances with the switches and durations of other thresholds.
  package func applied(to base: LoadingThresholds) -> LoadingThresholds {
    do {
      let (fetch, display, unload) = distances
      return try LoadingThresholds(
        fetch: fetch, display: display, unload: unload, unloadingEnabled: base.unloadingEnabled,
        throttle: base.throttle, stabilityDelay: base.stabilityDelay, prediction: base.prediction)
    } catch {
      preconditionFailure("the preset \(self) is not valid: \(error)")
    }
  }

  private var distances: (fetch: Double, display: Double, unload: Double) {
    switch self {
    case .viewability: (400, 0, 1_600)
    case .balanced: (1_700, 200, 3_400)
    case .yield: (2_500, 850, 5_000)
    }
  }
}
