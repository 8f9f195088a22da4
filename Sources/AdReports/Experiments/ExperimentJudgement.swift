// SPDX-License-Identifier: MIT
import AdModel

/// What an experiment says as far as its sessions are known.
package struct ExperimentJudgement: Sendable {
  /// One arm beside the control.
  package struct Arm: Sendable {
    package let name: String
    /// The differences, in the order of the metrics: the goal, the guards, the others.
    package let differences: [ArmDifference]
    package let verdict: ArmVerdict
  }

  package let plan: ExperimentPlan
  /// The arms of the plan with their sums.
  package let sums: [ArmSum]
  package let shares: ShareCheck
  /// The arms beside the control.
  package let arms: [Arm]

  /// Judges.
  /// - Parameters:
  ///   - sums: What each arm of the plan came to, in its order.
  ///   - day: The days since it began, 1 on the first.
  package init(_ plan: ExperimentPlan, sums: [ArmSum], day: Int) {
    self.plan = plan
    self.sums = sums
    shares = ShareCheck(stores: sums.map(\.storeCount), shares: plan.shares)
    let sequence = plan.sequence
    let metrics =
      [plan.goal] + plan.guards
      + ExperimentMetric.allCases.filter { $0 != plan.goal && !plan.guards.contains($0) }
    let fits = shares.fits
    let isOver = plan.isOver(stores: sums.map(\.storeCount).min() ?? 0, day: day)
    arms = zip(plan.arms, sums).dropFirst().map { name, sum in
      let differences = metrics.map {
        ArmDifference($0, control: sums[0], arm: sum, planned: sequence)
      }
      return Arm(
        name: name, differences: differences,
        verdict: fits ? Self.verdict(of: differences, plan, isOver: isOver) : .sharesBroken)
    }
  }

  private static func verdict(
    of differences: [ArmDifference], _ plan: ExperimentPlan, isOver: Bool
  ) -> ArmVerdict {
    let goal = differences[0]
    let broken = differences.dropFirst().prefix(plan.guards.count).filter { $0.finding == .worse }
    if !broken.isEmpty { return .guardBroken(broken.map(\.metric)) }
    switch goal.finding {
    case .better: return .better
    case .worse: return .worse
    case .unknown, .open:
      let isKnown = goal.sequence != nil && (goal.information ?? 0) >= 1
      return isKnown || isOver ? .undecided : .notYet
    }
  }
}
