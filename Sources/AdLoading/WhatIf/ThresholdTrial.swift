// SPDX-License-Identifier: MIT
public import AdModel

/// A trace replayed with one set of thresholds.
///
/// Put several side by side to choose: run each with ``run(_:with:sizes:)`` on the same trace.
public struct ThresholdTrial: Hashable, Sendable {
  /// The thresholds tried.
  public let thresholds: LoadingThresholds
  /// Wasted fetches, late displays, the estimated viewable rate, the most loaded at once.
  public let statistics: LoadStatistics
  /// The bytes of all fetches; `nil` where the size of a fetched unit is not known.
  public let bytes: Int64?

  /// Replays a trace under a plan and counts.
  /// - Parameters:
  ///   - trace: The trace.
  ///   - plan: The units and the thresholds to try; its remote thresholds win over distances.
  ///   - sizes: What one load of a unit transfers, in bytes, as far as that is known.
  /// - Returns: The result.
  /// - Complexity: That of the replay, and O(ads in or close to the viewport) for each step.
  public static func run(
    _ trace: Trace, with plan: LoadingPlan, sizes: [AdUnitID: Int64] = [:]
  ) -> ThresholdTrial {
    var counter = TrialCounter(sizes: sizes)
    let outcome = TraceReplay(plan: plan).run(trace) { counter.follow($0) }
    return ThresholdTrial(
      thresholds: plan.thresholds, statistics: counter.statistics.ended(at: outcome.end),
      bytes: counter.bytes)
  }
}
