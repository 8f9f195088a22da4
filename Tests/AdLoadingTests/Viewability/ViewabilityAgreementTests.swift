// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import HostingSchedules
import TestSupport
import Testing

/// The meter against a plain reading of the rule that looks every ten milliseconds.
@Suite struct ViewabilityAgreementTests {
  @Test func `agrees with the plain reading on when each impression became viewable`() {
    var verdicts = 0
    Fuzz.forEachSeed(60) { seed, random in
      let events = Self.session(&random)
      let isVideo = random.isOneIn(2)
      let expected = Self.plainVerdicts(events, isVideo: isVideo)
      var meter = ViewabilityMeter(rule: isVideo ? .video : .display)
      let updates = events.flatMap { meter.handle($0.event, at: $0.time) }
      #expect(updates.filter(\.becameViewable).map(\.time) == expected, "seed \(seed)")
      #expect(Self.isOrderly(updates), "seed \(seed)")
      verdicts += expected.count
    }
    #expect(verdicts > 50)
  }

  private struct Timed {
    let time: Int64
    let event: ViewabilityEvent
  }

  /// Twenty seconds of scrolls, pauses, phases of the app and new impressions.
  private static func session(_ random: inout SeededRandom) -> [Timed] {
    var time: Int64 = 0
    var events = [Timed(time: 0, event: .impressionBegan)]
    while time < 20_000 {
      let event: ViewabilityEvent =
        switch Int.random(in: 0..<20, using: &random) {
        case 0: .app(.background)
        case 1, 2: .app(.foreground)
        case 3: random.isOneIn(8) ? .impressionEnded : .impressionBegan
        case 4: .viewport(random.isOneIn(3) ? nil : viewport(y: 0))
        case 5: .creative(random.isOneIn(2) ? nil : AdRect(x: 0, y: 700, width: 300, height: 250))
        case 6: .creative(AdRect(x: 0, y: 700, width: 970, height: 250))
        default: .viewport(viewport(y: Double(Int.random(in: -40...40, using: &random)) * 5))
        }
      events.append(Timed(time: time, event: event))
      time += [0, 10, 20, 100, 300, 1_000, 1_500].randomElement(using: &random, or: 10)
    }
    return events + [Timed(time: time + 5_000, event: .tick)]
  }

  private static func viewport(y: Double) -> AdRect {
    AdRect(x: 0, y: y, width: 1_000, height: 800)
  }

  private static func plainVerdicts(_ events: [Timed], isVideo: Bool) -> [Int64] {
    var verdicts: [Int64] = []
    var rest = events[...]
    var creative: AdRect?
    var viewport: AdRect?
    var isActive = true
    var isRendered = false
    var since: Int64?
    var counted: (since: Int64, until: Int64)?
    var isViewable = false
    for time in stride(from: Int64(0), through: events.last?.time ?? 0, by: 10) {
      func isEnough() -> Bool {
        guard isActive, isRendered, let creative, let viewport,
          let seen = creative.intersection(viewport)
        else { return false }
        let isLarge = creative.width * creative.height >= 242_500 && !isVideo
        return seen.width * seen.height >= creative.width * creative.height * (isLarge ? 0.3 : 0.5)
      }
      func look() {
        if isEnough() {
          // What was over in no time was no gap.
          since = since ?? (counted?.until == time ? counted?.since : nil) ?? time
        } else if let end = since {
          (since, counted) = (nil, (end, time))
        }
        if let since, !isViewable, time - since >= (isVideo ? 2_000 : 1_000) {
          isViewable = true
          verdicts.append(time)
        }
      }
      look()
      while let next = rest.first, next.time == time {
        rest.removeFirst()
        switch next.event {
        case .app(let phase): isActive = phase == .foreground
        case .creative(let rect): creative = rect
        case .viewport(let rect): viewport = rect
        case .impressionBegan: (since, counted, isViewable, isRendered) = (nil, nil, false, true)
        case .impressionEnded: (since, counted, isViewable, isRendered) = (nil, nil, false, false)
        case .tick, .parts, .obstructions: break
        }
        look()
      }
    }
    return verdicts
  }

  /// Whether times ascend and values are within their ranges.
  private static func isOrderly(_ updates: [ViewabilityUpdate]) -> Bool {
    zip(updates, updates.dropFirst()).allSatisfy { $0.time <= $1.time }
      && updates.allSatisfy { (0...1).contains($0.visibleFraction) && $0.dwell >= 0 }
  }
}
