// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdReports

/// Whole experiments, played with phones that differ. `ADVIEW_FUZZ=20` plays a thousand without a
/// difference and two hundred with one, best in a release build.
@Suite struct ExperimentSimulationTests {
  /// Plays an experiment and looks at it each day: what it said on the first day that it said anything,
  /// and whether a plain interval left out nothing on any day.
  private static func outcome(
    _ plan: ExperimentPlan, phones count: Int, days: Int, lastBegin: Int, effect: Double,
    seed: UInt64
  ) -> (verdict: ArmVerdict?, isTakenIn: Bool) {
    var phones = ExperimentSamples.Phones(count, arms: 2, lastBegin: lastBegin, seed: seed)
    var sums = [ArmSum(), ArmSum()]
    var places: [Int: Int] = [:]
    var (verdict, isTakenIn): (ArmVerdict?, Bool) = (nil, false)
    for day in 0..<days {
      let arms = phones.arms
      phones.sessions(onDay: day, effects: [0, effect]) { phone, session in
        if let place = places[phone] {
          sums[arms[phone]].add(session, toStoreAt: place)
        } else {
          places[phone] = sums[arms[phone]].add(session)
        }
      }
      let arm = ExperimentJudgement(plan, sums: sums, day: day + 1).arms[0]
      if arm.verdict != .notYet, arm.verdict != .undecided { verdict = verdict ?? arm.verdict }
      if let interval = arm.differences[0].interval {
        isTakenIn = isTakenIn || interval.low > 0 || interval.high < 0
      }
    }
    return (verdict, isTakenIn)
  }

  @Test func `without a difference, looking every day for a month seldom finds one`() {
    var (alarms, naive, trials) = (0, 0, 0)
    let plan = ExperimentSamples.plan(guards: [.late, .unseen, .timeToAd, .memory])
    for seed in Fuzz.seeds(50) {
      trials += 1
      let outcome = Self.outcome(
        plan, phones: 240, days: 30, lastBegin: 20, effect: 0, seed: seed)
      alarms += outcome.verdict == nil ? 0 : 1
      naive += outcome.isTakenIn ? 1 : 0
    }
    print("false alarms: \(alarms) of \(trials); by plain intervals of the goal alone \(naive)")
    #expect(alarms * 20 <= trials, "\(alarms) of \(trials)")
    #expect(naive * 10 > trials, "\(naive) of \(trials)")
  }

  @Test func `a difference of a twentieth is found within the planned size`() throws {
    let plan = ExperimentSamples.plan(guards: [.unseen], days: 14)
    // What was recorded before says how many phones that takes, and for how long.
    let (all, lastBegin) = (6_000, 7)
    var phones = ExperimentSamples.Phones(all, arms: 1, lastBegin: lastBegin, seed: 99)
    var records = ExperimentRecords()
    for day in 0..<14 {
      phones.sessions(onDay: day, effects: [0]) { phone, session in
        records.add(
          session, store: "\(phone)", arm: "all",
          at: Timestamp(milliseconds: Int64(day) * 86_400_000))
      }
    }
    let size = try #require(
      PlannedSize.sizes(by: records, arm: "all", for: plan).first { $0.days != nil })
    let days = try #require(size.days)
    var (found, trials) = (0, 0)
    for seed in Fuzz.seeds(10) {
      trials += 1
      let outcome = Self.outcome(
        plan, phones: Int(2 * size.share * Double(all)), days: days, lastBegin: lastBegin,
        effect: 0.05, seed: seed)
      found += outcome.verdict == .better ? 1 : 0
    }
    print("found: \(found) of \(trials) in \(days) days with \(size.share) of \(all) phones an arm")
    #expect(found * 10 >= trials * 9, "\(found) of \(trials)")
  }
}
