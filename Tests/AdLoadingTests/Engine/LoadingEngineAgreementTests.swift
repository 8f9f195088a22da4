// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import HostingSchedules
import TestSupport
import Testing

/// The fast engine against the plain reading of the rules.
@Suite struct LoadingEngineAgreementTests {
  @Test func `agrees with the plain reading on every transition and time`() throws {
    var seen: Set<TransitionCause> = []
    try Fuzz.forEachSeed(50) { seed, random in
      var session = RandomSession(random, adCount: 1 + Int(seed % 40))
      try expectAgreement(&session, events: 250, seed: seed, seen: &seen)
    }
    #expect(seen == Set(TransitionCause.allCases), "every cause must be among the cases tried")
  }

  @Test func `agrees on pages that are long enough to be indexed at once`() throws {
    var seen: Set<TransitionCause> = []
    try Fuzz.forEachSeed(1) { seed, random in
      var session = RandomSession(random, adCount: 1_500)
      try expectAgreement(&session, events: 60, seed: seed, seen: &seen)
    }
  }

  @Test func `agrees where the viewport creeps and most checks find nothing`() throws {
    var seen: Set<TransitionCause> = []
    try Fuzz.forEachSeed(160) { seed, random in
      var session = RandomSession(random, adCount: 1 + Int(seed % 12), isQuiet: true)
      try expectAgreement(&session, events: 500, seed: seed, seen: &seen)
    }
    #expect(seen == Set(TransitionCause.allCases), "every cause must be among the cases tried")
  }

  private func expectAgreement(
    _ session: inout RandomSession, events: Int, seed: UInt64, seen: inout Set<TransitionCause>
  ) throws {
    let thresholds = session.thresholds()
    let gate = LoadGate.open(.under(1))
    var fast = LoadingEngine(under: LoadingTerms(thresholds: thresholds, gate: gate))
    var plain = PlainLoadingEngine(thresholds: thresholds, gate: gate)
    let start = session.layout()
    var script: [(LoadingEvent, Int64)] = [(.viewport(session.viewport), 0), (.layout(start), 0)]
    if seed % 2 == 0 { script.reverse() }
    for number in 0..<events {
      let (event, time) = number < script.count ? script[number] : session.next()
      let found = try fast.handle(event, at: time)
      let expected = plain.handle(event, at: time)
      seen.formUnion(found.map(\.cause))
      guard found == expected, fast.nextDeadline == plain.nextDeadline else {
        Issue.record(
          """
          seed \(seed), event \(number) at \(time): \(event)
          found \(found), next \(String(describing: fast.nextDeadline))
          expected \(expected), next \(String(describing: plain.nextDeadline))
          """)
        return
      }
    }
    try expectSameEnd(&fast, &plain)
  }

  /// Lets all pending checks run and compares what is left.
  private func expectSameEnd(_ fast: inout LoadingEngine, _ plain: inout PlainLoadingEngine) throws
  {
    while let due = fast.nextDeadline {
      #expect(try fast.handle(.tick, at: due) == plain.handle(.tick, at: due))
    }
    #expect(plain.nextDeadline == nil)
    for (unit, ad) in plain.ads {
      #expect(fast.frame(of: unit) != nil && fast.state(of: unit) == ad.state)
    }
  }
}
