// SPDX-License-Identifier: MIT
import AdModel
import HostingSchedules
import TestSupport
import Testing

@testable import AdLoading

@Suite struct LoadDiagnosisTests {
  private static func thresholds(fetch: Double, display: Double) throws -> LoadingThresholds {
    try LoadingThresholds(
      fetch: fetch, display: display, unload: fetch + 3_000, unloadingEnabled: false,
      throttle: 67, stabilityDelay: 2_000)
  }

  @Test func `the distance that a late load gets would have had it there in time`() throws {
    var tried = 0
    try Fuzz.forEachSeed(40) { seed, random in
      var reader = SyntheticReader(random)
      let own = try Self.thresholds(fetch: [50, 300, 900][Int(seed % 3)], display: 50)
      let track = try reader.session(under: own)
      let loadTime: Int64 = [150, 800, 1_500][Int(seed / 3 % 3)]
      let lives = JudgedLoads.lives(of: track, loadTime: loadTime)
      for (life, fault) in zip(lives, LoadDiagnosis(track).faults(of: lives)) {
        guard fault?.kind == .late, let remedy = fault?.remedy else { continue }
        tried += 1
        let other = try Self.thresholds(
          fetch: max(own.fetch, remedy.distance), display: remedy.distance)
        let then = JudgedLoads.lives(of: track, under: other, loadTime: loadTime)
          .first { $0.unit == life.unit }
        #expect(then?.fault != .late, "seed \(seed), \(life.unit), \(remedy.words)")
      }
    }
    #expect(tried > 40)
  }

