// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import HostingSchedules
import TestSupport
import Testing

/// The page's measurement against one that visits every displayed ad at every event.
@Suite struct PageViewabilityAgreementTests {
  @Test func `gives the updates and deadlines that visiting every displayed ad gives`() throws {
    var verdicts = 0
    var ended = 0
    try Fuzz.forEachSeed(60) { seed, random in
      var session = RandomSession(random, adCount: 1 + Int(seed % 30), isQuiet: seed % 3 == 0)
      let videoUnits = Set((0..<4).map { RandomSession.unit($0 * 2) })
      var engine = LoadingEngine(
        under: LoadingTerms(thresholds: session.thresholds(), gate: .open(.under(1))))
      var fast = PageViewability(videoUnits: videoUnits)
      var plain = PlainPageViewability(videoUnits: videoUnits)
      var found: [PlainPageViewability.Update] = []
      var expected: [PlainPageViewability.Update] = []
      var script: [LoadingEvent] = [.viewport(session.viewport), .layout(session.layout())]

      func agree(_ what: String, _ time: Int64) -> Bool {
        verdicts += expected.count { $0.update.becameViewable }
        guard found == expected, fast.nextDeadline == plain.nextDeadline else {
          Issue.record(
            """
            seed \(seed) at \(time): \(what)
            found \(found), next \(String(describing: fast.nextDeadline))
            expected \(expected), next \(String(describing: plain.nextDeadline))
            """)
          return false
        }
        (found, expected) = ([], [])
        return true
      }

      for _ in 0..<250 {
        // The app's timers keep some of the deadlines; others pass unnoticed.
        let (next, time) = script.isEmpty ? session.next() : (script.removeFirst(), 0)
        while let due = fast.nextDeadline, due < time, session.random.isOneIn(2) {
          found += fast.follow(.tick, at: due).map(PlainPageViewability.Update.init)
          expected += plain.follow(.tick, at: due)
          guard agree("tick", due) else { return }
        }
        if session.random.isOneIn(12) {
          let phase: AppPhase = session.random.isOneIn(2) ? .background : .foreground
          found += fast.follow(.app(phase), at: time).map(PlainPageViewability.Update.init)
          expected += plain.follow(phase, at: time)
          guard agree("\(phase)", time) else { return }
        }
        let event = Self.stretched(next, &session.random)
        for change in try engine.handle(event, at: time) {
          found += fast.follow(change).map(PlainPageViewability.Update.init)
          expected += plain.follow(change)
          if change.to == .unloaded { ended += 1 }
        }
        found += fast.follow(event, at: time).map(PlainPageViewability.Update.init)
        expected += plain.follow(event, at: time)
        guard agree("\(event)", time) else { return }
      }
    }
    #expect(verdicts > 25)
    #expect(ended > 60)
  }

  /// Now and then a place far out, a very tall ad or a very tall viewport.
  private static func stretched(
    _ event: LoadingEvent, _ random: inout SeededRandom
  ) -> LoadingEvent {
    guard random.isOneIn(20) else { return event }
    switch event {
    case .frame(let placed):
      var frame = placed.frame
      if random.isOneIn(2) { frame.height += 5_000 } else { frame.y = 0x1p60 }
      return .frame(AdFrame(unit: placed.unit, frame: frame))
    case .viewport(let rect?):
      var rect = rect
      if random.isOneIn(2) { rect.height = 100_000 } else { rect.y = 0x1p60 }
      return .viewport(rect)
    default:
      return event
    }
  }
}

extension PlainPageViewability.Update {
  fileprivate init(_ update: PageViewability.Update) {
    self.init(unit: update.unit, update: update.update)
  }
}
