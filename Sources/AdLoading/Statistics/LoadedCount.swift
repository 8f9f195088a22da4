// SPDX-License-Identifier: MIT
package import AdModel

/// Counts how many ads of a session hold something loaded, and the most that ever did.
package struct LoadedCount: Sendable {
  private var loaded: Set<AdUnitID> = []

  /// The most ads that were loaded at once.
  package private(set) var peak = 0

  /// Begins where nothing is loaded.
  package init() {}

  /// Counts a transition.
  /// - Parameter state: The state after the transition.
  package mutating func set(_ unit: AdUnitID, becomes state: LoadState) {
    switch state {
    case .fetched, .displayed:
      loaded.insert(unit)
      peak = max(peak, loaded.count)
    case .notLoaded, .unloaded: loaded.remove(unit)
    }
  }
}