  @Test func `the distance that a wasted load gets would not have asked for it`() throws {
    var tried = 0
    try Fuzz.forEachSeed(30) { seed, random in
      var reader = SyntheticReader(random)
      let track = try reader.session(under: try Self.thresholds(fetch: 2_000, display: 50))
      let lives = JudgedLoads.lives(of: track, loadTime: 300)
      for (life, fault) in zip(lives, LoadDiagnosis(track).faults(of: lives)) {
        guard fault?.cause == .notReached, let remedy = fault?.remedy else { continue }
        tried += 1
        #expect(remedy.zone == .fetch && remedy.isMost)
        let other = try Self.thresholds(
          fetch: remedy.distance, display: min(50, remedy.distance))
        let then = JudgedLoads.lives(of: track, under: other, loadTime: 300)
        #expect(
          !then.contains { $0.unit == life.unit && $0.fetchedAt <= life.endedAt },
          "seed \(seed), \(life.unit)")
      }
    }
    #expect(tried > 20)
  }

  /// What becomes of one ad 2,000 points down a page that is told something.
  private static func fault(
    y: Double = 2_000, loadTime: Int64 = 400, limit: Int? = nil,
    thresholds: LoadingThresholds? = nil,
    of unit: AdUnitID = Scene.ad, last: Bool = false, _ events: [(Int64, LoadingEvent)]
  ) throws -> LoadFault? {
    var writer = TrackWriter()
    writer.begin(
      under: LoadingTerms(
        thresholds: try thresholds ?? Self.thresholds(fetch: 800, display: 200),
        gate: .open(Scene.permit), loadedAdsLimit: limit))
    for (time, event) in events { writer.append(event, at: time) }
    writer.append(.tick, at: (events.last?.0 ?? 0) + 10_000)
    let track = try SessionTrack(writer.takeBytes())
    let lives = JudgedLoads.lives(of: track, loadTime: loadTime)
    let all = zip(lives, LoadDiagnosis(track).faults(of: lives)).filter { $0.0.unit == unit }
    return last ? all.last?.1 : all.first?.1
  }

  private static func view(_ y: Double) -> LoadingEvent {
    .viewport(AdRect(x: 0, y: y, width: 393, height: 800))
  }
  private static func place(_ y: Double, x: Double = 36, _ unit: AdUnitID = Scene.ad)
    -> LoadingEvent
  {
    .frame(AdFrame(unit: unit, frame: AdRect(x: x, y: y, width: 320, height: 320)))
  }

  @Test func `what was visible as the page opened has no remedy`() throws {
    let fault = try Self.fault([(0, Self.view(0)), (20, Self.place(100)), (4_000, Self.view(50))])
    #expect(fault == LoadFault(.late, .atOpening))
  }

  @Test func `a jump is faster than the lead, and so is a place that comes with it`() throws {
    let fault = try Self.fault([
      (0, Self.view(0)), (0, Self.place(2_000)), (5_000, Self.view(1_900)),
    ])
    #expect(fault == LoadFault(.late, .outrunLead, .init(.fetch, 1_201)))
  }

  @Test func `a server that takes long is slow`() throws {
    let fault = try Self.fault(
      loadTime: 4_000,
      [
        (0, Self.view(0)), (0, Self.place(2_000)), (5_000, Self.view(600)),
        (6_000, Self.view(1_900)),
      ])
    #expect(fault?.cause == .slowServer && fault?.remedy == .init(.fetch, 1_201))
  }

  @Test func `a gate that was closed is the cause, and no distance helps`() throws {
    let fault = try Self.fault([
      (0, Self.view(0)), (0, Self.place(2_000)), (100, .gate(.closed(.unanswered))),
      (3_000, Self.view(1_000)), (4_000, Self.view(1_800)), (9_000, .gate(.open(Scene.permit))),
    ])
    #expect(fault == LoadFault(.late, .gate))
  }

  @Test func `an app in the background is the cause`() throws {
    let fault = try Self.fault([
      (0, Self.view(0)), (0, Self.place(2_000)), (2_000, .app(.background)),
      (3_000, Self.view(1_800)), (4_000, .app(.foreground)),
    ])
    #expect(fault == LoadFault(.late, .fromBackground))
  }

  @Test func `what is placed within the zone was placed late`() throws {
    let fault = try Self.fault([
      (0, Self.view(0)), (3_000, Self.view(1_000)), (5_000, Self.place(1_900)),
      (5_200, Self.view(1_500)),
    ])
    #expect(fault == LoadFault(.late, .placedLate))
  }

  @Test func `a card of a carousel comes from the side`() throws {
    let fault = try Self.fault([
      (0, Self.view(0)), (0, Self.place(300, x: 800)), (3_000, Self.place(300, x: 100)),
    ])
    // It came at once, so no lead would have told.
    #expect(fault == LoadFault(.late, .fromSide))
  }

  @Test func `an ad that waited for others had no room`() throws {
    let other = AdUnitID(validated: "other")
    let fault = try Self.fault(
      limit: 1,
      [
        (0, Self.view(0)), (0, Self.place(100, other)), (0, Self.place(1_000)),
        (5_000, Self.view(600)),
      ])
    #expect(fault?.kind == .late && fault?.cause == .noRoom)
  }

  @Test func `an ad that was unloaded and is back before its pause ends was asked for before`()
    throws
  {
    let fault = try Self.fault(
      thresholds: try LoadingThresholds(
        fetch: 800, display: 200, unload: 1_000, unloadingEnabled: true, throttle: 67,
        stabilityDelay: 500), last: true,
      [
        (0, Self.view(0)), (0, Self.place(100)), (400, .rendered(Scene.ad)),
        (5_000, Self.view(3_000)), (8_000, Self.view(3_001)),
        (9_000, Self.view(0)), (35_000, Self.view(1)),
      ])
    #expect(fault == LoadFault(.late, .askedBefore, .init(.unload, 2_582)))
  }

  @Test func `what the reader did not reach would have been spared by a smaller distance`() throws {
    let fault = try Self.fault([
      (0, Self.view(0)), (0, Self.place(2_000)), (1_000, Self.view(700)), (9_000, Self.view(0)),
    ])
    #expect(fault == LoadFault(.wasted, .notReached, .init(.fetch, 500, isMost: true)))
  }

  @Test func `without a fault there is nothing to say, and words say what there is`() throws {
    #expect(
      try Self.fault([
        (0, Self.view(0)), (0, Self.place(2_000)), (2_000, Self.view(700)),
        (9_000, Self.view(1_900)),
      ])
        == nil)
    #expect(
      LoadFault(.late, .outrunLead, .init(.fetch, 1_201)).words
        == "late: scrolled faster than the lead; fetch at least 1201 points ahead would have done")
    #expect(LoadFault(.wasted, nil).words == "wasted")
    #expect(
      LoadFault(.late, .fromSide, .init(.prediction, 900)).words
        == "late: came in from the side; a prediction of at least 900 ms would have done")
  }
}
