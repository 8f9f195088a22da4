// SPDX-License-Identifier: MIT
package import AdModel

/// A trace replayed with one set of thresholds.
///
/// Put several side by side to choose: run each with ``run(_:with:sizes:)`` on the same trace.
package struct ThresholdTrial: Hashable, Sendable {
  /// The thresholds tried.
  package let thresholds: LoadingThresholds
  /// Wasted fetches, late displays, the estimated viewable rate, the most loaded at once.
  package let statistics: LoadStatistics
  /// The bytes of all fetches; `nil` where the size of a fetched unit is not known.
  package let bytes: Int64?

  /// Replays a trace under several plans and counts, in each until the same time: when the last of
  /// them has no check pending any more.
  /// - Parameters:
  ///   - plans: The units and the thresholds to try; remote thresholds win over distances.
  ///   - keepsThresholds: Whether a recorded session keeps its own thresholds, whatever a plan says.
  ///   - sizes: What one load of a unit transfers, in bytes, as far as that is known.
  /// - Returns: A trial of each plan, in their order.
  /// - Complexity: That of the replays, and O(ads in or close to the viewport) for each step.
  package static func compare(
    _ trace: Trace, with plans: [LoadingPlan], keepsThresholds: Bool = false,
    sizes: [AdUnitID: Int64] = [:]
  ) -> [ThresholdTrial] {
    var counters = plans.map { TrialCounter(sizes: sizes, videoUnits: $0.videoUnits) }
    let ends = zip(counters.indices, plans).map { index, plan in
      TraceReplay(plan: plan, keepsThresholds: keepsThresholds).run(trace) {
        counters[index].follow($0)
      }.end
    }
    return zip(counters.indices, plans).map { index, plan in
      ThresholdTrial(
        thresholds: plan.thresholds,
        statistics: counters[index].ended(at: ends.max() ?? 0), bytes: counters[index].bytes)
    }
  }
}
