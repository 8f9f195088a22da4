// SPDX-License-Identifier: MIT
import AdModel
import HostingSchedules
import TestSupport
import Testing

@Suite struct HostingScheduleTests {
  @Test func `no random schedule breaks an invariant, and every cause is among them`() throws {
    var causes: Set<String> = []
    var changesOfPerson = 0
    try Fuzz.forEachSeed(250) { seed, _ in
      var schedule = try HostingSchedule(seed: seed)
      let outcome = schedule.run(steps: 40)
      #expect(outcome.violations.isEmpty, "seed \(seed): \(outcome.violations)")
      causes.formUnion(outcome.causes.keys)
      changesOfPerson += outcome.changesOfPerson
    }
    #expect(changesOfPerson > 50)
    #expect(causes == Set(TransitionCause.allCases.map(\.rawValue)))
  }

  @Test
  func
    `a page whose ticks are late replays from its track, and has a view for each load of the history`()
    throws
  {
    try Fuzz.forEachSeed(100) { seed, _ in
      var schedule = try HostingSchedule(seed: seed, isLate: true)
      let outcome = schedule.run(steps: 60)
      #expect(outcome.violations.isEmpty, "seed \(seed): \(outcome.violations.prefix(1))")
    }
  }

  /// The schedule in which the second creative came at the moment at which the first was due.
  @Test func `what a creative is worth at the moment of the next one is its own`() throws {
    var schedule = try HostingSchedule(seed: 32_912)
    #expect(schedule.run(steps: 25).violations.isEmpty)
  }

  @Test func `the same seed gives the same run`() throws {
    var first = try HostingSchedule(seed: 7)
    var second = try HostingSchedule(seed: 7)
    #expect(first.run(steps: 60) == second.run(steps: 60))
  }
}
