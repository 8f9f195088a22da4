// SPDX-License-Identifier: MIT
package import AdModel

// What the engine knows of its ads.
extension LoadingEngine {
  /// The state of an ad; one that was never placed is `notLoaded`.
  package func state(of unit: AdUnitID) -> LoadState {
    ads.number(of: unit).map { ads.records[Int($0)].state } ?? .notLoaded
  }

  /// The frame of an ad as last told, in points.
  package func frame(of unit: AdUnitID) -> AdRect? {
    ads.number(of: unit).map { ads.records[Int($0)].frame }
  }

  /// How far each ad is that is loaded or waits for room, in points from the viewport as it was known
  /// last; nothing where there is no bound.
  /// - Complexity: O(n log n) in those ads.
  package var roomWanted: [Double] {
    let viewport = viewport ?? lastViewport
    return limit.wanting.map { ads.records[Int($0)].distance(to: viewport) }.sorted()
  }

  /// How far an ad is, in points from the viewport as it was known last.
  package func distance(of unit: AdUnitID) -> Double {
    ads.number(of: unit).map { ads.records[Int($0)].distance(to: viewport ?? lastViewport) }
      ?? .infinity
  }

  /// Whether something of an ad is in the viewport: not where it is clipped away altogether.
  package func isOnScreen(_ unit: AdUnitID) -> Bool {
    guard let number = ads.number(of: unit), let viewport else { return false }
    return ads.records[Int(number)].isOnScreen(in: viewport)
  }
}
