// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct LoadingThresholdsTests {
  @Test func `the seeds' defaults hold where nothing is named`() throws {
    let thresholds = LoadingThresholds.standard
    #expect(thresholds.fetch == 800 && thresholds.display == 200 && thresholds.unload == 1600)
    #expect(!thresholds.unloadingEnabled)
    #expect(thresholds.throttle == 67 && thresholds.stabilityDelay == 2000)
    #expect(try LoadingThresholds() == thresholds)
  }

  @Test func `distances and durations beyond their range are refused`() {
    #expect(throws: InvalidValue.self) { try LoadingThresholds(fetch: -1) }
    #expect(throws: InvalidValue.self) { try LoadingThresholds(fetch: .nan) }
    #expect(throws: InvalidValue.self) { try LoadingThresholds(unload: 1_000_001) }
    #expect(throws: InvalidValue.self) { try LoadingThresholds(fetch: 100, display: 101) }
    #expect(throws: InvalidValue.self) { try LoadingThresholds(throttle: -1) }
    #expect(throws: InvalidValue.self) { try LoadingThresholds(stabilityDelay: 3_600_001) }
    #expect(throws: InvalidValue.self) { try LoadingThresholds(prediction: -1) }
    #expect(throws: InvalidValue.self) { try LoadingThresholds(prediction: 10_001) }
  }

  @Test func `the limits themselves are allowed, and an ad may be displayed where it is fetched`()
    throws
  {
    let equal = try LoadingThresholds(fetch: 200, display: 200)
    #expect(equal.fetch == 200 && equal.display == 200)
    _ = try LoadingThresholds(fetch: 0, display: 0, unload: 0, throttle: 0, stabilityDelay: 0)
    _ = try LoadingThresholds(
      fetch: 1_000_000, display: 1_000_000, unload: 1_000_000, throttle: 3_600_000,
      stabilityDelay: 3_600_000, prediction: 10_000)
  }

  @Test(arguments: [
    (500.0, 200.0, true), (100, 100, true), (1000, 1000, true), (0.1, 0.1, true),
    (0, 0, false), (100, 150, false), (1000.1, 10, false), (.infinity, 10, false),
    (.nan, 10, false), (10, .nan, false), (-5, -10, false),
  ])
  func `remote percentages are finite, above 0, at most 1000, and fetch at least render`(
    fetch: Double, render: Double, isValid: Bool
  ) {
    #expect(((try? RemoteThresholds(fetch: fetch, render: render)) != nil) == isValid)
  }
}
