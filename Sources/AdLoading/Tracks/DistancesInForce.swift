// SPDX-License-Identifier: MIT
package import AdModel

/// The distances by which a loading engine decides at a time.
package struct DistancesInForce: Hashable, Sendable {
  /// Distances and durations in points and milliseconds.
  package let thresholds: LoadingThresholds
  /// Percentages of the viewport's height that win over its distances; `nil` where there are none.
  package let remote: RemoteThresholds?
}

extension SessionTrack {
  /// The distances with which the session began, at 0, and each that it was told to change to, with
  /// its time in milliseconds since then. Being told what holds already is no change.
  /// - Complexity: O(*n*) in the number of steps.
  package var distances: [(time: Int64, inForce: DistancesInForce)] {
    var (thresholds, remote) = (terms.thresholds, terms.remoteThresholds)
    var found: [(time: Int64, inForce: DistancesInForce)] = []
    func hold(from time: Int64) {
      let now = DistancesInForce(thresholds: thresholds, remote: remote)
      if found.last?.inForce != now { found.append((time, now)) }
    }
    hold(from: 0)
    for step in steps {
      switch step.event {
      case .thresholds(let told): thresholds = told
      case .remoteThresholds(let told): remote = told
      default: continue
      }
      hold(from: step.time)
    }
    return found
  }
}
