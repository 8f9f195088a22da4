// SPDX-License-Identifier: MIT
import AdModel
import AdReports
import TestSupport

/// Stores for experiments: some that a reference has counted too, and any number at random.
enum ExperimentSamples {
  /// The stores of the references, by a rule that is quickly written in any language.
  static func arm(_ count: Int, _ arm: Int) -> ArmSum {
    var sum = ArmSum()
    for number in 0..<count {
      let sessions = 1 + (number * 7 + arm * 3) % 9
      var store = StoreSum()
      for session in 0..<sessions {
        // Everything is in the first session: only the sums of a store count.
        let isFirst = session == 0
        store.add(
          StoreSum(
            viewable: isFirst
              ? sessions * (2 + (number * 5) % 4) + (number * number) % 7 + arm * sessions / 2 : 0,
            unseen: isFirst ? (number * 13 + arm) % 4 + sessions / 3 : 0,
            peakLoaded: isFirst ? sessions * (3 + number % 3) + (number * 5 + arm) % 4 : 0,
            times: isFirst
              ? [
                Int32(1_000 * ((number * 11) % 5) * sessions / 2 + 137 * ((number * 3 + arm) % 8))
              ] : []))
      }
      sum.add(store)
    }
    return sum
  }

  /// A plan of two equal arms.
  static func plan(
    _ goal: ExperimentMetric = .viewable, guards: [ExperimentMetric] = [],
    difference: Double = 0.05, days: Int? = nil
  ) -> ExperimentPlan {
    ExperimentPlan(
      arms: [("control", 500), ("wide", 500)], goal: goal, guards: guards, difference: difference,
      days: days)
  }

  /// A session of a store at random.
  /// - Parameters:
  ///   - taste: What of the store's sessions differs from others', around 1.
  ///   - effect: By how much, of 1, there are more viewable impressions.
  static func session(
    taste: Double, effect: Double, using random: inout SeededRandom
  ) -> StoreSum {
    func number(_ mean: Double) -> Int {
      Int(
        mean * Double.random(in: 0.5...1.5, using: &random)
          + Double.random(in: 0..<1, using: &random)
      )
    }
    let isLate = random.isOneIn(3)
    return StoreSum(
      viewable: number(6 * taste * (1 + effect)), unseen: number(1.5 * taste),
      peakLoaded: number(4), times: [0, isLate ? Int32(number(700 * taste)) : 0])
  }

  /// Phones that begin on some day and have sessions on others, in an arm that a coin chose.
  struct Phones {
    private var tastes: [Double] = []
    private var begins: [Int] = []
    private(set) var arms: [Int] = []
    private var random: SeededRandom

    /// - Parameter lastBegin: The day on which the last ones begin.
    init(_ count: Int, arms armCount: Int, lastBegin: Int, seed: UInt64) {
      random = SeededRandom(seed: seed)
      for _ in 0..<count {
        tastes.append(Double.random(in: 0.7...1.3, using: &random))
        begins.append(random.int(0...lastBegin))
        arms.append(random.int(0...(armCount - 1)))
      }
    }

    /// The sessions of a day.
    mutating func sessions(
      onDay day: Int, effects: [Double], _ visit: (_ phone: Int, _ session: StoreSum) -> Void
    ) {
      for phone in tastes.indices where begins[phone] <= day && random.int(0...2) > 0 {
        for _ in 0...random.int(0...1) {
          visit(
            phone,
            ExperimentSamples.session(
              taste: tastes[phone], effect: effects[arms[phone]], using: &random))
        }
      }
    }
  }
}
