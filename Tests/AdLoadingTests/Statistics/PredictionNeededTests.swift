// SPDX-License-Identifier: MIT
import AdModel
import HostingSchedules
import TestSupport
import Testing

@testable import AdLoading

/// The predictions that a diagnosis names, where the sessions are played again with them.
@Suite struct PredictionNeededTests {
  private static func thresholds(prediction: Int64 = 0) throws -> LoadingThresholds {
    try LoadingThresholds(
      fetch: 400, display: 400, unload: 4_000, unloadingEnabled: false, throttle: 67,
      stabilityDelay: 2_000, prediction: prediction)
  }

  /// Somebody swipes through a carousel, card by card or farther, and rests between; or scrolls a little
  /// while it glides.
  private static func carousel(_ random: inout SeededRandom) throws -> SessionTrack {
    var writer = TrackWriter()
    writer.begin(under: LoadingTerms(thresholds: try thresholds(), gate: .open(Scene.permit)))
    writer.append(.viewport(Scene.viewport), at: 0)
    var (offset, time) = (0.0, Int64(0))
    let y = Double(random.int(50...400))
    let isScrolling = random.isOneIn(3)
    var viewport = Scene.viewport
    func cards() -> LoadingEvent {
      .layout(
        (0..<10).map {
          AdFrame(
            unit: RandomSession.unit($0),
            frame: AdRect(x: 36 + Double($0) * 380 - offset, y: y, width: 320, height: 320))
        })
    }
    writer.append(cards(), at: 0)
    for _ in 0..<10 {
      time += Int64(random.int(300...2_000))
      let start = offset
      let way = Double(random.int(200...900))
      let frames = random.int(15...60)
      for frame in 1...frames {
        time += 16
        let share = Double(frame) / Double(frames)
        offset = start + way * share * (2 - share)
        if isScrolling, random.isOneIn(2) {
          viewport.y += Double(random.int(0...20))
          writer.append(.viewport(viewport), at: time)
        }
        writer.append(cards(), at: time)
      }
    }
    writer.append(.tick, at: time + 5_000)
    return try SessionTrack(writer.takeBytes())
  }

  @Test func `the prediction that a card from the side gets would have had it there in time`()
    throws
  {
    var tried = 0
    try Fuzz.forEachSeed(30) { seed, random in
      let track = try Self.carousel(&random)
      let loadTime: Int64 = [100, 400, 900][Int(seed % 3)]
      let lives = JudgedLoads.lives(of: track, loadTime: loadTime)
      for (life, fault) in zip(lives, LoadDiagnosis(track).faults(of: lives)) {
        guard fault?.kind == .late, fault?.cause == .fromSide, let remedy = fault?.remedy else {
          continue
        }
        tried += 1
        #expect(remedy.zone == .prediction && !remedy.isMost)
        let then = JudgedLoads.lives(
          of: track, under: try Self.thresholds(prediction: Int64(remedy.distance)),
          loadTime: loadTime
        ).first { $0.unit == life.unit }
        #expect(then?.fault == nil, "seed \(seed), \(life.unit), \(remedy.words)")
      }
    }
    #expect(tried > 40, "\(tried)")
  }

  @Test func `the prediction that a load gets which nobody saw would not have asked for it`() throws
  {
    var tried = 0
    try Fuzz.forEachSeed(40) { seed, random in
      var reader = SyntheticReader(random)
      let own = try Self.thresholds(prediction: 2_000)
      let track = try reader.session(under: own, going: .flings)
      let lives = JudgedLoads.lives(of: track, loadTime: 300)
      for (life, fault) in zip(lives, LoadDiagnosis(track).faults(of: lives)) {
        guard fault?.cause == .notReached, let remedy = fault?.remedy, remedy.zone == .prediction
        else { continue }
        tried += 1
        #expect(remedy.isMost && remedy.distance < 2_000)
        let then = JudgedLoads.lives(
          of: track, under: try Self.thresholds(prediction: Int64(remedy.distance)), loadTime: 300)
        #expect(
          !then.contains { $0.unit == life.unit && $0.fetchedAt <= life.endedAt },
          "seed \(seed), \(life.unit), \(remedy.words)")
      }
    }
    #expect(tried > 10, "\(tried)")
  }
}
