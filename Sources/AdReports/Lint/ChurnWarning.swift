// SPDX-License-Identifier: MIT
package import AdModel

/// Thresholds that invite churn: ads that are unloaded and fetched again soon after.
///
/// A fetch within 30 seconds of an unload counts as a refresh that advertisers do not pay for.
package enum ChurnWarning: Hashable, Sendable, CustomStringConvertible {
  /// The least distance between the fetch and the unload zone, in points: half a phone's screen.
  package static let leastMargin = 400.0
  /// The least stability delay, in milliseconds.
  package static let leastDelay: Int64 = 1_000

  /// The unload zone ends this close to the fetch zone, in points.
  case narrowMargin(Double)
  /// An ad is unloaded after so short a time, in milliseconds.
  case shortDelay(Int64)

  /// The fault and its remedy.
  package var description: String {
    switch self {
    case .narrowMargin(let margin):
      "ads are unloaded \(margin.inPoints) beyond where they are fetched: a small scroll back "
        + "and forth loads them anew; keep at least \(Self.leastMargin.inPoints) between "
        + "(twice the fetch distance is sound)"
    case .shortDelay(let delay):
      "ads are unloaded after \(delay) ms: a quick look elsewhere loads them anew; wait at least "
        + "\(Self.leastDelay) ms"
    }
  }

  /// Looks for what invites churn; there is nothing where unloading is off.
  /// - Parameter viewportHeight: The viewport's height in points, which the percentages are of.
  /// - Returns: The warnings, none where all is well.
  package static func warnings(
    for thresholds: LoadingThresholds, remote: RemoteThresholds? = nil,
    viewportHeight: Double = 852
  ) -> [ChurnWarning] {
    guard thresholds.unloadingEnabled else { return [] }
    let fetch = remote.map { viewportHeight * $0.fetch / 100 } ?? thresholds.fetch
    let margin = max(thresholds.unload - fetch, 0)
    var warnings: [ChurnWarning] = []
    if margin < leastMargin { warnings.append(.narrowMargin(margin)) }
    if thresholds.stabilityDelay < leastDelay {
      warnings.append(.shortDelay(thresholds.stabilityDelay))
    }
    return warnings
  }
}
