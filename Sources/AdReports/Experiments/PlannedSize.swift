// SPDX-License-Identifier: MIT
import AdModel

/// How long an experiment has to run, by the variance of what was recorded before.
package struct PlannedSize: Hashable, Sendable {
  /// How much of the phones is in each arm, of 1.
  package let share: Double
  /// How many days; nil where the recorded days are too few to say.
  package let days: Int?
  /// How many stores each arm then has; nil where that is not known.
  package let stores: Int?

  /// The shares that are told.
  package static let shares = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5]

  /// Finds the sizes by sessions that were recorded before, all of them in one arm.
  ///
  /// Of the first days of the record, the variance between stores says how many stores would do; as
  /// many of a share of those that were there then have to be in it. A share that finds too few on all
  /// recorded days gets none.
  /// - Parameters:
  ///   - arm: The name of the arm under which all sessions were added.
  ///   - plan: What the experiment is to find.
  /// - Returns: One for each of ``shares``.
  package static func sizes(
    by records: ExperimentRecords, arm: String, for plan: ExperimentPlan
  ) -> [PlannedSize] {
    let sequence = plan.sequence
    // So many stores of an arm the variance needs, and so many there are, by day.
    let days = records.sums(of: arm).compactMap {
      day, sum -> (day: Int, needed: Double, known: Double)? in
      guard let figure = sum.figure(of: plan.goal), figure.value > 0, figure.variance > 0 else {
        return nil
      }
      let ofOne = figure.variance * Double(sum.storeCount) / (figure.value * figure.value)
      return (day, 2 * ofOne / sequence.plannedVariance, Double(sum.storeCount))
    }
    return shares.map { share in
      let enough = days.first {
        $0.known * share >= max($0.needed, Double(ArmDifference.leastStores))
      }
      return PlannedSize(
        share: share, days: enough?.day,
        stores: enough.map { Int(max($0.needed, Double(ArmDifference.leastStores)).rounded(.up)) })
    }
  }
}
