// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

/// One second of half a creative, and everything that interrupts it.
@Suite struct ViewabilityMeterTests {
  private static let viewport = AdRect(x: 0, y: 0, width: 393, height: 800)

  /// A creative of 300 by 250 with a part of its height inside the viewport's lower edge.
  private static func creative(visible part: Double) -> AdRect {
    AdRect(x: 40, y: 800 - 250 * part, width: 300, height: 250)
  }

  private static func meter(
    _ rule: ViewabilityRule = .display, showing rect: AdRect?
  ) -> ViewabilityMeter {
    var meter = ViewabilityMeter(rule: rule)
    _ = meter.handle(.viewport(viewport), at: 0)
    _ = meter.handle(.creative(rect), at: 0)
    _ = meter.handle(.impressionBegan, at: 0)
    return meter
  }

  /// When the impression became viewable, if it did, as of a time.
  private static func verdict(_ meter: inout ViewabilityMeter, until time: Int64) -> [Int64] {
    meter.handle(.tick, at: time).filter(\.becameViewable).map(\.time)
  }

  @Test(arguments: [
    (0.49, Int64(10_000), [Int64]()),
    (0.5, 999, []),
    (0.5, 900, []),
    (0.5, 1_000, [1_000]),
    (1.0, 5_000, [1_000]),
    (0.0, 5_000, []),
  ])
  func `half of a display creative counts after one second`(
    part: Double, time: Int64, expected: [Int64]
  ) {
    var meter = Self.meter(showing: Self.creative(visible: part))
    #expect(Self.verdict(&meter, until: time) == expected)
  }

  @Test func `video takes two seconds`() {
    var meter = Self.meter(.video, showing: Self.creative(visible: 0.6))
    #expect(Self.verdict(&meter, until: 1_999) == [])
    #expect(Self.verdict(&meter, until: 2_000) == [2_000])
  }

  /// A creative of 970 by 250 has exactly the area from which 30 percent are enough.
  @Test(arguments: [
    (970.0, 0.31, true), (970.0, 0.30, true), (970.0, 0.29, false), (969.0, 0.49, false),
  ])
  func `30 percent of a large display creative are enough`(
    width: Double, part: Double, expected: Bool
  ) {
    var meter = ViewabilityMeter()
    _ = meter.handle(.viewport(AdRect(x: 0, y: 0, width: 1_000, height: 800)), at: 0)
    _ = meter.handle(
      .creative(AdRect(x: 0, y: 800 - 250 * part, width: width, height: 250)), at: 0)
    _ = meter.handle(.impressionBegan, at: 0)
    #expect(!Self.verdict(&meter, until: 1_000).isEmpty == expected)
  }

  @Test func `a dip starts the second anew`() {
    var meter = Self.meter(showing: Self.creative(visible: 0.8))
    _ = meter.handle(.creative(Self.creative(visible: 0.4)), at: 600)
    _ = meter.handle(.creative(Self.creative(visible: 0.8)), at: 610)
    #expect(Self.verdict(&meter, until: 1_609) == [])
    #expect(Self.verdict(&meter, until: 1_610) == [1_610])
  }

  @Test func `the background starts the second anew`() {
    var meter = Self.meter(showing: Self.creative(visible: 1))
    #expect(meter.handle(.app(.background), at: 600).last?.visibleFraction == 0)
    #expect(Self.verdict(&meter, until: 5_000) == [])
    _ = meter.handle(.app(.foreground), at: 5_000)
    #expect(Self.verdict(&meter, until: 6_000) == [6_000])
  }

  @Test func `the verdict falls once and stays until the next impression`() {
    var meter = Self.meter(showing: Self.creative(visible: 1))
    #expect(Self.verdict(&meter, until: 1_000) == [1_000])
    let hidden = meter.handle(.creative(nil), at: 2_000)
    #expect(hidden.map(\.isViewable) == [true])
    _ = meter.handle(.creative(Self.creative(visible: 1)), at: 3_000)
    #expect(Self.verdict(&meter, until: 9_000) == [])
    #expect(meter.handle(.impressionBegan, at: 10_000).map(\.isViewable) == [false])
    #expect(Self.verdict(&meter, until: 20_000) == [11_000])
  }

