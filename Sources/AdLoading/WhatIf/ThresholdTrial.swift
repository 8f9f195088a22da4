// SPDX-License-Identifier: MIT
public import AdModel

/// What one set of thresholds would have done on a trace.
///
/// Put several side by side to choose: run each with ``run(_:with:sizes:)`` on the same trace.
public struct ThresholdTrial: Hashable, Sendable {
  /// The thresholds tried.
  public let thresholds: LoadingThresholds
  /// Fetches, displays, churn and the most loaded at once.
  public let tally: LoadTally
  /// How many displays had half of the ad in view for a second; an estimate, for only an accredited
  /// vendor counts officially.
  public let viewableDisplays: Int
  /// What the fetches loaded, in bytes; `nil` where the size of a fetched unit is not known.
  public let bytes: Int64?

  /// The part of the displays that became viewable, from 0 to 1; `nil` without displays.
  public var viewableRate: Double? {
    tally.displays == 0 ? nil : Double(viewableDisplays) / Double(tally.displays)
  }

  /// Replays a trace under a plan and counts.
  /// - Parameters:
  ///   - trace: The trace.
  ///   - plan: The units and the thresholds to try; its remote thresholds win over distances.
  ///   - sizes: What one load of a unit transfers, in bytes, as far as that is known.
  /// - Returns: The result.
  /// - Complexity: That of the replay, and O(displayed ads) for each step.
  public static func run(
    _ trace: Trace, with plan: LoadingPlan, sizes: [AdUnitID: Int64] = [:]
  ) -> ThresholdTrial {
    var tally = LoadTally()
    var estimate = ViewabilityEstimate()
    var bytes: Int64? = 0
    let replay = TraceReplay(plan: plan, record: ConsentRecordID(1))
    _ = replay.run(trace) { stride in
      for change in stride.transitions {
        tally.count(change)
        guard change.to == .fetched else { continue }
        bytes = bytes.flatMap { sum in sizes[change.unit].map { sum + $0 } }
      }
      for case .removed(let unit) in stride.events { tally.countRemoval(of: unit) }
      estimate.follow(stride)
    }
    return ThresholdTrial(
      thresholds: plan.thresholds, tally: tally, viewableDisplays: estimate.viewable,
      bytes: tally.fetches == 0 || sizes.isEmpty ? nil : bytes)
  }
}
