// SPDX-License-Identifier: MIT
package import AdModel

/// What was agreed before an experiment began, so that nobody chooses afterwards.
package struct ExperimentPlan: Hashable, Sendable {
  /// How often, of 1, an experiment whose arms do not differ is said to have found something.
  package static let error = 0.05

  /// The names of the arms, the control first.
  package let arms: [String]
  /// Their shares, in any unit.
  package let shares: [Int]
  /// What shall become better.
  package let goal: ExperimentMetric
  /// What must not become worse.
  package let guards: [ExperimentMetric]
  /// The difference that shall be found, as a share of the control's figure: 0.03 for 3 %.
  package let difference: Double
  /// How many stores each arm needs; nil where that was not said.
  package let stores: Int?
  /// How many days it is to run; nil where that was not said.
  package let days: Int?

  /// Notes what was agreed.
  /// - Parameters:
  ///   - arms: The names of the arms with their shares, the control first.
  ///   - difference: Above 0.
  package init(
    arms: [(name: String, share: Int)], goal: ExperimentMetric, guards: [ExperimentMetric],
    difference: Double, stores: Int? = nil, days: Int? = nil
  ) {
    self.arms = arms.map(\.name)
    shares = arms.map(\.share)
    self.goal = goal
    self.guards = guards.filter { $0 != goal }
    self.difference = difference
    self.stores = stores
    self.days = days
  }

  /// Whether the experiment has had all that it was planned to need.
  /// - Parameters:
  ///   - stores: How many stores the smallest of its arms has.
  ///   - day: The days since it began, 1 on the first.
  func isOver(stores: Int, day: Int) -> Bool {
    switch (self.stores, days) {
    case (let needed?, let days?): stores >= needed && day >= days
    case (let needed?, nil): stores >= needed
    case (nil, let days?): day >= days
    case (nil, nil): false
    }
  }

  /// The intervals that hold at all looks. Their error is that of the experiment shared out to the goal
  /// and guards of each arm, so that all of them are right together.
  package var sequence: ConfidenceSequence {
    let judged = max(arms.count - 1, 1) * (1 + guards.count)
    return ConfidenceSequence(error: Self.error / Double(judged), difference: difference)
  }
}