  @Test func `a place without a creative is visible, and counts for nothing`() {
    var meter = ViewabilityMeter()
    _ = meter.handle(.viewport(Self.viewport), at: 0)
    #expect(meter.handle(.creative(Self.creative(visible: 1)), at: 0).map(\.visibleFraction) == [1])
    #expect(Self.verdict(&meter, until: 60_000) == [])
    #expect(meter.handle(.tick, at: 60_000).allSatisfy { $0.dwell == 0 })
  }

  /// The times for which the place had been on the screen as its creative appeared.
  private static func waits(
    _ meter: inout ViewabilityMeter, _ events: [(ViewabilityEvent, Int64)]
  ) -> [Int64] {
    events.flatMap { meter.handle($0.0, at: $0.1) }.compactMap(\.appearedAfter)
  }

  @Test func `a creative appears once, after the time for which its place was seen without it`() {
    var meter = ViewabilityMeter()
    let waits = Self.waits(
      &meter,
      [
        (.viewport(Self.viewport), 0), (.creative(Self.creative(visible: 1)), 100),
        (.creative(nil), 300), (.creative(Self.creative(visible: 0.1)), 1_000),
        (.app(.background), 1_050), (.app(.foreground), 8_000), (.impressionBegan, 8_007),
        (.creative(nil), 9_000), (.creative(Self.creative(visible: 1)), 9_500),
      ])
    #expect(waits == [200 + 50 + 7])
  }

  @Test func `a creative that is there before its place is seen makes nobody wait`() {
    var meter = ViewabilityMeter()
    let waits = Self.waits(
      &meter,
      [
        (.viewport(Self.viewport), 0), (.impressionBegan, 50),
        (.creative(Self.creative(visible: 0.2)), 700),
      ])
    #expect(waits == [0])
  }

  @Test func `an impression that ends leaves an empty place, for which the next one is waited`() {
    var meter = Self.meter(showing: Self.creative(visible: 1))
    #expect(Self.verdict(&meter, until: 1_000) == [1_000])
    #expect(meter.handle(.impressionEnded, at: 2_000).map(\.isViewable) == [false])
    #expect(Self.verdict(&meter, until: 4_000) == [])
    #expect(Self.waits(&meter, [(.impressionBegan, 4_500)]) == [2_500])
    #expect(Self.verdict(&meter, until: 6_000) == [5_500])
  }

  @Test(arguments: [
    nil, AdRect(x: 0, y: 0, width: 0, height: 250), AdRect(x: .nan, y: 0, width: 1, height: 1),
    AdRect(x: 0, y: 0, width: .infinity, height: 10),
  ])
  func `nothing of a creative without an area is visible`(creative: AdRect?) {
    var meter = Self.meter(showing: creative)
    #expect(meter.handle(.tick, at: 5_000).isEmpty)
    #expect(meter.nextDeadline == nil)
  }

  @Test func `nothing is visible without a viewport`() {
    var meter = Self.meter(showing: Self.creative(visible: 1))
    #expect(meter.handle(.viewport(nil), at: 10).map(\.visibleFraction) == [0])
    #expect(meter.nextDeadline == nil)
  }

  @Test func `while time counts there is an update every 100 ms, and none after the verdict`() {
    var meter = Self.meter(showing: Self.creative(visible: 0.75))
    let updates = meter.handle(.tick, at: 10_000)
    #expect(updates.map(\.time) == (1...10).map { $0 * 100 })
    #expect(updates.map(\.dwell) == (1...10).map { $0 * 100 })
    #expect(updates.allSatisfy { $0.visibleFraction == 0.75 })
    #expect(meter.nextDeadline == nil)
  }

  @Test func `a scroll is told ten times a second, and its end is told too`() {
    var meter = Self.meter(showing: Self.creative(visible: 0.1))
    var updates: [ViewabilityUpdate] = []
    for step in 1...30 {
      let part = 0.1 + Double(step) / 100
      updates += meter.handle(.creative(Self.creative(visible: part)), at: Int64(step) * 10)
    }
    updates += meter.handle(.tick, at: 1_000)
    #expect(updates.map(\.time) == [100, 200, 300, 400])
    #expect(abs((updates.last?.visibleFraction ?? 0) - 0.4) < 1e-9)
  }
}
