// SPDX-License-Identifier: MIT
package import AdHosting
package import AdLoading
package import AdModel

/// A trace replayed with one set of thresholds.
///
/// Put several side by side to choose: ``compare(_:on:keepsThresholds:sizes:)`` runs
/// each on the same trace.
package struct ThresholdTrial: Hashable, Sendable {
  /// The thresholds tried.
  package let thresholds: LoadingThresholds
  /// Wasted fetches, late displays, the estimated viewable rate, the most loaded at once.
  package let statistics: LoadStatistics
  /// The bytes of all fetches; `nil` where the size of a fetched unit is not known.
  package let bytes: Int64?

  /// Replays a trace under several thresholds and counts, in each until the same time: when the last
  /// of them has no check pending any more.
  /// - Parameters:
  ///   - pages: The page with each of the thresholds to try; its remote thresholds win over
  ///     distances.
  ///   - keepsThresholds: Whether a recorded session keeps its own thresholds, whatever a page says.
  ///   - sizes: What one load of a unit transfers, in bytes, as far as that is known.
  /// - Complexity: That of the replays, and O(ads in or close to the viewport) for each step.
  package static func compare(
    _ trace: Trace, on pages: [PageContent], keepsThresholds: Bool = false,
    sizes: [AdUnitID: Int64] = [:]
  ) -> [ThresholdTrial] {
    var replays = pages.map { TraceReplay(trace, on: $0, keepsThresholds: keepsThresholds) }
    var counters = pages.map { _ in TrialCounter(sizes: sizes) }
    var end: Int64 = 0
    for place in pages.indices {
      end = max(end, replays[place].run { counters[place].follow($0) }.end)
    }
    return pages.indices.map { place in
      replays[place].wait(until: end) { counters[place].follow($0) }
      return ThresholdTrial(
        thresholds: pages[place].plan.thresholds, statistics: counters[place].ended(at: end),
        bytes: counters[place].bytes)
    }
  }
}
