// SPDX-License-Identifier: MIT
package import AdModel

/// Counts how many ads of a session hold something loaded, and the most that ever did.
package struct LoadedCount: Sendable {
  private var loaded = 0

  /// The most ads that were loaded at once.
  package private(set) var peak = 0

  /// Begins where nothing is loaded.
  package init() {}

  /// Counts a transition of an ad.
  /// - Parameters:
  ///   - state: The state after the transition.
  ///   - wasLoaded: Whether the ad held something loaded before, which the caller keeps by ad.
  package mutating func count(_ state: LoadState, wasLoaded: Bool) {
    guard state.isLoaded != wasLoaded else { return }
    loaded += wasLoaded ? -1 : 1
    peak = max(peak, loaded)
  }
}
