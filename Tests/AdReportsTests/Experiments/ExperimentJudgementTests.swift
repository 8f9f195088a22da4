// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdReports

@Suite struct ExperimentJudgementTests {
  /// An arm of stores that have so much of each.
  private static func arm(_ stores: Int, viewable: Int = 60, unseen: Int = 20) -> ArmSum {
    var sum = ArmSum()
    for number in 0..<stores {
      sum.add(
        StoreSum(
          viewable: viewable + number % 21, unseen: unseen + number % 11,
          peakLoaded: 3 + number % 2, times: [Int32(number % 17)]))
    }
    return sum
  }

  private static func verdict(
    _ arm: ArmSum, guards: [ExperimentMetric] = [.unseen], difference: Double = 0.05,
    days: Int? = nil, day: Int = 3
  ) -> ArmVerdict? {
    let plan = ExperimentSamples.plan(guards: guards, difference: difference, days: days)
    return ExperimentJudgement(plan, sums: [Self.arm(400), arm], day: day).arms.first?.verdict
  }

  @Test func `a verdict says first what makes others worthless`() {
    #expect(Self.verdict(Self.arm(280, viewable: 90, unseen: 90)) == .sharesBroken)
    #expect(Self.verdict(Self.arm(400, viewable: 90, unseen: 90)) == .guardBroken([.unseen]))
    #expect(Self.verdict(Self.arm(400, viewable: 90)) == .better)
    #expect(Self.verdict(Self.arm(400, viewable: 40)) == .worse)
    #expect(Self.verdict(Self.arm(400, viewable: 90, unseen: 90), guards: []) == .better)
    #expect(Self.verdict(Self.arm(400, viewable: 90, unseen: 5)) == .better)
  }

  @Test func `what is open is not yet, until all that was planned is known`() {
    #expect(Self.verdict(Self.arm(400), difference: 0.01) == .notYet)
    #expect(Self.verdict(Self.arm(400), difference: 0.2) == .undecided)
    #expect(Self.verdict(Self.arm(400), difference: 0.01, days: 4, day: 3) == .notYet)
    #expect(Self.verdict(Self.arm(400), difference: 0.01, days: 4, day: 4) == .undecided)
    #expect(Self.verdict(ArmSum(), days: 3) == .sharesBroken)
  }

  @Test(
    arguments: [
      (nil, nil, false), (nil, 9, false), (nil, 8, true), (100, nil, true), (101, nil, false),
      (100, 8, true), (101, 8, false), (100, 9, false),
    ] as [(Int?, Int?, Bool)]) func `it is over with all that was planned of stores and days`(
      stores: Int?, days: Int?, isOver: Bool
    )
  {
    let plan = ExperimentPlan(
      arms: [("a", 1), ("b", 1)], goal: .late, guards: [], difference: 0.1, stores: stores,
      days: days)
    #expect(plan.isOver(stores: 100, day: 8) == isOver)
  }

  @Test func `each arm is judged beside the control, and the error is shared out`() {
    let plan = ExperimentPlan(
      arms: [("control", 100), ("wide", 100), ("narrow", 100)], goal: .viewable,
      guards: [.unseen, .viewable, .memory], difference: 0.05)
    #expect(plan.guards == [.unseen, .memory])
    #expect((plan.sequence.error - 0.05 / 6).magnitude < 1e-15)
    let judgement = ExperimentJudgement(
      plan, sums: [Self.arm(400), Self.arm(390, viewable: 40), Self.arm(405, viewable: 99)], day: 1)
    #expect(judgement.arms.map(\.name) == ["wide", "narrow"])
    #expect(judgement.arms.map(\.verdict) == [.worse, .better])
    #expect(
      judgement.arms[0].differences.map(\.metric) == [
        .viewable, .unseen, .memory, .late, .timeToAd,
      ])
  }

  @Test func `nothing at all is judged to be nothing`() {
    let plan = ExperimentSamples.plan()
    let judgement = ExperimentRecords().judgement(by: plan)
    #expect(judgement.arms.map(\.verdict) == [.notYet])
    #expect(ExperimentRecords().days(by: plan).isEmpty)
    let sizes = PlannedSize.sizes(by: ExperimentRecords(), arm: "control", for: plan)
    #expect(sizes.map(\.share) == PlannedSize.shares && sizes.allSatisfy { $0.days == nil })
  }
}
