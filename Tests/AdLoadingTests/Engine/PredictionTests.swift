// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import HostingSchedules
import Testing

/// Zones that lead in the direction of motion, as seconds of scroll.
@Suite struct PredictionTests {
  /// A scroll past ads far below each other, and which of them are asked for by it.
  struct Way: Sendable, CustomTestStringConvertible {
    let name: String
    let prediction: Int64
    /// Points a frame of 16 ms, for each frame.
    let steps: [Double]
    var isUnloading = false
    /// How far below the screen the farthest ad is that is asked for, in points at the end.
    let reach: Double

    var testDescription: String { name }
  }

  /// Ads every 10 points, the viewport 800 high, fetched 100 points ahead.
  private static let ways = [
    Way(name: "no prediction", prediction: 0, steps: Array(repeating: 16, count: 30), reach: 90),
    Way(
      name: "a second at a point a millisecond", prediction: 1_000,
      steps: Array(repeating: 16, count: 30), reach: 1_090),
    Way(
      name: "half a second at two", prediction: 500, steps: Array(repeating: 32, count: 30),
      reach: 1_090),
    Way(
      name: "upwards: nothing is asked for below", prediction: 1_000,
      steps: Array(repeating: -16, count: 30), reach: 570),
    Way(
      name: "a single move is no scroll", prediction: 1_000, steps: [16], reach: 90),
    Way(
      name: "a jump of a screen is none either", prediction: 1_000, steps: [8, 900], reach: 90),
    Way(
      name: "no farther than where ads are unloaded", prediction: 1_000,
      steps: Array(repeating: 16, count: 30), isUnloading: true, reach: 390),
  ]

  @Test(arguments: ways) func `ads are fetched ahead of a scroll by its speed`(way: Way) throws {
    var engine = LoadingEngine(
      under: LoadingTerms(
        thresholds: try LoadingThresholds(
          fetch: 100, display: 0, unload: 400, unloadingEnabled: way.isUnloading, throttle: 0,
          stabilityDelay: 60_000, prediction: way.prediction),
        gate: .open(.under(1))))
    var viewport = AdRect(x: 0, y: 10_000, width: 393, height: 800)
    _ = try engine.handle(.viewport(viewport), at: 0)
    _ = try engine.handle(
      .layout(
        (900..<1_400).map {
          AdFrame(
            unit: RandomSession.unit($0),
            frame: AdRect(x: 36, y: Double($0) * 10, width: 320, height: 5))
        }), at: 0)
    var lowest = viewport.maxY
    for (number, step) in way.steps.enumerated() {
      viewport.y += step
      for change in try engine.handle(.viewport(viewport), at: Int64(number) * 16 + 16)
      where change.to == .fetched {
        lowest = max(lowest, change.frame.y)
      }
    }
    // What was placed as it began counts, too.
    lowest = max(lowest, 10_890)
    #expect(abs(lowest - viewport.maxY - way.reach) <= 16, "\(lowest - viewport.maxY)")
  }

  @Test func `a scroll that ends leads no farther, and what is ahead of it waits`() throws {
    var scene = try Scene(LoadingThresholds(prediction: 1_000))
    _ = try scene.place(below: 3_000, at: 0)
    var viewport = Scene.viewport
    var seen: [String] = []
    for frame in 1...20 {
      viewport.y += 4
      seen += try scene.tell(.viewport(viewport), at: Int64(frame) * 16)
    }
    seen += try scene.wait(until: 60_000)
    #expect(seen == [])
  }

  @Test(arguments: [false, true])
  func `an ad in coordinates of the screen is led to like one of the page`(isScreen: Bool) throws {
    var scene = try Scene(LoadingThresholds(prediction: 1_000))
    _ = try scene.place(below: 1_700, at: 0)
    var seen: [String] = []
    for frame in 1...10 where seen.isEmpty {
      let way = Double(frame) * 16
      if isScreen {
        seen += try scene.place(below: 1_700 - way, at: Int64(frame) * 16)
      } else {
        var viewport = Scene.viewport
        viewport.y += way
        seen += try scene.tell(.viewport(viewport), at: Int64(frame) * 16)
      }
    }
    #expect(seen == ["67 notLoaded>fetched enteredFetchZone"])
  }

  /// Swipes through a carousel of eight cards, a screen wide each.
  /// - Returns: The cards that were asked for while nothing of them was on the screen.
  private static func cardsInTime(prediction: Int64, isUnloading: Bool) throws -> [Int] {
    var engine = LoadingEngine(
      under: LoadingTerms(
        thresholds: try LoadingThresholds(
          unloadingEnabled: isUnloading, stabilityDelay: 500, prediction: prediction),
        gate: .open(.under(1))))
    _ = try engine.handle(.viewport(Scene.viewport), at: 0)
    var (offset, time, inTime) = (0.0, Int64(0), [Int]())
    func cards() -> LoadingEvent {
      .layout(
        (0..<8).map {
          AdFrame(
            unit: RandomSession.unit($0),
            frame: AdRect(x: 36 + Double($0) * 380 - offset, y: 200, width: 320, height: 320))
        })
    }
    func follow(_ event: LoadingEvent, at time: Int64) throws {
      for change in try engine.handle(event, at: time)
      where change.to == .fetched && !change.frame.overlaps(Scene.viewport) {
        inTime += (0..<8).filter { RandomSession.unit($0) == change.unit }
      }
    }
    try follow(cards(), at: 0)
    for _ in 0..<7 {
      let start = offset
      for frame in 1...20 {
        time += 16
        let share = Double(frame) / 20
        offset = start + 380 * share * (2 - share)
        try follow(cards(), at: time)
      }
      time += 700
      try follow(.tick, at: time)
    }
    return Set(inTime).sorted()
  }

  @Test(arguments: [false, true])
  func `the cards of a carousel are asked for before they come in from the side`(
    isUnloading: Bool
  ) throws {
    #expect(try Self.cardsInTime(prediction: 0, isUnloading: isUnloading) == [])
    #expect(
      try Self.cardsInTime(prediction: 1_000, isUnloading: isUnloading) == [2, 3, 4, 5, 6, 7])
  }
}
