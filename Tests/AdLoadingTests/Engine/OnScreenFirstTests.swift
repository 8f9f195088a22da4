// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import TestSupport
import Testing

@Suite struct OnScreenFirstTests {
  @Test func `an ad on the screen never waits for one that is not, in ten thousand schedules`()
    throws
  {
    try Fuzz.forEachSeed(10_000) { seed, random in
      let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
      var engine = LoadingEngine(
        under: LoadingTerms(gate: .open(permit), loadedAdsLimit: random.int(1...4)))
      let units = (0..<random.int(2...9)).map { AdUnitID(validated: "ad-\($0)") }
      var frames: [AdUnitID: AdRect] = [:]
      var viewport = AdRect(x: 0, y: 0, width: 390, height: 800)
      var now: Int64 = 0
      for _ in 0..<8 {
        now += Int64(random.int(1...3_000))
        switch random.int(0...3) {
        case 0:
          let unit = units[random.int(0...(units.count - 1))]
          let frame = AdRect(
            x: 0, y: Double(random.int(0...4_000)), width: 320, height: Double(random.int(1...900)))
          frames[unit] = frame
          _ = try engine.handle(.frame(AdFrame(unit: unit, frame: frame)), at: now)
        case 1:
          _ = try engine.handle(.loadedAds(atMost: random.int(1...4)), at: now)
        default:
          viewport.y = Double(random.int(0...4_000))
          _ = try engine.handle(.viewport(viewport), at: now)
        }
        var checks = 0
        while let due = engine.nextDeadline, checks < 20 {
          now = max(now, due)
          _ = try engine.handle(.tick, at: now)
          checks += 1
        }
        guard engine.viewport != nil else { continue }
        // Not expected one by one, which is slower than all the rest of it.
        for (unit, frame) in frames
        where frame.overlaps(viewport) && !engine.state(of: unit).isLoaded {
          Issue.record("seed \(seed): \(unit) at \(frame) waits")
        }
      }
    }
  }
}
